#!/usr/bin/env python3
"""Copies the docstrings of the compiled module into its stub, so that they are written only once.

python python/stub.py           writes lib/perfectplay/_native.pyi
python python/stub.py --check   fails if the stub has other docstrings
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

from perfectplay import _native

STUB = Path(__file__).parent / "lib" / "perfectplay" / "_native.pyi"


def rewritten(text: str) -> str:
    """Returns the text of the stub with the docstrings of the module."""
    lines = text.splitlines()
    found: list[tuple[ast.Expr, str]] = []

    def visit(body: list[ast.stmt], owner: object) -> None:
        for node in body:
            if not isinstance(node, ast.ClassDef | ast.FunctionDef):
                continue
            # The items of a class have docstrings, too.
            item = getattr(owner, node.name)
            if isinstance(node, ast.ClassDef):
                visit(node.body, item)
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                doc = inspect.getdoc(item)
                if isinstance(first.value.value, str):
                    found.append((first, doc or ""))

    visit(ast.parse(text).body, _native)
    for node, doc in sorted(found, key=lambda pair: -pair[0].lineno):
        indent = " " * node.col_offset
        first, *rest = doc.splitlines()
        body = [indent + '"""' + first, *(indent + line if line else "" for line in rest)]
        assert node.end_lineno is not None
        # A docstring of several paragraphs ends on a line of its own.
        if "" in rest:
            body.append(indent + '"""')
        else:
            body[-1] += '"""'
        lines[node.lineno - 1 : node.end_lineno] = body
    return "\n".join(lines) + "\n"


def main() -> None:
    text = STUB.read_text(encoding="utf-8")
    new = rewritten(text)
    if "--check" in sys.argv:
        if new != text:
            sys.exit(
                f"{STUB} has other docstrings than the module: python python/stub.py writes it"
            )
    else:
        STUB.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
