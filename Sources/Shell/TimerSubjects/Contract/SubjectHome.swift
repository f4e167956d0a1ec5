internal import Linux
public import TimerQueues

/// Which program has a kind of timer.
public enum SubjectHome: Hashable, Sendable {
    /// `locksim` itself.
    case here
    /// `locksim-peers`, which lies beside it.
    case peers
    /// Neither: a library, from a Debian package of this name, was not found when it was built.
    case missing(package: String)
}

extension QueueKind {
    public var home: SubjectHome {
        switch self {
        case .dispatch, .runLoop, .taskSleep: .peers
        case .libevent: Self.hasLibevent ? .peers : .missing(package: "libevent-dev")
        case .libev, .libevLazy: Self.hasLibev ? .peers : .missing(package: "libev-dev")
        default: .here
        }
    }

    private static var hasLibev: Bool {
        #if LIBEV
            true
        #else
            false
        #endif
    }

    private static var hasLibevent: Bool {
        #if LIBEVENT
            true
        #else
            false
        #endif
    }

    /// Why this build can't have it, nil where it can.
    public var absence: String? {
        guard case .missing(let package) = home else { return nil }
        return "not in this build: \(package) was not found"
    }
}

/// The program beside `locksim` with what that one links none of.
public enum PeersProgram {
    public static let name = "locksim-peers"

    /// Where it lies, nil where it doesn't.
    public static func path() -> String? {
        guard let own = try? executablePath() else { return nil }
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let path = folder.joined(separator: "/") + "/\(name)"
        return isExecutable(path) ? path : nil
    }

    public static var absence: String {
        "\(name) doesn't lie beside this program; build it with "
            + "“swift build -c release --static-swift-stdlib --product \(name)”"
    }
}
