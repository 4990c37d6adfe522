"""duplicate-key (error): a mapping has the same key twice.

Readers differ in which of the two counts, and most drop one without a word. Remove one, or rename it. The finding is
at the second and shows the first.

Fails:

    title: Serial loop
    title: Overlapped loop

Passes:

    title: Serial loop
    description: Overlapped loop
"""
