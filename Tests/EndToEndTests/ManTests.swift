import Foundation
import Testing

@Suite struct ManTests {
    @Test func everyCommandOptionAndCodeIsThere() throws {
        let page = try Program.run(["man"]).output
        let overview = try Program.run(["help"]).output
        for line in overview.split(separator: "\n") where line.hasPrefix("  ") {
            let name = line.split(separator: " ")[0]
            #expect(page.contains("\n.Ss locksim \(name)\n"))
            for help in try Program.run(["help", String(name)]).output.split(separator: "\n") {
                guard help.hasPrefix("  --"), !help.hasPrefix("  --help") else { continue }
                let option = help.split(separator: " ")[0].replacing("-", with: "\\-")
                #expect(page.contains("\n.It Fl \(option.dropFirst(2))"), "\(help)")
            }
        }
    }

    @Test func exitCodesAreThoseOfTheReadme() throws {
        let page = try Program.run(["man"]).output
        let readme = try String(
            contentsOf: Program.package.appendingPathComponent("README.md"), encoding: .utf8)
        let table = readme.components(separatedBy: "### Exit codes\n")[1]
            .components(separatedBy: "\n##")[0]
        let codes = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
            .flatMap { $0.split(separator: "|")[0].split(whereSeparator: { !$0.isNumber }) }
        let told = page.components(separatedBy: ".Sh EXIT STATUS\n")[1]
            .components(separatedBy: ".El")[0].split(separator: "\n")
            .filter { $0.hasPrefix(".It ") }
            .flatMap { $0.split(whereSeparator: { !$0.isNumber }) }
        #expect(Set(codes) == Set(told))
        #expect(codes.count >= 13)
    }

    @Test(.enabled(if: Helpers.program("mandoc"), "scripts/test-helpers installs mandoc"))
    func mandocHasNothingToSay() throws {
        let outcome = try Program.shell("\"$L\" man | mandoc -T lint -W style")
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty, "\(outcome.output)")
        let page = try Program.shell("\"$L\" man | mandoc -T utf8 | col -b").output
        #expect(page.contains("EXIT STATUS"))
    }
}
