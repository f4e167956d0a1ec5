public import TimerQueues
public import TimerSubjects

/// Everything timers are measured with: our own queues and what they are compared with.
public struct PeerSubjects: SubjectCatalogue {
    public init() {}

    public func withSubject<Visitor: SubjectVisitor>(
        _ kind: QueueKind, _ visitor: Visitor
    ) throws(Visitor.Failure) -> Visitor.Result? {
        switch kind {
        case .uvTimer: return try visitor.visit(LibrarySubject<UVLibrary>.self)
        case .uvLazy: return try visitor.visit(LazySubject<UVLibrary>.self)
        case .timerfd: return try visitor.visit(LibrarySubject<TimerfdLibrary>.self)
        case .libev:
            #if LIBEV
                return try visitor.visit(LibrarySubject<EVLibrary>.self)
            #else
                return nil
            #endif
        case .libevLazy:
            #if LIBEV
                return try visitor.visit(LazySubject<EVLibrary>.self)
            #else
                return nil
            #endif
        case .libevent:
            #if LIBEVENT
                return try visitor.visit(LibrarySubject<EventLibrary>.self)
            #else
                return nil
            #endif
        case .dispatch: return try visitor.visit(LibrarySubject<DispatchLibrary>.self)
        case .runLoop: return try visitor.visit(LibrarySubject<RunLoopLibrary>.self)
        case .taskSleep: return try visitor.visit(LibrarySubject<TaskLibrary>.self)
        case .sortedArray, .hierarchicalWheel, .lazyWheel, .chunkedWheel:
            return try PureSubjects().withSubject(kind, visitor)
        }
    }
}
