import Foundation
import Testing

@Suite struct SchemaTests {
    @Test func oneDocumentOfEverythingAFileCanHold() throws {
        let outcome = try Program.run(["schema"])
        #expect(outcome.code == 0)
        let schema = try #require(try json(outcome.output) as? [String: Any])
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        let keys = try #require(schema["properties"] as? [String: Any])
        #expect(keys.keys.contains("timer_script"))
        #expect(try Program.run(["schema", "scenario"]).output == outcome.output)
        #expect(try Program.run(["schema", "scenaro"]).errors.contains("mean \"scenario\"?"))
    }

    @Test(.enabled(if: Helpers.python != nil, "scripts/test-helpers installs python-jsonschema"))
    func shippedScenariosAreValidAndMalformedOnesAreNot() throws {
        let outcome = try Helpers.run(try #require(Helpers.python), "schema.py")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    /// What “compare” and “history” print, against their schemas.
    @Test(.enabled(if: Helpers.python != nil, "scripts/test-helpers installs python-jsonschema"))
    func printedJSONIsAsTheSchemasSay() throws {
        let outcome = try Helpers.run(try #require(Helpers.python), "printed_json.py")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(" documents are as their schemas say"))
    }
}
