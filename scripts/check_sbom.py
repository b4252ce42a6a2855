"""Whether a list of what a program is made of (scripts/sbom.py) is whole: what the program itself and Cargo.lock say is in it.

    python3 scripts/check_sbom.py pgnz.cdx.json pgnz
"""
import hashlib
import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Where a package could end with a panic, its path is in the program.
PATH = re.compile(rb"/registry/src/[^/]+/([A-Za-z0-9_-]+)-(\d+\.\d+\.\d+[A-Za-z0-9.+-]*)/")


def main():
    listed = json.loads(Path(sys.argv[1]).read_text())
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.5")
    parts = [listed["metadata"]["component"], *listed["components"]]
    assert all(part["licenses"][0]["expression"] for part in parts)
    packages = {(part["name"], part["version"]): part for part in parts if part["type"] != "file"}
    locked = {(one["name"], one["version"]): one.get("checksum") for one in tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]}
    for name, part in packages.items():
        sums = [one["content"] for one in part.get("hashes", [])]
        assert sums == [one for one in [locked[name]] if one], f"{name} is not that of Cargo.lock"
    found = {(name.decode(), version.decode()) for name, version in PATH.findall(Path(sys.argv[2]).read_bytes())}
    assert len(found) > 20, "the program does not tell its packages"
    assert found <= packages.keys(), f"not listed: {found - packages.keys()}"
    references = {part["bom-ref"] for part in parts}
    assert all(references.issuperset([one["ref"], *one["dependsOn"]]) for one in listed["dependencies"])
    # Everything that is listed is needed by something that is.
    needed = {need for one in listed["dependencies"] for need in one["dependsOn"]}
    assert {part["bom-ref"] for part in packages.values()} - needed == {parts[0]["bom-ref"]}
    files = {part["name"]: part["hashes"][0]["content"] for part in parts if part["type"] == "file"}
    places = [path for folder in ("data", "data-best-1", "data-best-2", "streams/src", "model/src") for path in (ROOT / "crates" / folder).rglob("*")]
    for name, expected in files.items():
        halves = sorted(path for path in places if path.name == name or path.name in (f"{name}.1", f"{name}.2"))
        assert hashlib.sha256(b"".join(half.read_bytes() for half in halves)).hexdigest() == expected, name
    print(f"{Path(sys.argv[1]).name}: {len(packages)} packages, of which {len(found)} tell it in the program, and {len(files)} files of data")


if __name__ == "__main__":
    main()
