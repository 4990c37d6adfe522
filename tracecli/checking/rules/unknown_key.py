"""unknown-key (error): a mapping has a key that the format does not know.

A misspelt key would be ignored without a word, and what it says with it. The finding is at the key and gives the
nearest known one. '$schema' is allowed at the top, and keys that begin with 'x-' anywhere: your own data goes there.

Fails:

    scenarios:
    - steps:
      - durration: 900

Passes:

    scenarios:
    - steps:
      - duration: 900
        x-reviewed: yesterday
"""
