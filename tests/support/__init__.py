"""What tests share: outside tools, the program as a process, whole screens as files."""
