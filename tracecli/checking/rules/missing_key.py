"""missing-key (error): a mapping lacks a key that it needs.

The finding is at the mapping and says which key, and what it is for. Some keys need one another: 'from' and 'to', and
'sha256' needs the 'file' that it is the hash of. A source needs 'url' or 'file'.

Fails:

    sources:
    - title: The scheduler's loop

Passes:

    sources:
    - title: The scheduler's loop
      url: https://example.org/scheduler.py
"""
