import Scenarios

extension Command {
    static let completion = Command(
        name: "completion", summary: "Prints what makes a shell complete locksim's words.",
        usage: Shell.allCases.map(\.rawValue).joined(separator: "|"),
        examples: [
            ("locksim completion bash >~/.local/share/bash-completion/completions/locksim", ""),
            ("locksim completion zsh >~/.zfunc/_locksim", "a folder of $fpath"),
            ("locksim completion fish >~/.config/fish/completions/locksim.fish", ""),
        ]
    ) { (arguments, console) throws(CommandError) in
        let names = Shell.allCases.map(\.rawValue)
        guard let name = arguments.operands.first else {
            throw .usage("expected a shell: \(names.joined(separator: ", "))")
        }
        guard let shell = Shell(rawValue: name) else {
            let hint = Nearest.word(to: name, in: names).map { "; did you mean “\($0)”?" }
            throw .usage("unknown shell “\(name)”" + (hint ?? "; known: bash, zsh, fish"))
        }
        if arguments.operands.count > 1 {
            throw .usage("unexpected argument “\(arguments.operands[1])”")
        }
        return try console.print(shell.script)
    }
}
