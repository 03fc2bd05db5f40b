"""The examples and the notebook run unchanged."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example(example: Path) -> None:
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


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
