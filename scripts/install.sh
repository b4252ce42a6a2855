#!/usr/bin/env bash
# Puts a built pgnz, its manual pages and its completions into the usual places under a folder:
#   scripts/install.sh target/release/pgnz /usr/local
# The pages and the completions come out of the program itself, so they always fit it; RUNNER runs it where this processor cannot.
set -euo pipefail

program=$1
folder=$2

install -D -m 755 "$program" "$folder/bin/pgnz"

pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
${RUNNER:-} "$program" man --output-dir "$pages"
install -d "$folder/share/man/man1"
install -m 644 "$pages"/*.1 "$folder/share/man/man1/"

completions() {
    ${RUNNER:-} "$program" completions "$1" > "$pages/script"
    install -D -m 644 "$pages/script" "$folder/$2"
}
completions bash share/bash-completion/completions/pgnz
completions zsh share/zsh/site-functions/_pgnz
completions fish share/fish/vendor_completions.d/pgnz.fish
completions powershell share/pgnz/pgnz.ps1

echo "installed: $folder/bin/pgnz, its manual pages and completions"
