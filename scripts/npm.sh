#!/usr/bin/env bash
# Puts the npm package together in target/npm, tests it there, and packs it:
#   scripts/npm.sh
# It needs Node 20 or later, and the module that scripts/wasm.sh has built; without either it says so and ends with success. The tests in
# headless Chromium run where that is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

skip() {
    echo "npm: SKIPPED, the package is not tested: $1" >&2
    exit 0
}

command -v node >/dev/null || skip "Node is not installed"
[ -s "$target/wasm/pgnz.wasm" ] || skip "there is no module (just wasm)"

out=$target/npm
rm -rf "$out" && mkdir -p "$out"
cp -r packages/npm/. "$out"
cp -r "$target/wasm/." "$out"
cp LICENSE "$out"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
grep -q "\"version\": \"$version\"" "$out/package.json" || {
    echo "npm: packages/npm/package.json has not the version $version of Cargo.toml" >&2
    exit 1
}

# The tests read archives of level best, whose network is not in the package.
data=$target/npm-data
rm -rf "$data" && mkdir -p "$data"
ln -s "$out"/data/* "$data"
bash scripts/data.sh "$data" best.net
# One of them needs the program, too, if that is built.
[ ! -x "$target/debug/pgnz" ] || export PGNZ_PROGRAM=$target/debug/pgnz
PGNZ_ROOT=$PWD PGNZ_DATA=$data node --test "$out/test"

if command -v npm >/dev/null; then
    rm -rf "$target/dist-npm" && mkdir -p "$target/dist-npm"
    (cd "$out" && npm pack --silent --pack-destination "$target/dist-npm")
    echo "npm: $(stat -c '%n has %s bytes' "$target"/dist-npm/*.tgz)"
fi
