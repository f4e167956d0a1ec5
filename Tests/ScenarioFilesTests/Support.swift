import AppLock
import Chronology
import Foundation
import ScenarioFiles
import Scenarios
import Testing

/// The repository's folder.
let repository = String(#filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 })

/// Every shipped scenario, in sorted order.
let shippedFiles = (try? ScenarioFinder.find([repository + "/Scenarios"])) ?? []

func load(_ text: String, _ overrides: [String] = []) throws -> Scenario {
    try ScenarioLoader(overrides: overrides.map { Override($0) })
        .load(bytes: Array(text.utf8), path: "test.yaml")
}

/// What is wrong with a text, one line each.
func errors(_ text: String, _ overrides: [String] = []) -> [String] {
    do {
        _ = try load(text, overrides)
        return []
    } catch LoadError.invalid(let diagnostics) {
        return diagnostics.map(\.description)
    } catch {
        return ["\(error)"]
    }
}

/// The errors of a script of one step.
func stepErrors(_ step: String) -> [String] {
    errors("scenario: a\nscript:\n  - \(step)\n")
}

/// The errors of a population of one behaviour whose `background` this is.
func distributionErrors(_ distribution: String) -> [String] {
    errors(populationText(distribution))
}

func populationText(_ distribution: String) -> String {
    """
    scenario: a
    population:
      sessions: 10
      duration: 60s
      behaviour:
        - {name: one, foreground: 5s, background: \(distribution)}
    """
}

func script(_ scenario: Scenario) throws -> Script {
    guard case .script(let script) = scenario.body else { throw NoSuchBody() }
    return script
}

func population(_ scenario: Scenario) throws -> Population {
    guard case .population(let population) = scenario.body else { throw NoSuchBody() }
    return population
}

struct NoSuchBody: Error {}

/// A new folder for one test, which removes it.
struct TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "scenario-files-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) -> String {
        let file = path + "/" + name
        _ = FileManager.default.createFile(atPath: file, contents: Data(bytes))
        return file
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/" + name, withIntermediateDirectories: true)
    }
}
