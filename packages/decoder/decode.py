"""Gives the text of an archive of pgnz, by its module for WebAssembly: README.md.

    python3 decode.py games.pgnz > games.pgn
"""
import argparse
import gzip
import hashlib
import json
import sys
from pathlib import Path

import wasmtime

CRATES = Path(__file__).resolve().parents[2] / "crates"


def module_of(path):
    """The bytes of the module at a path, unpacked if it is packed by gzip; SHA256SUMS beside it must have the sum of either."""
    packed = path.read_bytes()
    module = gzip.decompress(packed) if path.suffix == ".gz" else packed
    sums = {tuple(line.split()) for line in (path.parent / "SHA256SUMS").read_text().splitlines()}
    names = {path.name: packed, path.name.removesuffix(".gz"): module}
    if not any((hashlib.sha256(content).hexdigest(), name) in sums for name, content in names.items()):
        raise ValueError(f"{path} is not the module that SHA256SUMS has")
    return module


class Decoder:
    """The module at a path, with those of its files of data that the folders hold, whole or in parts (`best.net.1`)."""

    def __init__(self, path, folders):
        engine = wasmtime.Engine()
        self.store, linker = wasmtime.Store(engine), wasmtime.Linker(engine)
        whole, real = wasmtime.ValType.i32(), wasmtime.ValType.f64()
        # By this function archives are read in parts. Here they are handed over whole, so it has nothing to give.
        linker.define_func("host", "read", wasmtime.FuncType([whole, real, whole, whole], [whole]), lambda *place: -1)
        self.exports = linker.instantiate(self.store, wasmtime.Module(engine, module_of(path))).exports(self.store)
        levels = json.loads(self.call("about"))["missing"].values()
        for name in {file["name"] for missing in levels for file in missing}:
            parts = [part for folder in folders for form in (name, f"{name}.[0-9]") for part in sorted(folder.glob(form))]
            if parts:
                self.call("supply", b"".join(part.read_bytes() for part in parts))

    def call(self, operation, request=b""):
        """The answer to a request; an error is a ValueError with its kind and its message."""
        memory = self.exports["memory"]
        memory.write(self.store, request, self.exports["pgnz_request"](self.store, len(request)) & 0xFFFFFFFF)
        failed = self.exports[f"pgnz_{operation}"](self.store)
        at, length = (self.exports[name](self.store) & 0xFFFFFFFF for name in ("pgnz_answer", "pgnz_answer_bytes"))
        answer = bytes(memory.read(self.store, at, at + length))
        if failed:
            error = json.loads(answer)
            raise ValueError(error["kind"], error["message"])
        return answer

    def text(self, archive):
        """The text of an archive, both as bytes."""
        return self.call("expand", archive)


def main():
    parser = argparse.ArgumentParser(description="Writes the text of an archive of pgnz to its output.")
    parser.add_argument("archive", type=Path)
    parser.add_argument("--module", type=Path, default=CRATES / "view/module/pgnz.wasm.gz", help="pgnz.wasm or pgnz.wasm.gz, beside its SHA256SUMS")
    parser.add_argument("--data", type=Path, nargs="+", default=sorted(CRATES.glob("data*")), metavar="FOLDER", help="where the files of data are")
    args = parser.parse_args()
    try:
        text = Decoder(args.module, args.data).text(args.archive.read_bytes())
    except (OSError, ValueError, wasmtime.WasmtimeError) as error:
        sys.exit(f"decode.py: {': '.join(map(str, error.args)) if isinstance(error, ValueError) else error}")
    sys.stdout.buffer.write(text)


if __name__ == "__main__":
    main()
