"""A bar for long work, in a terminal or in a notebook."""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module
from typing import Any

from ._types import Watch
from ._values import Progress

AFTER = 1.0
"""The number of seconds before a bar appears, unless the caller asked for one."""

WIDTH = 30


class Bar:
    """A bar on one line, which is cleared at the end."""

    def __init__(self, after: float) -> None:
        self._shows_at = time.monotonic() + after
        self._handle: Any = None
        self._is_shown = False

    def __call__(self, progress: Progress) -> None:
        if time.monotonic() < self._shows_at:
            return
        text = f"{progress.phase} {progress.done:,}"
        if progress.total:
            share = min(progress.done / progress.total, 1.0)
            bar = ("#" * round(WIDTH * share)).ljust(WIDTH)
            text = f"{progress.phase} [{bar}] {100 * share:3.0f} %"
        self._show(text)

    def close(self) -> None:
        """Clears the bar."""
        if self._is_shown:
            self._show("")

    def _show(self, text: str) -> None:
        self._is_shown = True
        if in_notebook():
            # This module comes with the notebook.
            display: Any = import_module("IPython.display").display
            if self._handle is None:
                self._handle = display(_Text(text), display_id=True)
            else:
                self._handle.update(_Text(text))
        else:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()


class _Text:
    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def in_notebook() -> bool:
    """Returns whether a notebook displays the output."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def watcher(progress: bool | Watch | None) -> Watch | None:
    """Returns the function that shows the progress."""
    if callable(progress):
        return progress
    if progress is None:
        if os.environ.get("PERFECTPLAY_PROGRESS") == "never":
            return None
        is_seen = in_notebook() or (sys.stderr is not None and sys.stderr.isatty())
        return Bar(AFTER) if is_seen else None
    if isinstance(progress, bool):
        return Bar(0.0) if progress else None
    raise TypeError(f"expected None, True, False or a function for progress, found {progress!r}")
