"""Coverage-guided fuzzing of the readers: `python -m tests.fuzzing json --seconds 1200`, by hand, not by the suite."""
