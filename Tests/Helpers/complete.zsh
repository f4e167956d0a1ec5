#!/usr/bin/env zsh
# complete.zsh LOCKSIM LINE: what zsh proposes at the end of the line, one word a line.
zmodload zsh/zpty
PATH=${1:h}:$PATH
mark=$'\x01'

# A terminal of its own, in which a line is typed and completed.
zpty shell zsh -f -i
say() { zpty -w shell "$*" }
say 'PROMPT= RPROMPT=; unsetopt zle_bracketed_paste; stty -echo; autoload -U compinit; compinit -D -u'
say 'eval "$(locksim completion zsh)"'
say "begin() { print -n -- \$'\x01' }; finish() { print -n -- \$'\x01'; exit }"
say 'compprefuncs=(begin); comppostfuncs=(finish)'
say 'compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    local -a hits
    builtin compadd -A hits "$@"
    print -l -- "" $hits
    builtin compadd "$@"
}'
say 'bindkey "^I" complete-word; print -n -- READY'
zpty -r shell text '*READY*'
zpty -w -n shell "$2"$'\t'
zpty -r -t shell text >/dev/null
output=
while zpty -r shell text "*$mark"; do
    output+=$text
    if [[ $output == *$mark*$mark* ]]; then break; fi
done
zpty -d shell
output=${output#*$mark}
print -r -- ${output%%$mark*} | tr -d '\r' | grep -v '^$' | sort -u
