"""Problems or comparisons → text for people and machines, one format a file. Nothing here prints."""
