"""Measurements that are no tests: speed in training."""
