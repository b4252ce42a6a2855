#!/usr/bin/env bash
# Builds pgnz for a target of Rust, packs it, and tries the packages:
#   scripts/dist-for.sh x86_64-unknown-linux-musl
#   scripts/dist-for.sh aarch64-unknown-linux-gnu
# Takes the target's C compiler and, where this processor cannot run the program, an emulator; on Debian: musl-tools, or
# gcc-aarch64-linux-gnu and qemu-user-static. The packages come to target/dist-TARGET.
set -euo pipefail

target=$1
cd "$(dirname "$0")/.."
folder=${CARGO_TARGET_DIR:-target}

# What C code is compiled with, what links, what comes before the names of binutils, what runs the program.
case $target in
"$(rustc --print host-tuple)") ;;
x86_64-unknown-linux-musl) export CC_x86_64_unknown_linux_musl=musl-gcc ;;
aarch64-unknown-linux-gnu)
    export CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CROSS=aarch64-linux-gnu- RUNNER="qemu-aarch64-static -L /usr/aarch64-linux-gnu"
    ;;
*)
    echo "nobody has said yet how to build for $target: add it to $0" >&2
    exit 1
    ;;
esac

rustup target add "$target"
cargo build --locked --release -p pgnz-cli --target "$target"
rm -rf "$folder/dist-$target"
TARGET=$target bash scripts/dist.sh "$folder/$target/release/pgnz" "$folder/dist-$target"
bash scripts/sums.sh "$folder/dist-$target"
bash scripts/try-dist.sh "$folder/dist-$target"
