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
        let install = "DESTDIR=\"$PWD/an image\" \"$R/scripts/install\""
        // Twice: the second time over what is there.
        let once = "\(install) --binaries \"$(dirname \"$L\")\" '/opt/lock sim'"
        let outcome = try shell(
            "\(once) && \(once) && cd 'an image/opt/lock sim' && echo && find . -type f | sed 's,^./,,'",
            folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let found = Set(outcome.output.split(separator: "\n").map(String.init))
        #expect(found.isSuperset(of: Self.files), "\(outcome.output)")
        let works = try shell(
            "cd 'an image/opt/lock sim' && bin/locksim version && head -3 share/man/man1/locksim.1",
            folder)
        #expect(works.output.contains(".Dt \"LOCKSIM\" 1"))
        let gone = try shell(
            "\(install) --uninstall '/opt/lock sim' >&2 && find 'an image/opt/lock sim'", folder)
        #expect(gone.code == 0)
        #expect(gone.output == "an image/opt/lock sim\n", "\(gone.output)")
        #expect(try shell("\"$R/scripts/install\" --unistall", folder).code == 64)
    }

    /// Where it was built already; it takes minutes.
    private static let isReleased = ["locksim", "locksim-peers"].allSatisfy { name in
        let path = Program.package.appendingPathComponent(".build/release/\(name)").path
        return FileManager.default.isExecutableFile(atPath: path)
    }

    @Test(.enabled(if: Helpers.program("dpkg-shlibdeps"), "dpkg-dev makes packages"))
    func whatNeedsSwiftIsNoPackage() throws {
        let folder = try Folder()
        let outcome = try shell(
            "\"$R/scripts/package-deb\" --binaries \"$(dirname \"$L\")\" out", folder)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("needs Swift to run"), "\(outcome.errors)")
    }

    @Test func whatCanNotBeInstalledIsToldBeforeAnythingIs() throws {
        let folder = try Folder()
        let missing = try shell("\"$R/scripts/install\" --binaries \"$PWD/no where\" here", folder)
        #expect(missing.code == 1)
        #expect(missing.errors.hasSuffix("no where/locksim is not built\n"), "\(missing.errors)")
        let nowhere = try shell("\"$R/scripts/install\" --binaries . /dev/null/x", folder)
        #expect(nowhere.code == 1 && nowhere.errors.contains("/dev/null is no folder"))
        #expect(try shell("ls here", folder).code != 0)
    }

    /// `scripts/check` runs it once it has built for release.
    @Test(
        .enabled(
            if: isReleased && ["dpkg-shlibdeps", "lintian"].allSatisfy { Helpers.program($0) },
            "scripts/check builds for release; scripts/test-helpers installs dpkg-dev and lintian"))
    func aPackageHasWhatItNeedsAndNamesTheRest() throws {
        let folder = try Folder()
        let outcome = try shell(
            "\"$R/scripts/package-deb\" --binaries \"$R/.build/release\" out"
                + " && dpkg-deb --info out/*.deb && dpkg-deb --contents out/*.deb"
                + " && dpkg-deb --extract out/*.deb image", folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        for words in [
            "libuv1 (", "libyaml-0-2", "Recommends: libjs-dygraphs", "./usr/bin/locksim-peers",
            "./usr/share/man/man1/locksim.1.gz", "./usr/share/man/man1/locksim-peers.1.gz",
            "./usr/share/bash-completion/completions/locksim",
            "./usr/share/zsh/vendor-completions/_locksim",
            "./usr/share/fish/vendor_completions.d/locksim.fish",
            "./usr/share/doc/locksim/examples/quickstart.yaml",
        ] {
            #expect(outcome.output.contains(words), "\(words)\n\(outcome.output)")
        }
        #expect(!outcome.output.contains("./usr/local"))
        let linked = try shell(
            "ldd image/usr/bin/* | grep -e swift -e Foundation -e 'not found'", folder)
        #expect(linked.output.isEmpty, "\(linked.output)")
        let works = try shell(
            "cd image/usr && export LOCKSIM_HISTORY=off"
                + " && bin/locksim run share/doc/locksim/examples/s000-traps.yaml"
                + " && bin/locksim timers bench --queues lazy-wheel,dispatch,uv-timer --quiet"
                + " --sessions 100 --operation arm --repeats 1", folder)
        #expect(works.code == 0, "\(works.output)\(works.errors)")
        #expect(works.output.contains("  dispatch "), "\(works.output)")
        let judged = try shell("lintian --allow-root --fail-on error,warning out/*.deb", folder)
        #expect(judged.code == 0, "\(judged.output)\(judged.errors)")
    }
}
