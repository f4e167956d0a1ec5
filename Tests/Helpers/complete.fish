#!/usr/bin/env fish
# complete.fish LOCKSIM LINE: what fish proposes at the end of the line, one word a line.
set -p PATH (dirname $argv[1])
locksim completion fish | source
complete -C "$argv[2]" | string replace -r '\t.*' ''
