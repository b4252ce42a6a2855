"""Writes what a program of this project is made of, as CycloneDX 1.5 in JSON: every package that is linked into it, with version, licence and
SHA-256, how they need each other, and the files of data.

    python3 scripts/sbom.py pgnz-cli x86_64-unknown-linux-gnu > pgnz.cdx.json

The same tree gives the same bytes. Packages that only build others (build scripts, procedural macros) are not in the program, and not here.
"""
import json
import os
import re
import subprocess
import sys
import tomllib
import uuid
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = re.compile(r"\[`(\w+\.\w+)`\]\(.*\| `([0-9a-f]{64})` \|$", re.MULTILINE)


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def linked(package, target):
    """Name and version of each package that is linked, the program first."""
    lines = output("cargo", "tree", "--locked", "--package", package, "--target", target, "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}")
    return list(dict.fromkeys((line.split()[0], line.split()[1].removeprefix("v")) for line in lines.splitlines() if line))


def reference(name, version):
    return f"pkg:cargo/{name}@{version}"


def bill(package, target):
    parts = linked(package, target)
    metadata = json.loads(output("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target))
    by_id = {one["id"]: (one["name"], one["version"]) for one in metadata["packages"]}
    described = {(one["name"], one["version"]): one for one in metadata["packages"]}
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    sums = {(one["name"], one["version"]): one.get("checksum") for one in lock}

    def component(part, kind="library"):
        name, version = part
        about = described[part]
        made = {"type": kind, "bom-ref": reference(name, version), "name": name, "version": version, "purl": reference(name, version)}
        if about["description"]:
            made["description"] = " ".join(about["description"].split())
        # A slash is an old spelling of OR.
        made["licenses"] = [{"expression": re.sub(r"\s*/\s*", " OR ", about["license"])}]
        if sums[part]:
            made["hashes"] = [{"alg": "SHA-256", "content": sums[part]}]
        return made

    needs = {part: set() for part in parts}
    for node in metadata["resolve"]["nodes"]:
        if (part := by_id[node["id"]]) in needs:
            for need in node["deps"]:
                if any(kind["kind"] is None for kind in need["dep_kinds"]) and by_id[need["pkg"]] in needs:
                    needs[part].add(reference(*by_id[need["pkg"]]))
    data = DATA.findall((ROOT / "docs/format/02-container.md").read_text())
    files = [
        {"type": "file", "bom-ref": f"data:{name}", "name": name, "hashes": [{"alg": "SHA-256", "content": digest}], "licenses": [{"expression": "GPL-3.0-or-later"}]}
        for name, digest in data
    ]
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct").strip()
    made = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(int(seconds), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": component(parts[0], "application"),
            "properties": [{"name": "target", "value": target}],
        },
        "components": [component(part) for part in sorted(parts[1:])] + files,
        "dependencies": [{"ref": reference(*part), "dependsOn": sorted(needs[part])} for part in sorted(parts)],
    }
    made["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(made, sort_keys=True))}"
    return made


def main():
    json.dump(bill(*sys.argv[1:3]), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
