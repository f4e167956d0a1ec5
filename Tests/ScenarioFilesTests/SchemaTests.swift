import Foundation
import ScenarioFiles
import Testing

/// The schema's keys and words are those the decoder reads by: the decoder is asked about each map
/// and each choice of the schema, and its answer lists what it knows.
@Suite struct SchemaTests {
    @Test func keysAreTheDecodersKeys() throws {
        let probe = try Probe()
        probe.askAll()
        #expect(probe.differences.isEmpty, "\(probe.differences.joined(separator: "\n"))")
        #expect(probe.mapCount >= 60)
        #expect(probe.choiceCount >= 30)
    }

    @Test func everyKeySaysWhatItMeans() throws {
        var silent: [String] = []
        func look(_ value: Any, _ path: String) {
            if let list = value as? [Any] { list.forEach { look($0, path) } }
            guard let schema = value as? [String: Any] else { return }
            for (name, key) in schema["properties"] as? [String: Any] ?? [:] {
                guard let key = key as? [String: Any], key["const"] == nil else { continue }
                if (key["description"] as? String ?? "").isEmpty { silent.append(path + name) }
            }
            for (name, inner) in schema where name != "enum" { look(inner, "\(path)\(name)/") }
        }
        look(try Probe.schema(), "")
        #expect(silent.isEmpty)
    }

    @Test func settingsAreWhatASchemaHasOutsideOfLists() throws {
        let settings = ScenarioSchema().settings
        let paths = settings.map(\.path)
        for path in [
            "seed", "engine.preset", "engine.idle.after", "engine.presentation.window",
            "population.sessions", "population.load", "device.fuzz.late_timers", "thresholds",
        ] {
            #expect(paths.contains(path))
        }
        #expect(Set(paths).count == paths.count)
        #expect(settings.first { $0.path == "mode" }?.words == ["virtual", "live"])
        #expect(
            settings.first { $0.path == "engine.background_lock.after" }?.words
                == ["never", "immediately"])
        for path in paths {
            let answers = errors("scenario: a\nscript: [{do: launch}]\n", ["\(path)=[]"])
            #expect(!answers.contains { $0.contains("(got key") }, "\(path): \(answers)")
        }
    }
}

/// Walks the schema with a text around the place it is at, so that the decoder gets there too.
private final class Probe {
    /// Near no word, so that the answer lists all.
    private static let word = "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"

    private let root: [String: Any]
    private(set) var differences: [String] = []
    private(set) var mapCount = 0
    private(set) var choiceCount = 0
    private var seen: Set<String> = []

