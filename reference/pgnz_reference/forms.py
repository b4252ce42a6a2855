"""docs/format/07-tags.md, Forms: values that end in a number, dates and times."""
import re
from typing import NamedTuple

DATE, TIME, MOMENT, SIGNED, NUMBER = range(5)
PATTERNS = (
    (DATE, re.compile(rb"(\d{4})\.(\d\d)\.(\d\d)")),
    (TIME, re.compile(rb"(\d\d?):(\d\d):(\d\d)((?:\D.{0,31})?)", re.S)),
    (MOMENT, re.compile(rb"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?((?:\D.{0,31})?)", re.S)),
    (SIGNED, re.compile(rb"([+-])(\d{1,15})")),
    (NUMBER, re.compile(rb"((?:.{0,79}\D)?)(\d{1,15})", re.S)),
)


class Form(NamedTuple):
    """`decimals` of a time is 1 if its hours have two digits at least."""

    shape: int
    affix: bytes
    decimals: int
    number: int

    def write(self, number=None):
        """The value with another number; numbers are written by magnitude."""
        signed = self.number if number is None else number
        n = abs(signed)
        if self.shape == DATE:
            return b"%04d.%02d.%02d" % (n // 372, n // 31 % 12 + 1, n % 31 + 1)
        if self.shape == SIGNED:
            return b"%+d" % signed
        if self.shape == NUMBER:
            return self.affix + b"%d" % n
        if self.shape == TIME:
            hours = b"%02d" if self.decimals else b"%d"
            return hours % (n // 3600) + b":%02d:%02d" % (n // 60 % 60, n % 60) + self.affix
        seconds, part = divmod(n, 10**self.decimals)
        text = b"%04d-%02d-%02d" % civil(seconds // 86_400)
        text += b"T%02d:%02d:%02d" % (seconds // 3600 % 24, seconds // 60 % 60, seconds % 60)
        return text + (b".%0*d" % (self.decimals, part) if self.decimals else b"") + self.affix


def days(year, month, day):
    """Days since 0000-03-01."""
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 1


def civil(n):
    """The date of a day."""
    year = (n + 1) * 400 // 146_097 + 1
    while days(year, 3, 1) > n:
        year -= 1
    n -= days(year, 3, 1)
    month = (5 * n + 2) // 153
    day = n - (153 * month + 2) // 5 + 1
    return year + (month > 9), month + 3 - 12 * (month > 9), day


def form(value):
    """The form of a value, or None. The first shape of which writing gives exactly the value."""
    for shape, pattern in PATTERNS:
        found = pattern.fullmatch(value)
        made = found and read(shape, found.groups())
        if made and made.write() == value:
            return made
    return None


def read(shape, parts):
    if shape == DATE:
        year, month, day = map(int, parts)
        return Form(DATE, b"", 0, (12 * year + month - 1) * 31 + day - 1)
    if shape == TIME:
        h, m, s = map(int, parts[:3])
        two = len(parts[0]) == 2 and (h < 10 or not parts[3])
        return Form(TIME, parts[3], int(two), 3600 * h + 60 * m + s)
    if shape == MOMENT:
        year, month, day, h, m, s = map(int, parts[:6])
        decimals = len(parts[6] or b"")
        number = (86_400 * days(year, month, day) + 3600 * h + 60 * m + s) * 10**decimals + int(parts[6] or 0)
        return Form(MOMENT, parts[7], decimals, number)
    if shape == SIGNED:
        return Form(SIGNED, b"", 0, int(b"".join(parts)))
    return None if parts[0] in (b"+", b"-") else Form(NUMBER, parts[0], 0, int(parts[1]))
