"""Benchmarks: ratios measured in one run, never timed tests. `bench/run NAME` runs one."""
