#!/usr/bin/env bash
# The page in a real browser: form and types, then every flow a visitor takes.
#
#   run.sh            checks what is installed, says what it skips
#   run.sh --install  installs Chromium (as root) and the npm packages first
#
# DEDALE names the program to test; by default it is built here.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
cd "$here"

if [[ "${1:-}" == --install ]]; then
  if ! command -v chromium >/dev/null && [[ $EUID -eq 0 ]]; then
    apt-get update -qq
    apt-get install -y -qq chromium fonts-liberation >/dev/null
  fi
  npm install --no-package-lock --no-audit --no-fund --silent
fi

# Says what is missing; where everything must be there, that is a failure.
skip() {
  echo "skipped: the browser tests need $1 (run.sh --install)"
  if [[ -n "${CI:-}" ]]; then exit 1; fi
  exit 0
}

if [[ ! -d node_modules ]]; then
  skip "their npm packages"
fi
(cd ../../web && "$here/node_modules/.bin/biome" ci --error-on-warnings .)
npx --no-install tsc -p ../../web/tsconfig.json
echo "form and types: fine"

if ! command -v "${CHROMIUM:-chromium}" >/dev/null; then
  skip "Chromium"
fi
if [[ -z "${DEDALE:-}" && -z "${DEDALE_URL:-}" ]]; then
  cargo build --manifest-path "$here/../../../../Cargo.toml" -p dedale --locked
  target="${CARGO_TARGET_DIR:-$here/../../../../target}"
  export DEDALE="$target/debug/dedale"
fi
# Two files at a time: each has a studio and a browser of its own. A file that
# fails so runs once more alone: two browsers on a busy machine can starve each
# other, but what is wrong is wrong alone too.
failed="$(mktemp)"
trap 'rm -f "$failed"' EXIT
if node --test --test-concurrency=2 \
  --test-reporter=tap --test-reporter-destination=stdout \
  --test-reporter=./failed_files.mjs --test-reporter-destination="$failed"; then
  exit 0
fi
mapfile -t again <"$failed"
# A runner that failed without naming a file has no second try.
[[ ${#again[@]} -gt 0 ]] || exit 1
echo "failed beside another file, run again alone: ${again[*]##*/}"
node --test --test-concurrency=1 "${again[@]}"
