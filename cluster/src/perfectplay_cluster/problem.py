"""Why a game is not solved."""


class Problem(Exception):
    """What keeps a game from being solved, in one line, until that is mended."""


class Spoiled(Exception):
    """Something that was there is not there any more, such as a result or the scheduler.

    What is lost can be made again: the work starts anew with what is left.
    """


def one_line(error: BaseException) -> str:
    """What an error of any type says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__
