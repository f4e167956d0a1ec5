import Foundation
import Testing

/// With the programs the tests have built; what `scripts/install` builds by itself is the same.
@Suite struct InstallTests {
    private static let files: Set = [
        "bin/locksim", "share/man/man1/locksim.1", "share/bash-completion/completions/locksim",
        "share/zsh/site-functions/_locksim", "share/fish/vendor_completions.d/locksim.fish",
    ]

    private func shell(_ line: String, _ folder: Folder) throws -> Program.Outcome {
        try Program.shell("cd '\(folder.path())'; R='\(Program.package.path)'; \(line)")
    }

    @Test func whatIsInstalledGoesAgain() throws {
        let folder = try Folder()
        let install = "DESTDIR=\"$PWD/image\" \"$R/scripts/install\""
        let outcome = try shell(
            "\(install) --binaries \"$(dirname \"$L\")\" /opt/locksim"
                + " && cd image/opt/locksim && find . -type f | sed 's,^./,,'", folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let found = Set(outcome.output.split(separator: "\n").map(String.init))
        #expect(found.isSuperset(of: Self.files), "\(outcome.output)")
        let works = try shell(
            "image/opt/locksim/bin/locksim version"
                + " && head -3 image/opt/locksim/share/man/man1/locksim.1", folder)
        #expect(works.output.contains(".Dt \"LOCKSIM\" 1"))
        let gone = try shell(
            "\(install) --uninstall /opt/locksim && find image -type f", folder)
        #expect(gone.code == 0)
        #expect(!gone.output.contains("\nimage/"), "\(gone.output)")
        #expect(try shell("\"$R/scripts/install\" --unistall", folder).code == 64)
    }

    /// Where it was built already; it takes minutes.
    private static let release: String? = {
        let path = Program.package.appendingPathComponent(".build/release/locksim").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    @Test(.enabled(if: Helpers.program("dpkg-shlibdeps"), "dpkg-dev makes packages"))
    func whatNeedsSwiftIsNoPackage() throws {
        let folder = try Folder()
        let outcome = try shell(
            "\"$R/scripts/package-deb\" --binaries \"$(dirname \"$L\")\" out", folder)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("needs Swift to run"), "\(outcome.errors)")
    }

    @Test(
        .enabled(
            if: release != nil && Helpers.program("dpkg-shlibdeps"),
            "scripts/check builds for release; dpkg-dev makes packages"))
    func aPackageNamesWhatItNeeds() throws {
        let folder = try Folder()
        let outcome = try shell(
            "\"$R/scripts/package-deb\" --binaries \"$R/.build/release\" out"
                + " && dpkg-deb --info out/*.deb && dpkg-deb --contents out/*.deb", folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        for words in ["libuv1 (", "libyaml-0-2", "./usr/share/man/man1/locksim.1.gz"] {
            #expect(outcome.output.contains(words), "\(outcome.output)")
        }
        #expect(!outcome.output.contains("./usr/local"))
    }
}
