"""The command."""

from __future__ import annotations

import sys

from perfectplay._native import _command


def main() -> None:
    """Does what the arguments say, and ends with their status."""
    # How the command starts itself once more, to guard a player, wherever it is called.
    program = [sys.executable, "-P", "-m", "perfectplay"]
    sys.exit(_command(program, sys.argv[1:]))


if __name__ == "__main__":
    main()
