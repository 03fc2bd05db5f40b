"""Defines the errors that prevent a game from being solved."""


class Problem(Exception):
    """A problem that must be fixed before a game can be solved. Its message is one line."""


class Spoiled(Exception):
    """An error because something is lost that was there before, such as a result or the scheduler.

    The lost thing can be made again. The work restarts with the jobs that are left.
    """


def one_line(error: BaseException) -> str:
    """Returns the message of any error on one line."""
    return " ".join(str(error).split()) or type(error).__name__
