"""wrong-value (error): a value is of the right type, and not one that its key can have.

A number out of its range, a word that is none of those allowed, an empty list or text where something is needed, an
id or a link that is not written as one, the same name twice in a list. The finding says what is allowed.

Fails:

    scenarios:
    - id: 2nd run
      steps:
      - duration: 0

Passes:

    scenarios:
    - id: second-run
      steps:
      - duration: 900
"""
