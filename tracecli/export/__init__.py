"""A trace as text of another form, one format a module; pure functions: the same trace gives the same characters."""
