#!/usr/bin/env python3
"""Searches an archive through the interface for C, with nothing but Python's own module ctypes; the package `pgnz` (docs/python.md) can do more.

    python3 search.py games.pgnz "player = 'Morphy'"

The archive is read by a function of Python. PGNZ_LIBRARY names the library if the system does not find it.
"""

import ctypes
import os
import sys
from ctypes import POINTER, byref, c_bool, c_char_p, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

END = 2**64 - 1
TAGS = 1
READ_AT = ctypes.CFUNCTYPE(c_int64, c_void_p, c_uint64, POINTER(ctypes.c_uint8), c_size_t)

library = ctypes.CDLL(os.environ.get("PGNZ_LIBRARY", "libpgnz.so"))
FUNCTIONS = {
    "pgnz_version": (c_char_p, []),
    "pgnz_error_message": (c_char_p, [c_void_p]),
    "pgnz_error_free": (None, [c_void_p]),
    "pgnz_open_with": (c_void_p, [READ_AT, c_void_p, c_uint64, POINTER(c_void_p)]),
    "pgnz_close": (None, [c_void_p]),
    "pgnz_count": (c_bool, [c_void_p, c_uint64, c_uint64, c_char_p, c_uint32, POINTER(c_uint64), POINTER(c_void_p)]),
    "pgnz_search_begin": (c_void_p, [c_void_p, c_uint64, c_uint64, c_char_p, c_uint32, c_uint32, POINTER(c_void_p)]),
    "pgnz_search_next": (c_void_p, [c_void_p, POINTER(c_void_p)]),
    "pgnz_search_free": (None, [c_void_p]),
    "pgnz_game_number": (c_uint64, [c_void_p]),
    "pgnz_game_tag": (c_char_p, [c_void_p, c_char_p, c_void_p]),
    "pgnz_game_free": (None, [c_void_p]),
}
for name, (result, parameters) in FUNCTIONS.items():
    function = getattr(library, name)
    function.restype, function.argtypes = result, parameters


def check(error):
    """Raises the error if there is one."""
    if error:
        message = library.pgnz_error_message(error).decode()
        library.pgnz_error_free(error)
        raise RuntimeError(message)


def main(path, where):
    where, error = where.encode(), c_void_p()
    with open(path, "rb") as file:

        def read_at(_, offset, buffer, length):
            file.seek(offset)
            part = file.read(length)
            ctypes.memmove(buffer, part, len(part))
            return len(part)

        # It must not be collected before the archive is closed.
        reader = READ_AT(read_at)
        archive = library.pgnz_open_with(reader, None, os.fstat(file.fileno()).st_size, byref(error))
        check(error)
        search = None
        try:
            count = c_uint64()
            library.pgnz_count(archive, 0, END, where, 0, byref(count), byref(error))
            check(error)
            print(count.value)
            search = library.pgnz_search_begin(archive, 0, END, where, TAGS, 0, byref(error))
            check(error)
            while game := library.pgnz_search_next(search, byref(error)):
                number = library.pgnz_game_number(game) + 1
                white, black = (library.pgnz_game_tag(game, name, None) or b"?" for name in (b"White", b"Black"))
                print(f"{number}\t{white.decode()}\t{black.decode()}")
                library.pgnz_game_free(game)
            check(error)
        finally:
            library.pgnz_search_free(search)
            library.pgnz_close(archive)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} ARCHIVE FILTER")
    try:
        main(*sys.argv[1:])
    except (OSError, RuntimeError) as error:
        sys.exit(f"{sys.argv[0]}: {error}")
