internal import CMainQueue
internal import Dispatch

/// Dispatch's main queue, and with it the main actor, in a loop of one's own: the way Foundation's
/// run loop does it. All of it happens on the main thread.
public enum MainQueue {
    /// An `eventfd`, written when something was enqueued; to be watched for edges.
    public static var descriptor: Int32 { cmainqueue_descriptor() }

    /// Runs what is enqueued.
    public static func drain() { cmainqueue_drain() }
}
