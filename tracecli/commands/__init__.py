"""One verb a file: read, check, do, show. Each `run` returns an exit code."""
