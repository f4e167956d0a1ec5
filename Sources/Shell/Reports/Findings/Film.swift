/// A violation's session, step by step up to it, in words: what the player of the page shows.
public struct Film: Hashable, Sendable {
    /// A rule's name, or `expectations` for what a script wanted otherwise.
    public var rule: String
    public var session: UInt64
    /// Model time, and since when what was required had been due.
    public var at: UInt64
    public var since: UInt64
    /// How often the rule was broken in the whole run.
    public var count: UInt64
    /// The one line that shows it again.
    public var command: String
    /// What a reader has to know about the steps; empty: nothing.
    public var note = ""
    /// Oldest first; the last is the violation itself.
    public var steps: [Step] = []

    public struct Step: Hashable, Sendable {
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            case event, picture, leak, deed, violation
        }

        public var at: UInt64
        public var kind: Kind
        public var title: String
        /// What the engine commanded.
        public var answers: [String] = []
        public var continuous: UInt64 = 0
        public var uptime: UInt64 = 0
        /// Since 1970; negative before.
        public var wall: Int64 = 0
        public var bootID: UInt64 = 0
        /// Process, device, prompt: what is remarkable, a few words each.
        public var states: [String] = []
        public var timers: [PendingTimer] = []
        public var scenes: [SceneView] = []

        public init(at: UInt64, kind: Kind, title: String) {
            self.at = at
            self.kind = kind
            self.title = title
        }
    }

    public struct PendingTimer: Hashable, Sendable {
        public var kind: String
        public var generation: UInt64
        /// Model time.
        public var deadline: UInt64
    }

    public struct SceneView: Hashable, Sendable {
        public var name: String
        public var state: String
        public var responder: String
        public var isLocked: Bool
        public var isCovered: Bool
        /// Sensitive content could be read on the screen, or on the picture just taken of it.
        public var isExposed: Bool
        /// Back to front.
        public var windows: [WindowView]
    }

    public struct WindowView: Hashable, Sendable {
        public var id: String
        public var role: String
        public var level: Int64
        public var isHidden: Bool
        public var isKey: Bool
        public var isSensitive: Bool
        public var isTransparent: Bool
        public var belongsToEngine: Bool
        /// Controllers root first, then what lies inside the window.
        public var content: [String]
    }

    public init(
        rule: String, session: UInt64, at: UInt64, since: UInt64, count: UInt64, command: String
    ) {
        self.rule = rule
        self.session = session
        self.at = at
        self.since = since
        self.count = count
        self.command = command
    }
}

/// Stretches of one session's life, for the trace.
public struct SessionTimeline: Hashable, Sendable {
    public struct Span: Hashable, Sendable {
        public var kind: String
        public var from: UInt64
        public var to: UInt64

        public init(kind: String, from: UInt64, to: UInt64) {
            self.kind = kind
            self.from = from
            self.to = to
        }
    }

    public var session: UInt64
    public var spans: [Span]

    public init(session: UInt64, spans: [Span]) {
        self.session = session
        self.spans = spans
    }
}
