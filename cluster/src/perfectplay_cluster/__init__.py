"""Runs the jobs that solve a large game on Dask.

The jobs are those of ``perfectplay tiers plan``. Each is a call of ``perfectplay tiers run`` on
a worker, and its result is a file in a store that all workers see.
"""
