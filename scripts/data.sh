#!/usr/bin/env bash
# Puts files of data that archives are decoded with into FOLDER, each under its name: those that are named, or all. Of best.net the
# repository has two halves, because no registry of crates takes it in one package; here it is one file. The SHA-256 of each is that of
# the format, docs/format/02-container.md.
#   scripts/data.sh FOLDER [NAME…]
set -euo pipefail
mkdir -p "$1"
folder=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
table=docs/format/02-container.md
# The names and sums of the table under Codecs.
sums=$(sed -nE 's/^\|.*\[`([a-z]+\.[a-z]+)`\]\(.*`([0-9a-f]{64})` \|$/\2  \1/p' $table)
[ $# -gt 0 ] || mapfile -t all < <(cut -d ' ' -f 3 <<<"$sums")
for name in "${@:-${all[@]}}"; do
    sum=$(grep "  $name\$" <<<"$sums") || {
        echo "data: $table has no file $name" >&2
        exit 1
    }
    # Two or more places for a name are its halves in order.
    mapfile -t places < <(find crates/data* crates/streams/src crates/model/src \( -name "$name" -o -name "$name.[0-9]" \) -type f | sort)
    cat "${places[@]}" >"$folder/$name"
    (cd "$folder" && sha256sum --check --quiet <<<"$sum")
done
