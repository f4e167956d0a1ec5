import ScenarioFiles
import Testing

@Suite struct ShippedScenarioTests {
    @Test func everyShippedScenarioIsGood() throws {
        #expect(shippedFiles.count >= 165)
        for path in shippedFiles {
            do {
                _ = try ScenarioLoader().load(path: path)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test func hashTellsFilesAndOverridesApart() throws {
        var hashes: Set<String> = []
        for path in shippedFiles {
            hashes.insert(try ScenarioLoader().load(path: path).hash.hex)
        }
        let seeded = ScenarioLoader(overrides: [Override("seed=7")])
        let first = try #require(shippedFiles.first)
        hashes.insert(try seeded.load(path: first).hash.hex)
        #expect(hashes.count == shippedFiles.count + 1)
        #expect(hashes.allSatisfy { $0.count == 16 })
    }
}
