"""The examples and the notebook run unchanged."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

import perfectplay as pp

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example(example: Path) -> None:
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_forms_in_which_a_model_names_a_move() -> None:
    spec = importlib.util.spec_from_file_location("language_model", EXAMPLES / "language_model.py")
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    forms = ["MOVE: b", "**MOVE: b**", "Move: b", 'MOVE: "b"', "**Move:** b.", "MOVE: <b>"]
    boxed = [r"\boxed{b}", r"So $\boxed{b}$", r"MOVE: \boxed{\text{b}}"]
    for answer in [*forms, *boxed, "move: a is bad\nMOVE: b"]:
        assert example.named(answer) == "b", answer
    assert example.named("I cannot decide.") is None
    start = pp.solve("hexapawn:3x3").start
    assert example.named("MOVE: z9") == "z9"
    assert example.parse("MOVE: z9", start) is None
    assert example.parse("MOVE: `a1-a2`", start) == start.move("a1-a2")
    assert "a1 is the bottom left square" in example.prompt(start)


@pytest.mark.one_version
def test_the_notebook(tmp_path: Path) -> None:
    notebook: Any = nbformat.read(  # type: ignore[no-untyped-call]
        EXAMPLES / "learn_tictactoe.ipynb", as_version=4
    )
    client = nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    told = "".join(
        output["text"]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output["output_type"] == "stream"
    )
    # The longer the player learns, the fewer games it loses as the second player.
    lost = [int(count) for count in re.findall(r"as second: .* lost (\d+);", told)]
    assert len(lost) == 5
    assert lost[1:] == sorted(lost[1:], reverse=True)
    assert lost[-1] < lost[1] / 5
