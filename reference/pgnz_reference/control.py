"""docs/format/11-clocks.md, clause 2: the time control."""
import re
from typing import NamedTuple

PATTERN = re.compile(rb"(1/)?(\d+(?:\.\d{1,3})?)(?:\+(\d+(?:\.\d{1,3})?))?")


class Control(NamedTuple):
    """Base and increment in milliseconds; `each_move` is the form `1/s`."""

    base: int = 0
    increment: int = 0
    each_move: bool = False


def control(value):
    """The control of a tag TimeControl; all is 0 if it has none of the forms."""
    found = PATTERN.fullmatch(value or b"")
    if not found or (found[1] and found[3]):
        return Control()
    numbers = [milliseconds(part or b"0") for part in found.groups()[1:]]
    return Control() if max(numbers) >= 2**24 * 1000 else Control(*numbers, bool(found[1]))


def milliseconds(text):
    whole, _, part = text.partition(b".")
    return 1000 * int(whole) + int(part.ljust(3, b"0"))
