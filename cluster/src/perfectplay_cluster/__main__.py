"""``python -m perfectplay_cluster``."""

import sys

from perfectplay_cluster.cli import main

if __name__ == "__main__":
    sys.exit(main())
