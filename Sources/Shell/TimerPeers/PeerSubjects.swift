public import TimerQueues
public import TimerSubjects

/// Everything timers are measured with: our own queues and what they are compared with.
public struct PeerSubjects: SubjectCatalogue {
    public init() {}

    public func withLibrary<Visitor: EmbeddingVisitor>(
        _ kind: QueueKind, _ visitor: Visitor
    ) throws(Visitor.Failure) -> Visitor.Result? {
        switch kind {
        case .dispatch: return try visitor.visit(LibrarySubject<DispatchLibrary>.self)
        case .runLoop: return try visitor.visit(LibrarySubject<RunLoopLibrary>.self)
        case .taskSleep: return try visitor.visit(LibrarySubject<TaskLibrary>.self)
        #if LIBEV
            case .libev: return try visitor.visit(LibrarySubject<EVLibrary>.self)
            case .libevLazy: return try visitor.visit(LazySubject<EVLibrary>.self)
        #endif
        #if LIBEVENT
            case .libevent: return try visitor.visit(LibrarySubject<EventLibrary>.self)
        #endif
        default: return try OwnSubjects().withLibrary(kind, visitor)
        }
    }
}
