import Testing

/// `ls Sources` is the architecture; arrows point one way.
@Suite struct LayerTests {
    private let core = Set(SourceTree.entries("Sources/Core"))
    private let shell = Set(SourceTree.entries("Sources/Shell"))
    private let cModules = Set(SourceTree.entries("Sources/Bindings").filter(isCModule))

    @Test func theTreeIsThere() {
        #expect(core.isSuperset(of: ["Chronology", "AppLock", "Wire"]))
        #expect(cModules.isSuperset(of: ["CUV", "CLinux"]))
        #expect(SourceTree.files("Sources").count > 20)
    }

    @Test func theReadmeDrawsEveryModule() {
        let rest = SourceTree.text("README.md").split(separator: "## Layout\n").last ?? ""
        let drawing = rest.split(separator: "\n## ").first ?? ""
        let words = Set(drawing.split { !$0.isLetter }.map(String.init))
        let modules = ["Core", "Shell", "Bindings"].flatMap { SourceTree.entries("Sources/\($0)") }
        for module in modules {
            #expect(words.contains(module), "\(module) is not in README.md")
        }
    }

    @Test func coreImportsNothingButCore() {
        for file in SourceTree.files("Sources/Core") {
            let foreign = file.imports.filter { !core.contains($0) }
            #expect(foreign.isEmpty, "\(file) imports \(foreign)")
        }
    }

    @Test func bindingsKnowNothingOfLocksim() {
        for file in SourceTree.files("Sources/Bindings") {
            let ours = file.imports.filter { core.contains($0) || shell.contains($0) }
            #expect(ours.isEmpty, "\(file) imports \(ours)")
        }
    }

    @Test func onlyTheBindingOfALibraryImportsItsCModule() {
        for file in SourceTree.files("Sources") {
            for module in file.imports where cModules.contains(module) {
                let owner = "Sources/Bindings/\(module.dropFirst())/"
                #expect(file.path.hasPrefix(owner), "\(file) imports \(module)")
            }
        }
    }

    @Test func noCModuleIsImportedPublicly() {
        for file in SourceTree.files("Sources/Bindings") {
            let open = file.lines.filter { line in
                line.hasPrefix("public import C") || line.hasPrefix("public import Glibc")
            }
            #expect(open.isEmpty, "\(file): \(open)")
        }
    }

    @Test func coreReadsNoClockAndDrawsNoChanceByItself() {
        let forbidden = [
            "ContinuousClock", "SuspendingClock", "Date(", "Date.now", ".random(",
            "SystemRandomNumberGenerator", ".shuffled()", ".shuffle()", ".randomElement()",
            "Task.sleep", "print(", ".hashValue", "Hasher()",
        ]
        let places = SourceTree.files("Sources/Core").flatMap { $0.places(of: forbidden) }
        #expect(places.isEmpty)
    }
}

/// `CUV` and the like: a C, then the binding's name.
private func isCModule(_ name: String) -> Bool {
    name.hasPrefix("C") && SourceTree.isFolder("Sources/Bindings/\(name.dropFirst())")
}
