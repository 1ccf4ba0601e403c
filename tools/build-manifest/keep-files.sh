#!/bin/sh
# keep-files.ts for images without Node (the developer center's nginx): the same folder, the same kept.json.
#   sh keep-files.sh --client <folder of a build> [--to <folder>] [--builds 5]      # without --to: KEPT_FILES
set -eu

client='' kept=${KEPT_FILES:-} builds=5
while [ $# -ge 2 ]; do
  case $1 in
    --client) client=$2 ;;
    --to) kept=$2 ;;
    --builds) builds=$2 ;;
    *) break ;;
  esac
  shift 2
done
if [ $# -gt 0 ] || [ -z "$client" ] || [ -z "$kept" ]; then
  echo 'sh keep-files.sh --client <folder of a build> [--to <folder>] [--builds 5]' >&2
  exit 2
fi
id=$(sed -n 's/.*"id":"\([^"]*\)".*/\1/p' "$client/builds/latest.json")
[ -n "$id" ] || { echo "$client names no build" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$kept"

# Names below these contain a content hash: a file that two builds share exists once.
hashed() {
  find assets builds/meta -type f "$@" 2>/dev/null | sort
}

# Written beside and renamed, so that a concurrent reader sees the old file or the new one.
(cd "$client" && hashed ! -name '*.map') >"$work/own"
while read -r file; do
  [ -e "$kept/$file" ] && continue
  mkdir -p "$(dirname "$kept/$file")"
  cp "$client/$file" "$kept/$file.$$.tmp"
  mv "$kept/$file.$$.tmp" "$kept/$file"
done <"$work/own"

# One line per file of each build, newest build first: id, name.
sed "s|^|$id |" "$work/own" >"$work/all"
if [ -f "$kept/kept.json" ]; then
  awk -F'"' -v RS='{' -v id="$id" 'NR > 1 && $4 != id { for (i = 8; i < NF; i += 2) print $4, $i }' \
    "$kept/kept.json" >>"$work/all"
fi
awk -v most="$builds" '!($1 in seen) { seen[$1]; count += 1 } count <= most || count <= 1' "$work/all" >"$work/kept"
awk '
  $1 != last { printf "%s{\"id\":\"%s\",\"files\":[", (NR > 1 ? "]}," : "["), $1; last = $1; comma = "" }
  { printf "%s\"%s\"", comma, $2; comma = "," }
  END { printf "]}]" }
' "$work/kept" >"$kept/kept.json.$$.tmp"
mv "$kept/kept.json.$$.tmp" "$kept/kept.json"

cut -d' ' -f2 "$work/kept" >"$work/needed"
(cd "$kept" && hashed ! -name '*.tmp') | grep -Fxv -f "$work/needed" | while read -r file; do
  rm -f "$kept/$file"
done
echo "kept: $(awk '$1 != last { printf "%s%s", (NR > 1 ? ", " : ""), $1; last = $1 }' "$work/kept")"
