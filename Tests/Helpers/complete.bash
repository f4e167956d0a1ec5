#!/usr/bin/env bash
# complete.bash LOCKSIM LINE: what bash proposes at the end of the line, one word a line.
# Not -e: what is interactive elsewhere ends nothing where a word has no match.
set -uo pipefail

line=$2
PATH=$(dirname "$1"):$PATH
source <(locksim completion bash)
# As readline takes a line apart.
read -ra COMP_WORDS < <(sed 's/[=:]\+/ & /g' <<<"$line")
if [[ $line == *' ' ]]; then COMP_WORDS+=(""); fi
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
COMPREPLY=()
_locksim locksim
printf '%s\n' "${COMPREPLY[@]}"
