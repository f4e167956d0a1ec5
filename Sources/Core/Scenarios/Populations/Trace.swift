public import AppLock
public import Chronology

/// Recorded events of one or more sessions, to be lived again at their own pace.
public struct Trace: Sendable {
    /// One action of one session.
    public struct Entry: Sendable {
        /// Since the start of the trace; never less than the entry's before in its session.
        public var at: TimeSpan
        public var scene = Name.main
        /// As in a script: leaving and returning then move that scene alone.
        public var namesScene = false
        /// With its place in the trace file.
        public var action: Script.Action

        public init(at: TimeSpan, action: Script.Action) {
            self.at = at
            self.action = action
        }
    }

    public struct Recording: Sendable {
        /// The session as the file calls it.
        public var session: String
        /// Not empty; entries of one instant in the file's order.
        public var entries: [Entry]

        public init(session: String, entries: [Entry]) {
            self.session = session
            self.entries = entries
        }
    }

    /// As seen from where the program runs.
    public var path: String
    /// Where the scenario names the file.
    public var position: SourcePosition
    /// In the order in which sessions are first met; not empty.
    public var recordings: [Recording]

    public init(path: String, position: SourcePosition, recordings: [Recording]) {
        self.path = path
        self.position = position
        self.recordings = recordings
    }

    public var entryCount: Int { recordings.reduce(0) { $0 + $1.entries.count } }

    /// The instant of the last entry of all.
    public var end: TimeSpan { recordings.compactMap { $0.entries.last?.at }.max() ?? .zero }

    /// What session number `session` of a run replays: recordings are used again in turn where a
    /// run has more sessions than the file.
    public func recording(of session: UInt64) -> Recording {
        recordings[Int(session % UInt64(recordings.count))]
    }
}
