import Comparing
import Reports
import Scenarios

/// What two hosts must share for their runs to be compared, as a text and in sixteen digits.
struct HostFacts {
    var facts: [RunResult.Named<String>]

    init(_ facts: [RunResult.Named<String>]) { self.facts = facts }

    /// One JSON object.
    var text: String {
        var writer = JSONWriter()
        writer.object { json in
            for fact in facts { json.field(fact.name, fact.value) }
        }
        return writer.text
    }

    /// Of what a text holds; nothing of one that is broken.
    init(text: String) {
        let value = try? JSONReader.value(Array(text.utf8))
        facts = (value?.members ?? []).map { .init(name: $0.key, value: $0.value.text ?? "") }
    }

    var fingerprint: String {
        var hash = ScenarioHash()
        hash.add(text.utf8)
        return hash.hex
    }
}
