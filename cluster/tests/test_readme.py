"""Tests that the commands in the README print the output that the README shows."""

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from conftest import PATIENCE

README = Path(__file__).parents[1] / "README.md"


def blocks() -> list[tuple[str, str]]:
    """Returns, for each block, the script and the output below it."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", README.read_text(), re.M | re.S):
        lines = block.splitlines(keepends=True)
        script = [line[2:] for line in lines if line.startswith(("$ ", "> "))]
        found.append(("".join(script), "".join(lines[len(script) :])))
    return found


def test_commands_print_what_is_shown(perfectplay: str, tmp_path: Path) -> None:
    path = [str(Path(perfectplay).parent), str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = os.environ | {"PATH": os.pathsep.join(path), "TMPDIR": str(tmp_path)}
    assert len(blocks()) == 3
    for script, shown in blocks():
        # The last line tells the workers to end. If their output were a pipe, it would stay open
        # until all workers have ended.
        out = tmp_path / "out"
        with (
            out.open("w") as stdout,
            subprocess.Popen(
                ["sh", "-ec", script],
                cwd=tmp_path,
                env=environment,
                stdout=stdout,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            ) as shell,
        ):
            try:
                status = shell.wait(PATIENCE)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(shell.pid, signal.SIGKILL)
        assert (status, out.read_text()) == (0, shown)
