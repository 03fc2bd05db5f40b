"""HTML pages in one file."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable

from ._native import _write_text


class Page:
    """A page in one file. The page loads no other file. A notebook shows the page below the
    cell."""

    def __init__(self, text: str, title: str) -> None:
        self.html = text
        """The page."""
        self._title = title

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file, whole or not at all."""
        _write_text(path, self.html)

    def __repr__(self) -> str:
        return f"<Page {self._title!r}: {len(self.html):,} characters>"

    def _repr_html_(self) -> str:
        # The frame keeps the style of the page apart from that of the notebook.
        page = html.escape(self.html)
        return f'<iframe style="width:100%;height:40rem;border:0" srcdoc="{page}"></iframe>'


def html_table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Returns a table in HTML. The table has a row of heads, and a row for each tuple of cells."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{html.escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def table_page(title: str, table: str) -> str:
    """Returns a page with a title and a table, which `html_table` creates."""
    title = html.escape(title)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font-family: system-ui, sans-serif; margin: 1rem auto; max-width: 70rem; padding: 0 1rem }}
td, th {{ padding: .1rem 1rem .1rem 0; text-align: left; vertical-align: top }}
</style>
</head>
<body>
<h1>{title}</h1>
{table}
</body>
</html>
"""
