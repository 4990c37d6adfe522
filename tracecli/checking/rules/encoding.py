r"""encoding (error): the file is not text in UTF-8.

JSON and YAML are exchanged as UTF-8. The finding says which encoding the bytes look like, and at which byte UTF-8
ends. Save the file as UTF-8; one byte order mark at its start is accepted. Half of a surrogate pair is no character
either.

Fails:

    {"title": "batch \ud83d"}

Passes:

    {"title": "batch \ud83d\ude80"}
"""
