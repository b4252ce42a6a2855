#!/usr/bin/env bash
# Packs the crates that are published, into target/crates/package, and says in which order:
#   scripts/crates.sh             builds each from its package alone, as a registry would have it
#   scripts/crates.sh --no-verify only packs them
# It publishes nothing. A registry takes packages of at most 10 MiB.
set -euo pipefail
cd "$(dirname "$0")/.."
most=$((10 * 1024 * 1024))
out=$(realpath -m "${CARGO_TARGET_DIR:-target}")/crates

# The crates that are published, each after those that it needs, and whether what they say of themselves is whole.
order=$(cargo metadata --locked --format-version 1 --no-deps | python3 -c '
import json, pathlib, sys

packages = {one["name"]: one for one in json.load(sys.stdin)["packages"]}
published = {name: one for name, one in packages.items() if one["publish"] is None}
wrong = []
for name, one in published.items():
    folder = pathlib.Path(one["manifest_path"]).parent
    for field in ("description", "license", "readme", "keywords", "categories", "rust_version"):
        if not one[field]:
            wrong.append(f"{name} has no {field}")
    if len(one["keywords"]) > 5 or len(one["categories"]) > 5:
        wrong.append(f"{name} has more than five keywords or categories")
    if (folder / "LICENSE").read_bytes() != pathlib.Path("LICENSE").read_bytes():
        wrong.append(f"{name}/LICENSE is not that of the project")
    for dependency in one["dependencies"]:
        needed = dependency["name"]
        if needed in packages and dependency["kind"] != "dev":
            if needed not in published:
                wrong.append(f"{name} needs {needed}, which is not published")
            # Packages of one release go together.
            if dependency["req"] != "^" + packages[needed]["version"]:
                wrong.append(f"{name} needs {needed} {dependency['req']}, which is {packages[needed]['version']}")
done = []
def visit(name):
    if name not in done:
        for dependency in published[name]["dependencies"]:
            if dependency["name"] in published and dependency["name"] != name and dependency["kind"] != "dev":
                visit(dependency["name"])
        done.append(name)
for name in sorted(published):
    visit(name)
if wrong:
    sys.exit("crates: " + "\ncrates: ".join(wrong))
for name in done:
    print(name, published[name]["version"])
')

mapfile -t packages < <(sed 's/^\([^ ]*\) .*/--package\n\1/' <<<"$order")
rm -rf "$out/package"
# Whether they can be built is asked, not how fast they are.
export CARGO_PROFILE_DEV_DEBUG=false
cargo package --locked --allow-dirty --target-dir "$out" "$@" "${packages[@]}"

count=0
total=0
while read -r name version; do
    package=$out/package/$name-$version.crate
    bytes=$(stat -c %s "$package")
    tar -xOzf "$package" "$name-$version/LICENSE" | cmp - LICENSE
    [ "$bytes" -le $most ] || {
        echo "crates: $package has $bytes bytes, and a registry takes $most" >&2
        exit 1
    }
    count=$((count + 1))
    total=$((total + bytes))
    printf '%2d  %-20s %-12s %9d bytes\n' "$count" "$name" "$version" "$bytes"
done <<<"$order"
[ "$(find "$out/package" -maxdepth 1 -name '*.crate' | wc -l)" -eq $count ]
echo "crates: $count packages with $total bytes; they are published in this order"
