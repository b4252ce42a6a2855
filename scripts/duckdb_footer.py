#!/usr/bin/env python3
"""Makes a file that DuckDB loads of a shared library: it appends the footer by which DuckDB knows an extension.

    scripts/duckdb_footer.py LIBRARY VERSION EXTENSION

The footer has 534 bytes: the head of a custom section of WebAssembly, eight fields of 32 bytes, of which the first comes last, and 256 bytes for a signature,
which are zero: nobody has signed it.
"""

import platform
import sys
from pathlib import Path

# The version of the footer, and the interface between DuckDB and the extension: version 1.2.0 of that for C, which stays as it is.
FOOTER, INTERFACE, KIND = "4", "v1.2.0", "C_STRUCT"
HEAD = b"\x00\x93\x04\x10duckdb_signature\x80\x04"
SYSTEMS = {"Linux": "linux", "Darwin": "osx", "Windows": "windows"}
PROCESSORS = {"x86_64": "amd64", "AMD64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


def footer(version):
    """The footer of an extension of this version for the machine that this runs on."""
    machine = f"{SYSTEMS[platform.system()]}_{PROCESSORS[platform.machine()]}"
    fields = [FOOTER, machine, INTERFACE, version, KIND, "", "", ""]
    made = HEAD + b"".join(field.encode().ljust(32, b"\0") for field in reversed(fields)) + bytes(256)
    assert len(made) == 534
    return made


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    library, version, extension = sys.argv[1:]
    Path(extension).write_bytes(Path(library).read_bytes() + footer(version))
