"""An address (`overlap`, `file.yaml#serial/3`, `HEAD~1:traces/overlap.json`) → which trace, scenario and step."""
