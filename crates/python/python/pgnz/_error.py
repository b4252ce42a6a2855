"""The exception of this package."""

from __future__ import annotations


class Error(Exception):
    """What pgnz cannot do, and where in an archive.

    ``kind`` says what can be done about it:

    - ``"corruption"``: the archive is damaged; use another copy. What stands before the damage is intact.
    - ``"insufficient_data"``: the archive ends early; copy or download it again.
    - ``"compatibility"``: the archive is sound, but of another release.
    - ``"unknown_model"``: it was coded by a model of somebody's own; give it as ``models=[…]``.
    - ``"invalid_argument"``: ask for something else, such as a column that there is.
    - ``"io"``: the source or the destination failed.
    - ``"cancelled"``: the run was ended.

    ``block`` counts from 1, ``stream`` is a name such as ``"clocks"``, ``byte`` is the byte of the archive, from 0, at which the faulty
    part starts; each is ``None`` where it is not known.
    """

    __module__ = "pgnz"

    def __init__(
        self,
        message: str = "",
        kind: str = "invalid_argument",
        block: int | None = None,
        stream: str | None = None,
        byte: int | None = None,
    ) -> None:
        # All of them are arguments, so that the exception can be pickled.
        super().__init__(message, kind, block, stream, byte)
        self.kind = kind
        self.block = block
        self.stream = stream
        self.byte = byte

    def __str__(self) -> str:
        return str(self.args[0])
