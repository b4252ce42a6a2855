#!/usr/bin/env bash
# Writes SHA256SUMS of all packages in a folder, into that folder:
#   scripts/sums.sh target/dist
set -euo pipefail
cd "$1"
rm -f SHA256SUMS
sha256sum -- * >SHA256SUMS.part
mv SHA256SUMS.part SHA256SUMS
echo "$1/SHA256SUMS"
