import Reports

extension Command {
    static let version = Command(
        name: "version", summary: "Tells the program's version.", usage: "",
        examples: [("locksim version", "")]
    ) { (arguments, console) throws(CommandError) in
        try arguments.expectNoOperands()
        return try console.print("locksim \(Version.text)\n")
    }
}

extension Arguments {
    func expectNoOperands() throws(CommandError) {
        if let first = operands.first { throw .usage("unexpected argument “\(first)”") }
    }
}
