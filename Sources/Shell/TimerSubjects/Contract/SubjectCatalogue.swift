public import TimerQueues

/// What is to be done with the type of a subject that is known by name only while the program
/// runs; compiled for each type.
public protocol SubjectVisitor {
    associatedtype Result
    associatedtype Failure: Error = Never

    func visit<Subject: TimerSubject & ~Copyable>(
        _ type: Subject.Type
    ) throws(Failure) -> Result
}

/// The same for subjects that wait by themselves: other people's libraries.
public protocol EmbeddingVisitor {
    associatedtype Result
    associatedtype Failure: Error = Never

    func visit<Subject: EmbeddingSubject & ~Copyable>(
        _ type: Subject.Type
    ) throws(Failure) -> Result
}

/// The subjects a program has: `locksim` has what it links anyway, `locksim-peers` all.
public protocol SubjectCatalogue {
    /// Hands the type of a library's subject to `visitor`; nil where this program doesn't have it,
    /// and for our own queues.
    func withLibrary<Visitor: EmbeddingVisitor>(
        _ kind: QueueKind, _ visitor: Visitor
    ) throws(Visitor.Failure) -> Visitor.Result?
}

extension SubjectCatalogue {
    /// Hands the subject's type to `visitor`; nil where this program doesn't have it.
    public func withSubject<Visitor: SubjectVisitor>(
        _ kind: QueueKind, _ visitor: Visitor
    ) throws(Visitor.Failure) -> Visitor.Result? {
        if kind.isPure { return try kind.withQueue(Wrapping(visitor: visitor)) }
        return try withLibrary(kind, Widening(visitor: visitor))
    }
}

private struct Wrapping<Visitor: SubjectVisitor>: QueueVisitor {
    let visitor: Visitor

    func visit<Queue: TimerQueue & ~Copyable>(
        _: Queue.Type
    ) throws(Visitor.Failure) -> Visitor.Result {
        try visitor.visit(PureSubject<Queue>.self)
    }
}

private struct Widening<Visitor: SubjectVisitor>: EmbeddingVisitor {
    let visitor: Visitor

    func visit<Subject: EmbeddingSubject & ~Copyable>(
        _: Subject.Type
    ) throws(Visitor.Failure) -> Visitor.Result {
        try visitor.visit(Subject.self)
    }
}

/// Our own queues alone: what `locksim` measures, since others need a clock that can be set.
public struct PureSubjects: SubjectCatalogue {
    public init() {}

    public func withLibrary<Visitor: EmbeddingVisitor>(
        _ kind: QueueKind, _ visitor: Visitor
    ) throws(Visitor.Failure) -> Visitor.Result? { nil }
}

/// Our own queues, and what libuv and the kernel have.
public struct OwnSubjects: SubjectCatalogue {
    public init() {}

    public func withLibrary<Visitor: EmbeddingVisitor>(
        _ kind: QueueKind, _ visitor: Visitor
    ) throws(Visitor.Failure) -> Visitor.Result? {
        switch kind {
        case .uvTimer: try visitor.visit(LibrarySubject<UVLibrary>.self)
        case .uvLazy: try visitor.visit(LazySubject<UVLibrary>.self)
        case .timerfd: try visitor.visit(LibrarySubject<TimerfdLibrary>.self)
        default: nil
        }
    }
}
