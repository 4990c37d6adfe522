"""wrong-type (error): a value is of another type than its key wants.

Text instead of a number, a number instead of text, one name instead of a list of names, or nothing at all. The
finding says what was seen and what is wanted.

Fails:

    scenarios:
    - steps:
      - duration: "900"
        active: launch

Passes:

    scenarios:
    - steps:
      - duration: 900
        active: [launch]
"""
