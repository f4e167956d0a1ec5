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

/// The subjects a program has: `locksim` has its own queues, `locksim-peers` also what it is
/// compared with.
public protocol SubjectCatalogue {
    /// Hands the subject's type to `visitor`; nil where this program doesn't have it.
    func withSubject<Visitor: SubjectVisitor>(
        _ kind: QueueKind, _ visitor: Visitor
    ) throws(Visitor.Failure) -> Visitor.Result?
}

/// Our own queues.
public struct PureSubjects: SubjectCatalogue {
    private struct Wrapping<Visitor: SubjectVisitor>: QueueVisitor {
        let visitor: Visitor

        func visit<Queue: TimerQueue & ~Copyable>(
            _: Queue.Type
        ) throws(Visitor.Failure) -> Visitor.Result {
            try visitor.visit(PureSubject<Queue>.self)
        }
    }

    public init() {}

    public func withSubject<Visitor: SubjectVisitor>(
        _ kind: QueueKind, _ visitor: Visitor
    ) throws(Visitor.Failure) -> Visitor.Result? {
        try kind.withQueue(Wrapping(visitor: visitor))
    }
}
