/// The shells that can be taught to complete. Their scripts hold no words of ours: they ask
/// `locksim complete` for those, and add files themselves.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var script: String {
        switch self {
        case .bash: Shell.bashScript
        case .zsh: Shell.zshScript
        case .fish: Shell.fishScript
        }
    }

    private static let bashScript = #"""
        # Completion of locksim for bash 4.4 and later; made by “locksim completion bash”.
        _locksim() {
            local word line index glue= words=() lines=()
            # Bash takes words apart at "=" and ":"; they are put together again.
            for ((index = 1; index <= COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                if [[ ${#words[@]} -gt 0 && ($glue || $word =~ ^[=:]+$) ]]; then
                    words[-1]+=$word
                else
                    words+=("$word")
                fi
                glue=
                if [[ $word =~ ^[=:]+$ ]]; then glue=1; fi
            done
            mapfile -t lines < <("${1/#\~/${HOME-}}" complete -- "${words[@]}" 2>/dev/null)
            if [[ ${#lines[@]} -eq 0 ]]; then return; fi
            local files=${lines[0]%% *} prefix=${lines[0]#* } current=${words[-1]} taken=
            # What bash regards as another word already stays out of the answers.
            if [[ $COMP_WORDBREAKS == *=* && $current == *=* ]]; then
                taken=${current%"${current##*=}"}
            fi
            if [[ $COMP_WORDBREAKS == *:* && ${current#"$taken"} == *:* ]]; then
                taken=${current%"${current##*:}"}
            fi
            COMPREPLY=()
            for line in "${lines[@]:1}"; do
                word=${line%%$'\t'*}
                COMPREPLY+=("${word#"$taken"}")
            done
            if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=,] ]]; then
                compopt -o nospace 2>/dev/null
            fi
            if [[ $files == none ]]; then return; fi
            local rest=${current#"$prefix"} before=${prefix#"$taken"} found=()
            compopt -o filenames 2>/dev/null
            mapfile -t found < <(
                compgen -P "$before" -d -- "$rest"
                case $files in
                    scenarios)
                        compgen -P "$before" -f -X '!*.yaml' -- "$rest"
                        compgen -P "$before" -f -X '!*.yml' -- "$rest"
                        ;;
                    all) compgen -P "$before" -f -- "$rest" ;;
                esac | while IFS= read -r line; do
                    if [[ ! -d $line ]]; then printf '%s\n' "$line"; fi
                done
            )
            COMPREPLY+=("${found[@]}")
        }
        complete -o nosort -F _locksim locksim

        """#

    private static let zshScript = #"""
        #compdef locksim
        # Completion of locksim for zsh; made by “locksim completion zsh”.
        _locksim() {
            local -a lines closed open
            local line word says files prefix
            lines=("${(@f)$(${~words[1]} complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            files=${lines[1]%% *}
            prefix=${lines[1]#* }
            for line in "${(@)lines[2,-1]}"; do
                word=${line%%$'\t'*}
                says=${line#*$'\t'}
                line=${word//:/\\:}${says:+:$says}
                if [[ $word == *[=,] ]]; then open+=("$line"); else closed+=("$line"); fi
            done
            if (( ${#closed} )); then _describe -V locksim closed; fi
            if (( ${#open} )); then _describe -V locksim open -S ''; fi
            if [[ -n $prefix ]]; then compset -P "${(b)prefix}"; fi
            case $files in
                scenarios) _files -g '*.(yaml|yml)' ;;
                folders) _files -/ ;;
                all) _files ;;
            esac
        }
        if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
            _locksim "$@"
        else
            compdef _locksim locksim
        fi

        """#

    private static let fishScript = #"""
        # Completion of locksim for fish 3.1 and later; made by “locksim completion fish”.
        function __locksim_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l program $words[1]
            set -e words[1]
            set -l lines ($program complete -- $words "$current" 2>/dev/null)
            set -l head (string split -m 1 ' ' -- $lines[1])
            set -e lines[1]
            printf '%s\n' $lines
            set -l rest (string replace -- "$head[2]" '' "$current")
            for file in (string replace -r '^~(?=/)' -- $HOME "$rest")*
                if test -d $file
                    test "$head[1]" = none; or echo "$head[2]$file/"
                else if test "$head[1]" = all
                    echo "$head[2]$file"
                else if test "$head[1]" = scenarios; and string match -qr '\.ya?ml$' -- $file
                    echo "$head[2]$file"
                end
            end
        end
        complete -c locksim -f -k -a '(__locksim_complete)'

        """#
}
