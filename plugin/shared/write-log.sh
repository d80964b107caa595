#!/bin/sh
# Appends one entry to a debate's log and prints its seq.
# write-log.sh PHASE SPEAKER TYPE CONTENT_FILE [SOURCES_JSON] [REBUTTAL_TO_SEQ] [TARGET_SEQ]
# An argument that is empty or "null" is absent. The debate's folder is DEBATE_OUTPUT_DIR, else the output_dir of
# config/debate-config.json (beside the current folder, then beside this script's), else the folder of this script.
set -eu

if [ "$#" -lt 4 ]; then
  echo "usage: write-log.sh PHASE SPEAKER TYPE CONTENT_FILE [SOURCES_JSON] [REBUTTAL_TO_SEQ] [TARGET_SEQ]" >&2
  exit 2
fi

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

configured() {
  [ -f "$1" ] || return 1
  found=$(sed -n 's/.*"output_dir"[[:space:]]*:[[:space:]]*"\([^"]*\)".*/\1/p' "$1" | head -n 1)
  [ -n "$found" ] || return 1
  case "$found" in
    /*) printf '%s' "$found" ;;
    *) printf '%s/%s' "$2" "$found" ;;
  esac
}

folder=${DEBATE_OUTPUT_DIR:-}
[ -n "$folder" ] || folder=$(configured config/debate-config.json "$PWD") ||
  folder=$(configured "$here/../config/debate-config.json" "$here/..") || folder=$here
mkdir -p -- "$folder"

phase=$1 speaker=$2 type=$3 content=$4
sources=${5:-} rebuttal=${6:-} target=${7:-}
# The ancestor's redactions name their target in words: "REDACTED: seq 12 (…)".
if [ "$type" = redaction ] && { [ -z "$target" ] || [ "$target" = null ]; }; then
  target=$(sed -n 's/^REDACTED: seq \([0-9][0-9]*\).*/\1/p' "$content" | head -n 1)
fi
set -- append "$folder" --phase "$phase" --speaker "$speaker" --type "$type" --content-file "$content"
[ -z "$sources" ] || [ "$sources" = null ] || set -- "$@" --sources "$sources"
[ -z "$rebuttal" ] || [ "$rebuttal" = null ] || set -- "$@" --rebuttal-to "$rebuttal"
[ -z "$target" ] || [ "$target" = null ] || set -- "$@" --target "$target"

if [ -n "${ROSTRUM:-}" ]; then
  exec node "$ROSTRUM" "$@"
elif command -v rostrum >/dev/null 2>&1; then
  exec rostrum "$@"
elif [ -f "$here/../../dist/cli.js" ]; then
  exec node "$here/../../dist/cli.js" "$@"
fi
echo "write-log.sh: rostrum is not installed. Install it, or name its cli.js in ROSTRUM." >&2
exit 1
