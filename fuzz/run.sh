#!/usr/bin/env bash
# Every fuzz target, on the stable compiler: counters by the code generator's
# own pass, no sanitizer (the house forbids unsafe code).
#
#   run.sh             each corpus once, then five seconds a target
#   run.sh runs N      N inputs a target
#   run.sh seconds N   N seconds a target
#   run.sh merge       new inputs that reach new code become part of the corpora
#   TARGETS="maze question" run.sh …   these only
#
# `cargo fuzz run TARGET --sanitizer none` does the same where cargo-fuzz is.
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR="${FUZZ_TARGET_DIR:-$PWD/target}"
triple="$(rustc -vV | sed -n 's/host: //p')"
counters="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
counters+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
counters+=" -Cllvm-args=-sanitizer-coverage-trace-compares"
RUSTFLAGS="--cfg fuzzing $counters" cargo build --release --locked --target "$triple" --quiet

limit="-max_total_time=5"
case "${1:-}" in
  runs) limit="-runs=$2" ;;
  seconds) limit="-max_total_time=$2" ;;
esac
found="$CARGO_TARGET_DIR/corpus"
failed=0
for target in ${TARGETS:-$(ls corpus)}; do
  program="$CARGO_TARGET_DIR/$triple/release/$target"
  mkdir -p "$found/$target"
  if [[ "${1:-}" == merge ]]; then
    "$program" -merge=1 -max_len=4096 "corpus/$target" "$found/$target" 2>&1 | tail -1
    continue
  fi
  log="$CARGO_TARGET_DIR/$target.log"
  if "$program" "$found/$target" "corpus/$target" "$limit" -max_len=4096 -timeout=20 -rss_limit_mb=2048 \
    -artifact_prefix="$CARGO_TARGET_DIR/$target-" >"$log" 2>&1; then
    echo "$target: $(grep -a '^Done' "$log" || true) $(grep -aoE 'cov: [0-9]+' "$log" | tail -1)"
  else
    failed=1
    echo "$target: FAILED"
    tail -n 30 "$log"
  fi
done
exit "$failed"
