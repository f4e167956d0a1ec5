import ScenarioFiles
import Scenarios

extension Command {
    static let schema = Command(
        name: "schema", summary: "Prints a JSON Schema, so that editors complete and check files.",
        usage: "[\(SchemaCommand.kinds.map(\.name).joined(separator: " | "))]",
        examples: [
            ("locksim schema >scenario.schema.json", "of scenario files"),
            ("locksim schema result >result.schema.json", "of result.json"),
            ("locksim schema compare", "of what “compare --json” prints; and history, bench"),
            ("locksim check rush.yaml", "knows more than a schema can say"),
        ],
        notes: """
            Editors with yaml-language-server take the schema from a scenario's first line:
            # yaml-language-server: $schema=scenario.schema.json
            """
    ) { (arguments, console) throws(CommandError) in
        let name = arguments.operands.first ?? SchemaCommand.kinds[0].name
        guard let kind = SchemaCommand.kinds.first(where: { $0.name == name }) else {
            let hint = Nearest.word(to: name, in: SchemaCommand.kinds.map(\.name))
            let known = SchemaCommand.kinds.map(\.name).joined(separator: ", ")
            throw .usage(
                "unknown schema “\(name)”; "
                    + (hint.map { "did you mean “\($0)”?" } ?? "there are \(known)"))
        }
        if arguments.operands.count > 1 {
            throw .usage("unexpected argument “\(arguments.operands[1])”")
        }
        return try console.print(kind.text())
    }
}

enum SchemaCommand {
    /// The first is printed where none is named.
    static let kinds: [(name: String, text: @Sendable () -> String)] = [
        ("scenario", { ScenarioSchema(settings: ScenarioSet.loader(overrides: []).settings).text }),
        ("result", { String(decoding: PackageResources.result_schema_json, as: UTF8.self) }),
        ("compare", { String(decoding: PackageResources.compare_schema_json, as: UTF8.self) }),
        ("history", { String(decoding: PackageResources.history_schema_json, as: UTF8.self) }),
        ("bench", { String(decoding: PackageResources.bench_schema_json, as: UTF8.self) }),
    ]
}
