"""link-escapes (error): the file is reached through a link that leads out of the repository, so it was not read.

A repository, an archive or a pull request may hold a link to a file of the machine that it is checked on, and a report
quotes what it reads. So no link may lead out of the repository that it is in. Without a repository, it must stay in
the folder that was named; if none was named, in the folder that it is in (for the library, in the working directory).
Links within that border are followed, and so are links on the way to the repository.

A path that is itself outside the repository is read as it is typed. If that file is meant, name it instead of the
link, or put a copy in the link's place.

Fails:

    traces/mine.yaml -> /home/me/mine.yaml

Passes:

    traces/mine.yaml -> ../drafts/mine.yaml
"""
