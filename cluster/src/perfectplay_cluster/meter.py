"""Shows the progress: as a bar on a terminal, or elsewhere as a line every few seconds."""

from __future__ import annotations

import sys
import time
from datetime import timedelta
from types import TracebackType

from tqdm import tqdm

_PERIOD = 5.0
"""The number of seconds between two lines."""


class Meter:
    """Shows on standard error how much of the estimated work is done."""

    def __init__(
        self,
        doing: str,
        seconds: float,
        jobs: int,
        period: float = _PERIOD,
        is_shown: bool = True,
    ):
        self._doing = doing
        # If the plan estimates no time for all jobs, this avoids a division by zero.
        self._seconds = max(seconds, 1e-9)
        self._done = 0.0
        self._jobs = jobs
        self._jobs_done = 0
        self._since = self._told = time.monotonic()
        self._period = period
        self._is_shown = is_shown
        self._bar = tqdm(
            total=100,
            bar_format="|{bar:10}| {desc}",
            desc=doing,
            leave=False,
            disable=not (is_shown and sys.stderr.isatty()),
        )

    def __enter__(self) -> Meter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._bar.close()

    def add(self, seconds: float, jobs: int) -> None:
        """Adds finished work."""
        self._done += seconds
        self._jobs_done += jobs

    def show(self, workers: int) -> None:
        """Shows the progress. Without a terminal, prints a line only if the last line is old
        enough."""
        share = min(self._done / self._seconds, 1.0)
        text = (
            f"{self._doing}: {share:.0%}, {self._jobs_done} of {self._jobs} jobs, {_count(workers)}"
        )
        if share > 0:
            left = (time.monotonic() - self._since) * (1 - share) / share
            text += f", {timedelta(seconds=round(left))} left"
        if not self._bar.disable:
            self._bar.n = 100 * share
            self._bar.set_description_str(text)
        elif self._is_shown and time.monotonic() - self._told >= self._period:
            self._told = time.monotonic()
            print(text, file=sys.stderr, flush=True)


def _count(workers: int) -> str:
    return "1 worker" if workers == 1 else f"{workers or 'no'} workers"
