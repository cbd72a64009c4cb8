#!/usr/bin/env bash
# Bodies for 3-D printers, checked by an independent tool: admesh must find each
# of them in one piece, every edge with two faces, and nothing to repair.
#
#   watertight.sh [PROGRAM]     the program is `dedale` unless given
set -euo pipefail
dedale="${1:-dedale}"
command -v admesh >/dev/null || { echo "skipped: admesh is not installed"; exit 0; }
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
for surface in square hex triangle polar upsilon brick voronoi; do
  for size in 3x3 12x9; do
    file="$folder/$surface-$size.stl"
    "$dedale" maze generate wilson --surface "$surface" --size "$size" --seed 7 --wall-mm 1.2 -o "$file" 2>/dev/null
    said="$(admesh "$file")"
    for line in "Total disconnected facets *: *0 *0" "Number of parts *: *1 " "Degenerate facets *: *0" "Facets reversed *: *0" "Facets added *: *0"; do
      grep -qE "$line" <<<"$said" || { echo "$surface $size: admesh does not say '$line'"; echo "$said"; exit 1; }
    done
    echo "$surface $size: watertight"
  done
done
