"""Runs the jobs that solve a large game on Dask.

The jobs are those of ``perfectplay tiers plan``. Each job is a call of ``perfectplay tiers run`` on
a worker. The result of a job is a file in a store that all workers see.
"""
