#!/usr/bin/env bash
# Tests the decoder in Python over the module for WebAssembly (packages/decoder) with the conformance set and the golden archives:
#   scripts/decoder.sh
# It takes the module that is kept, or else the one that scripts/wasm.sh has built, and puts wasmtime into a virtual environment. Where either
# cannot be had, it says so and ends with success.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

skip() {
    echo "decoder: SKIPPED, it is not tested: $1" >&2
    exit 0
}

export PGNZ_MODULE=$PWD/crates/view/module/pgnz.wasm.gz
[ -s "$PGNZ_MODULE" ] || PGNZ_MODULE=$target/wasm/pgnz.wasm
[ -s "$PGNZ_MODULE" ] || skip "there is no module (just wasm)"
tools=$target/decoder
if [ ! -e "$tools/complete" ]; then
    rm -rf "$tools"
    python3 -m venv "$tools" || skip "there is no virtual environment for Python"
    "$tools/bin/pip" install --quiet --disable-pip-version-check wasmtime==50.0.1 || skip "wasmtime cannot be installed"
    touch "$tools/complete"
fi
cd packages/decoder
PYTHONDONTWRITEBYTECODE=1 "$tools/bin/python" -m unittest
