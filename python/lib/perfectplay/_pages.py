"""HTML pages in one file."""

from __future__ import annotations

import html
import os
import tempfile
from pathlib import Path


class Page:
    """A page in one file that loads nothing else. A notebook shows it below its cell."""

    def __init__(self, text: str, title: str) -> None:
        self.html = text
        """The page."""
        self._title = title

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file, whole or not at all."""
        path = Path(path)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as draft:
            try:
                draft.write(self.html)
                draft.close()
                mask = os.umask(0)
                os.umask(mask)
                Path(draft.name).chmod(0o666 & ~mask)
                Path(draft.name).replace(path)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise

    def __repr__(self) -> str:
        return f"<Page {self._title!r}: {len(self.html):,} characters>"

    def _repr_html_(self) -> str:
        # The frame keeps the style of the page apart.
        page = html.escape(self.html)
        return f'<iframe style="width:100%;height:40rem;border:0" srcdoc="{page}"></iframe>'
