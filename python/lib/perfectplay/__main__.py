"""The command."""

from __future__ import annotations

import sys

from perfectplay._native import _command


def main() -> None:
    """Runs the command with the arguments of the process, and exits with its status."""
    # The command starts itself a second time to guard a player. This says how.
    program = [sys.executable, "-P", "-m", "perfectplay"]
    sys.exit(_command(program, sys.argv[1:]))


if __name__ == "__main__":
    main()
