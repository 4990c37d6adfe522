"""yaml-type (warning): a plain YAML word that other readers do not take for text.

YAML 1.1 readers take 'no' and 'On' for booleans, '012' for the number ten and '2024-01-01' for a date. Here they are
text, as they look; but whoever reads the file with another tool gets something else. Put such a word in quotes.

Fails:

    stateLabels: {idle: no}

Passes:

    stateLabels: {idle: "no"}
"""
