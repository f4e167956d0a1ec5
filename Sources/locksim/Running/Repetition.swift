import Comparing
import Linux
import Reports

/// `run --repeat N`: N runs with the same words, their results in folders of their own.
enum Repetition {
    static let bound: UInt64 = 1000

    /// The heaviest of their exit codes. A signal ends the whole.
    static func run(_ count: Int, _ arguments: Arguments) throws(CommandError) -> Int32 {
        guard let folder = arguments.value("out") else {
            throw .usage("“--repeat” needs “--out DIR”, where the results are to be")
        }
        if arguments.has("junit") { throw .usage("“--junit” is of one run, not of “--repeat”") }
        let words = arguments.words(of: .run, without: ["repeat", "out"])
        var codes: [Int32] = []
        for number in 1...count {
            let code = try one(words, out: "\(folder)/\(Repeating.name(number))", isSilent: false)
            codes.append(code)
            if code > 128 { return code }
        }
        return Trouble.heaviest(codes)
    }

    /// One run, its result in that folder.
    static func one(
        _ words: [String], out folder: String, isSilent: Bool
    ) throws(CommandError) -> Int32 {
        do throws(RepeatError) {
            return try Repeating.run(["run", "--out=\(folder)"] + words, isSilent: isSilent)
        } catch {
            throw .run(RunFailure(exitCode: ExitCode.output, message: error.description))
        }
    }
}

extension Arguments {
    /// The words that say the same, but for those options.
    func words(of command: Command, without names: Set<String>) -> [String] {
        let switches = Set(command.options.filter { $0.placeholder == nil }.map(\.name))
        let options = given.filter { !names.contains($0.name) }.map { option in
            switches.contains(option.name)
                ? "--\(option.name)" : "--\(option.name)=\(option.value)"
        }
        return options + ["--"] + operands
    }
}
