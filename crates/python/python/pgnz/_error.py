"""The exception of this package."""

from __future__ import annotations


class Error(Exception):
    """An error of pgnz, with its place in an archive.

    ``kind`` says what you can do:

    - ``"corruption"``: the archive is damaged; use another copy. Everything before the damage is intact.
    - ``"insufficient_data"``: the archive ends early; copy or download it again.
    - ``"compatibility"``: the archive is undamaged, but was written by another release.
    - ``"unknown_model"``: it was coded with a model that does not come with pgnz; give it as ``models=[…]``.
    - ``"invalid_argument"``: an argument is not possible, for example because there is no such column.
    - ``"io"``: the source or the destination failed.
    - ``"cancelled"``: the run was ended.

    ``block`` counts from 1, ``stream`` is a name such as ``"clocks"``, ``byte`` is the byte of the archive, from 0, at which the damaged
    part starts; each is ``None`` if it is not known.
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


class NotDecodedError(Error, AttributeError):
    """An attribute of a game that was not decoded, because ``columns`` did not name it.

    It is an ``AttributeError``, too, so that ``hasattr`` and ``getattr`` with a default work. Its ``kind`` is ``"invalid_argument"``.
    """

    __module__ = "pgnz"
