"""Speed beside peers on the same work: `python -m tests.benchmarks` prints one table. No part of the test suite."""
