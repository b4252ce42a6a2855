#!/usr/bin/env bash
# Builds pgnz for WebAssembly: target/wasm/pgnz.wasm, and beside it the files of data that decoding needs, each named by its SHA-256.
#   scripts/wasm.sh [--keep]
# `pgnz site` writes a module that is kept in crates/view/module, so that building the program takes no compiler for the web. With --keep the
# one that was built is kept from now on; without, it says whether that is the same.
# It takes a compiler with the standard library for wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`). Where there is
# none, it takes Debian's: the packages below are unpacked under target/, nothing is installed. Where these cannot be had either, it says so
# and ends with success, without a module. (wasm-opt makes the module no smaller once it is packed, so it is not used.)
set -euo pipefail
keep=${1:-}
[ $# -le 1 ] && [ "${keep:---keep}" = --keep ] || { echo "wasm: the only option is --keep" >&2; exit 1; }
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
triple=wasm32-unknown-unknown

# Debian's compiler for the web: packages, their version and the SHA-256 of each.
packages="rustc-web=1.96.0+dfsg1-1~deb12u2 8fefe1d6377fe4082f5a9d2a47e095e2d20319eaab9754bd2f0275155c9adf90
libstd-rust-web-dev=1.96.0+dfsg1-1~deb12u2 e38dbeaaad673fc63fb47c5140cf34da271ac71c3ecafc828b762c2fb01fe77a
libstd-rust-web-1.96=1.96.0+dfsg1-1~deb12u2 3755f30434ae29574c91b0beb86632bee401607b0ac35c3e52810f9a53fae0d1
rust-web-src=1.96.0+dfsg1-1~deb12u2 9de8597c464d0a9283672973ed7e50092b49a92b95861429043fe8b57468a208
libllvm22=1:22.1.8-1~deb12u1 729ec3e943d320515c2bbdc96acfffd7ce34861e62bd5c42726bf586d644dfe2"
tools=$target/wasm-tools
options=()

skip() {
    echo "wasm: SKIPPED, no module is built: $1" >&2
    exit 0
}

# Whether rustup's compiler has the target's standard library.
has_target() {
    [ -n "$(find "$(rustc --print target-libdir --target $triple)" -name 'libstd-*.rlib' 2>/dev/null)" ]
}

# Fetches a package, looks at its SHA-256, and unpacks it.
fetch() {
    local package=$1 sum=$2 folder
    folder=$(mktemp -d "$tools/fetched.XXXXXX")
    (cd "$folder" && apt-get download -qq "$package") || return 1
    echo "$sum  $(echo "$folder"/*.deb)" | sha256sum --check --quiet || return 1
    dpkg -x "$folder"/*.deb "$tools/root"
    rm -r "$folder"
}

if has_target; then
    :
elif [ -x "$tools/rustc" ]; then
    options=(-Zbuild-std=std,panic_abort)
else
    command -v apt-get >/dev/null && command -v dpkg >/dev/null || skip "there is neither the target $triple nor apt-get"
    rm -rf "$tools" && mkdir -p "$tools/root"
    apt-get update -qq || true
    while read -r package sum; do
        fetch "$package" "$sum" || skip "the package $package cannot be had"
    done <<<"$packages"
    linker=$(rustc --print sysroot)/lib/rustlib/$(rustc --print host-tuple)/bin/rust-lld
    [ -x "$linker" ] || skip "rust-lld is missing from rustup's compiler"
    ln -s "$linker" "$tools/rust-lld"
    printf '#!/bin/sh\nLD_LIBRARY_PATH="%s" exec "%s" "$@"\n' "$tools/root/usr/lib/$(uname -m)-linux-gnu" "$tools/root/usr/bin/rustc" >"$tools/rustc.part"
    chmod +x "$tools/rustc.part"
    "$tools/rustc.part" --version >/dev/null || skip "Debian's compiler does not run here"
    mv "$tools/rustc.part" "$tools/rustc"
    options=(-Zbuild-std=std,panic_abort)
fi
if [ ${#options[@]} -gt 0 ]; then
    # This compiler is a release; the switch lets it build the standard library that it was not shipped with.
    export RUSTC=$tools/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$tools/rust-lld
fi

# The paths of this machine are nobody's business, and would make the bytes depend on them.
remap="--remap-path-prefix=$PWD=pgnz --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$tools=tools"
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Ctarget-feature=+simd128 $remap"
cargo build --locked --profile web -p pgnz-wasm --target $triple "${options[@]}"

out=$target/wasm
rm -rf "$out" && mkdir -p "$out/data"
cp "$target/$triple/web/pgnz_wasm.wasm" "$out/pgnz.wasm"

# The files of data, each under its name, and a table of all with their SHA-256.
bash scripts/data.sh "$out/data" fast.net default.net names.net roster.bin evals.net openings.bin
(cd "$out" && sha256sum pgnz.wasm data/* >SHA256SUMS)
echo "wasm: $out/pgnz.wasm has $(stat -c %s "$out/pgnz.wasm") bytes, $(gzip -9c "$out/pgnz.wasm" | wc -c) packed by gzip"

kept=crates/view/module
if [ "$keep" = --keep ]; then
    gzip -9nc "$out/pgnz.wasm" >$kept/pgnz.wasm.gz
    (cd "$out" && sha256sum pgnz.wasm) >$kept/SHA256SUMS
    echo "wasm: $kept has this module now"
elif (cd "$out" && sha256sum --check --status) <$kept/SHA256SUMS; then
    echo "wasm: $kept has this module"
else
    echo "wasm: $kept has another module; --keep puts this one there"
fi
