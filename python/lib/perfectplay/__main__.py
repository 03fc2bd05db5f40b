"""The command."""

from __future__ import annotations

import sys

from perfectplay._native import _command


def main() -> None:
    """Runs the command with the arguments of the process, and exits with its status."""
    # To guard a player, the command starts itself a second time, with these arguments.
    program = [sys.executable, "-P", "-m", "perfectplay"]
    sys.exit(_command(program, sys.argv[1:]))


if __name__ == "__main__":
    main()
