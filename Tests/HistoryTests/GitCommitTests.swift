import Testing

@testable import History

@Suite struct GitCommitTests {
    private let folder: Folder
    private let one = String(repeating: "1", count: 40)
    private let two = String(repeating: "2", count: 64)

    init() throws { folder = try Folder() }

    private func commit(_ place: String) -> String? {
        GitCommit.current(folder: folder.path(place))
    }

    @Test func ofABranchFromAFolderBelow() throws {
        try folder.write("r/.git/HEAD", "ref: refs/heads/main\n")
        try folder.write("r/.git/refs/heads/main", one + "\n")
        try folder.write("r/a/b/file", "")
        #expect(commit("r/a/b") == one)
        #expect(commit("r") == one)
    }

    @Test func ofAPackedBranchAndADetachedHead() throws {
        try folder.write("r/.git/HEAD", "ref: refs/heads/main\n")
        try folder.write(
            "r/.git/packed-refs",
            "# pack-refs with: peeled\n\(one) refs/heads/not/refs/heads/main\n"
                + "\(two) refs/heads/main\n^\(one)\n")
        #expect(commit("r") == two)
        try folder.write("r/.git/HEAD", one + "\n")
        #expect(commit("r") == one)
    }

    @Test func ofAWorkTreeWhoseBranchesLieInTheRepository() throws {
        try folder.write("r/.git/refs/heads/side", two)
        try folder.write("r/.git/worktrees/w/HEAD", "ref: refs/heads/side\n")
        try folder.write("r/.git/worktrees/w/commondir", "../..\n")
        try folder.write("w/.git", "gitdir: ../r/.git/worktrees/w\n")
        #expect(commit("w") == two)
    }

    @Test func thereIsNoneWhereNothingOrNonsenseIs() throws {
        try folder.write("empty/.git/HEAD", "ref: refs/heads/none\n")
        #expect(commit("empty") == nil)
        try folder.write("odd/.git/HEAD", "what is this")
        #expect(commit("odd") == nil)
    }
}
