"""syntax (error): the file is not JSON or YAML as far as it goes.

The finding is at the token that can't be, with what was seen and what to write. Nothing after it can be judged, so
mend it first. YAML is read more strictly here than elsewhere: tags, merge keys, aliases that contain themselves and a
second document are refused, since each makes a file mean something else than it seems to.

Fails:

    title: Serial loop: the GPU waits

Passes:

    title: "Serial loop: the GPU waits"
"""
