"""docs/format/07-tags.md, Termination: what a value of the tag Result says."""
from .wrap import BLANK

SCORES = {"1": 2, "1/2": 1, "½": 1, "0.5": 1, "0": 0, "O": 0, "o": 0}
DASHES = "-\u2011\u2013\u2014\u2212"
UNKNOWN, WHITE_WON, BLACK_WON, DRAW = range(4)
POINTS = {(2, 0): WHITE_WON, (0, 2): BLACK_WON, (1, 1): DRAW}


def outcome(value):
    """Who won, if the value decides; None if it says `*`; else UNKNOWN."""
    text = b"".join((value or b"").split()).decode("utf-8", "replace").replace(":", "-")
    if text == "*":
        return None
    if SCORES.get(text) == 1:
        return DRAW
    pairs = [text.partition(dash) for dash in DASHES]
    points = (POINTS.get((SCORES.get(one), SCORES.get(other))) for one, _, other in pairs)
    return next(filter(None, points), UNKNOWN)


def decided(value):
    """The outcome, UNKNOWN too where the value says `*`."""
    return outcome(value) or UNKNOWN


def fate(decision, side):
    """An outcome as a side sees it: 0 unknown, 1 it won, 2 the other won, 3 draw."""
    return 3 - decision if side and decision in (WHITE_WON, BLACK_WON) else decision


def termination_context(value):
    """The context of the termination's symbol; None if it is not coded."""
    value = (value or b"").strip(BLANK)
    if outcome(value) is None:
        return 1
    if outcome(value) or value == b"0-0":
        return None
    return 0 if value in (b"", b"?", b"-") else 2