    static func schema() throws -> [String: Any] {
        let data = Data(ScenarioSchema().text.utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    init() throws { root = try Self.schema() }

    func askAll() { ask(root, "") { $0 } }

    /// `around` puts a value where the schema is.
    private func ask(
        _ schema: [String: Any], _ path: String, around: (String) -> String
    ) {
        if let reference = schema["$ref"] as? String {
            // A definition is asked about where it is met first; some hold themselves.
            if seen.insert(reference).inserted { ask(target(reference), path, around: around) }
        }
        for (index, choice) in list(schema["anyOf"]).enumerated() {
            ask(choice, "\(path)|\(index)", around: around)
        }
        if let items = schema["items"] as? [String: Any] {
            let least = schema["minItems"] as? Int ?? 1
            let others = Array(repeating: sample(items), count: max(least - 1, 0))
            ask(items, path + "[]") { value in
                around("[" + ([value] + others).joined(separator: ", ") + "]")
            }
        }
        if let words = schema["enum"] as? [String], schema["properties"] == nil {
            askWords(Set(words), path, around)
        }
        if let keys = schema["properties"] as? [String: Any] {
            askKeys(schema, Set(keys.keys), path, around)
            for (name, key) in keys.sorted(by: { $0.key < $1.key }) {
                guard let key = key as? [String: Any] else { continue }
                ask(key, "\(path)/\(name)") { value in
                    around(map(schema, with: name, value))
                }
            }
        }
    }

    private func askKeys(
        _ schema: [String: Any], _ keys: Set<String>, _ path: String,
        _ around: (String) -> String
    ) {
        mapCount += 1
        let answers = errors(around("{\(Self.word): 1}"))
        let isAction = answers.contains { $0.contains("expected an action (got “\(Self.word)”)") }
        // Actions have a table of their own, which the schema is made by.
        if !isAction { compare(keys, answers, "(got key “\(Self.word)”)", path) }
        let missing = Self.quoted(errors(around("{}")), "expected key “")
        let required = Set(schema["required"] as? [String] ?? [])
        // A population's depend on what it holds.
        if path != "/population" && missing != required {
            if schema["maxProperties"] as? Int != 1 {
                differences.append("\(path): requires \(required), decoder \(missing)")
            }
        }
    }

    private func askWords(
        _ words: Set<String>, _ path: String, _ around: (String) -> String
    ) {
        let answers = errors(around(Self.word))
        let isOther = answers.contains { error in
            // Choices beside other forms, and tables with a sentence of their own.
            ["the name of a rule", "a duration such as", "a whole number", "an action", "none or"]
                .contains { error.contains("expected \($0)") || error.contains($0) }
        }
        if isOther || path.contains("presentation|0") { return }
        choiceCount += 1
        compare(words, answers, "(got “\(Self.word)”)", path)
    }

    /// The one error that ends so lists what the decoder knows.
    private func compare(
        _ words: Set<String>, _ answers: [String], _ end: String, _ path: String
    ) {
        guard let error = answers.first(where: { $0.hasSuffix(end) }),
            let start = error.range(of: "expected ")
        else {
            differences.append("\(path): no answer, but \(answers)")
            return
        }
        let listed = error[start.upperBound...].dropLast(end.count + 1)
            .replacingOccurrences(of: " or ", with: ", ")
        let known = Set(listed.components(separatedBy: ", "))
        if known != words {
            differences.append("\(path): \(words.symmetricDifference(known)) differ")
        }
    }

    // MARK: Samples

    private func map(_ schema: [String: Any], with name: String, _ value: String) -> String {
        var others = schema["required"] as? [String] ?? []
        if schema["maxProperties"] as? Int == 1 { others = [] }
        let dependent = schema["dependentRequired"] as? [String: [String]] ?? [:]
        others += dependent[name] ?? []
        let keys = schema["properties"] as? [String: Any] ?? [:]
        var parts = ["\(name): \(value)"]
        for other in others where other != name {
            parts.append("\(other): \(sample(keys[other] as? [String: Any] ?? [:]))")
        }
        return "{\(parts.joined(separator: ", "))}"
    }

    /// Something the schema takes.
    private func sample(_ schema: [String: Any]) -> String {
        if let reference = schema["$ref"] as? String { return sample(target(reference)) }
        if let words = schema["enum"] as? [String] { return words[0] }
        if let examples = schema["examples"] as? [Any] { return "\(examples[0])" }
        if let choice = list(schema["anyOf"]).last { return sample(choice) }
        switch schema["type"] as? String {
        case "array":
            let items = sample(schema["items"] as? [String: Any] ?? [:])
            let least = max(schema["minItems"] as? Int ?? 1, 1)
            return "[\(Array(repeating: items, count: least).joined(separator: ", "))]"
        case "object":
            let keys = (schema["properties"] as? [String: Any] ?? [:]).keys.sorted()
            let required = schema["required"] as? [String] ?? Array(keys.prefix(1))
            guard let first = required.first,
                let key = (schema["properties"] as? [String: Any])?[first] as? [String: Any]
            else { return "{}" }
            return map(schema, with: first, sample(key))
        case "boolean": return "true"
        case "integer", "number": return "1"
        default: return "a"
        }
    }

    private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

    private func target(_ reference: String) -> [String: Any] {
        var value: Any = root
        for name in reference.dropFirst(2).split(separator: "/") {
            if let list = value as? [Any] {
                value = list[Int(name) ?? 0]
            } else {
                value = (value as? [String: Any])?[String(name)] ?? [:]
            }
        }
        return value as? [String: Any] ?? [:]
    }

    private static func quoted(_ errors: [String], _ start: String) -> Set<String> {
        Set(
            errors.compactMap { error in
                guard let range = error.range(of: start) else { return nil }
                return String(error[range.upperBound...].prefix { $0 != "”" })
            })
    }
}
