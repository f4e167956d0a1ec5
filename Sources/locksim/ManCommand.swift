extension Command {
    static let man = Command(
        name: "man", summary: "Prints the manual page, in mdoc.", usage: "",
        examples: [
            ("locksim man | man -l -", "to read"),
            ("locksim man >locksim.1", "to install"),
        ]
    ) { (arguments, console) throws(CommandError) in
        try arguments.expectNoOperands()
        return try console.print(Manual.text)
    }
}
