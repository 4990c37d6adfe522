"""yaml-type (warning): a plain YAML word that other readers do not take for text.

YAML 1.1 readers take 'no', 'On' and 'y' for booleans, '012' for the number ten, '12:30' for the number 750 and
'2024-01-01' for a date. YAML 1.2 readers take '08', '+.5' and '+1e3' for numbers, and some readers take '1,000' or
'+0o17' for one. Here all of these are text, as they look, but another tool that reads the file gets something else. The
message says which kind of reader takes the word for what. Put such a word in quotes.

The same holds the other way round: '1e3' is a number here and text to a YAML 1.1 reader. Write it out as 1000.

`trace export yaml`, `--fix` and `trace new` put in quotes whatever any common reader takes for something else.

Fails:

    stateLabels: {idle: no}

Passes:

    stateLabels: {idle: "no"}
"""
