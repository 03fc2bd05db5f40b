"""`help()` describes every name, and the stub has the same docstrings as the module."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import perfectplay as pp
from perfectplay import _native, gymnasium, openspiel, pettingzoo

MODULES = [pp, gymnasium, openspiel, pettingzoo]


def public(module: ModuleType) -> list[tuple[str, Any]]:
    """Returns the names of a module, and the methods and properties of its classes."""
    names = getattr(module, "__all__", None)
    if names is None:
        names = [name for name, item in vars(module).items() if is_of(item, module)]
    found: list[tuple[str, Any]] = []
    for name in names:
        item = getattr(module, name)
        found.append((name, item))
        if inspect.isclass(item):
            found += [
                (f"{name}.{attribute}", inspect.getattr_static(item, attribute))
                for attribute in vars(item)
                if not attribute.startswith("_") and is_documentable(vars(item)[attribute])
            ]
    return found


def is_of(item: Any, module: ModuleType) -> bool:
    name = getattr(item, "__name__", "_")
    return getattr(item, "__module__", None) == module.__name__ and not name.startswith("_")


def is_documentable(item: Any) -> bool:
    kinds = (property, classmethod, staticmethod)
    return callable(item) or isinstance(item, kinds) or inspect.isdatadescriptor(item)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_name_has_a_docstring(module: ModuleType) -> None:
    assert module.__doc__
    found = public(module)
    assert len(found) >= 3
    missing = [name for name, item in found if not inspect.getdoc(item)]
    assert missing == []


def test_help_tells_what_a_table_is() -> None:
    assert pp.Table.arrays.__doc__ is not None
    assert "plies from the nearest start" in pp.Table.arrays.__doc__
    assert pp.solve.__doc__ is not None
    assert "Raises `SpecError`" in pp.solve.__doc__
    assert "The legal moves" in str(inspect.getdoc(pp.Position.legal))


def test_the_stub_says_the_same() -> None:
    stub = Path(pp.__file__).parent / "_native.pyi"
    compared = 0
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        items: list[tuple[object, Any]] = [(_native, node)]
        if isinstance(node, ast.ClassDef):
            items += [(getattr(_native, node.name), item) for item in node.body]
        for owner, item in items:
            if isinstance(item, ast.ClassDef | ast.FunctionDef):
                doc = ast.get_docstring(item)
                if doc is not None:
                    assert doc == inspect.getdoc(getattr(owner, item.name))
                    compared += 1
    assert compared > 90
