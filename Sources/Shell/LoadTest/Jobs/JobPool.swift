import Linux
import UV

/// Carries out many small jobs in a few processes: bytes in, bytes out, one job a process at a
/// time.
///
/// A process that dies takes its one job along, and another is started in its place as long as
/// there are jobs: what breaks one scenario can't break the next.
public final class JobPool {
    public enum Outcome: Sendable {
        case answer([UInt8])
        /// How its process ended, and the last lines it wrote to stderr.
        case lost(String, lastLines: [String])
    }

    /// A longer answer is rubbish.
    static let answerBound: UInt64 = 1 << 28

    private let command: [String]
    private let loop: Loop
    private let buffer = ReadBuffer()
    private var jobs: [[UInt8]] = []
    private var next = 0
    private var hands: [Hand] = []
    private var onOutcome: (Int, Outcome) -> Bool = { _, _ in false }
    private var isStopped = false
    private var refusal: LoadTestError?

    /// `command` starts a process that ends in `JobProcess.main`; it is told its parent.
    public init(command: [String]) throws(LoadTestError) {
        do throws(UVError) {
            loop = try Loop()
        } catch {
            throw .system("\(error)")
        }
        self.command = command + ["--parent", "\(processID)"]
    }

    /// Tells what came of each job as soon as it is known, by its place in the list. Where false
    /// is given back nothing more is done.
    public func run(
        _ jobs: [[UInt8]], processes: Int, _ onOutcome: @escaping (Int, Outcome) -> Bool
    ) throws(LoadTestError) {
        precondition(processes > 0, "somebody has to work")
        ignoreBrokenPipeSignal()
        self.jobs = jobs
        self.onOutcome = onOutcome
        for _ in 0..<min(processes, jobs.count) { startHand() }
        while hands.contains(where: { !$0.isGone }) { loop.run(.once) }
        for hand in hands { hand.close() }
        hands = []
        self.onOutcome = { _, _ in false }
        while loop.handleCount > 0 { loop.run(.withoutWaiting) }
        if let refusal { throw refusal }
    }

    private func startHand() {
        let hand = Hand()
        do throws(UVError) {
            try hand.start(loop, buffer, command) { [self] in look(at: hand) }
            hands.append(hand)
            give(hand)
        } catch {
            refusal = .system("\(command[0]): \(error)")
            stop()
        }
    }

    private func give(_ hand: Hand) {
        guard !isStopped, next < jobs.count else { return hand.dismiss() }
        hand.give(next, jobs[next])
        next += 1
    }

    /// It has said something, or ended.
    private func look(at hand: Hand) {
        if let (job, answer) = hand.takeAnswer() {
            tell(job, .answer(answer))
            give(hand)
        }
        guard hand.isGone, let job = hand.takeJob() else { return }
        tell(job, .lost(hand.ending, lastLines: hand.lastLines))
        if !isStopped && next < jobs.count { startHand() }
    }

    private func tell(_ job: Int, _ outcome: Outcome) {
        if !isStopped && !onOutcome(job, outcome) { stop() }
    }

    private func stop() {
        isStopped = true
        for hand in hands { hand.kill() }
    }
}

/// One process of a pool, and the job it is at.
private final class Hand {
    private var process: Process?
    private var orders: Pipe?
    private var answers: Pipe?
    private var errors: Pipe?
    private var lines = LastLines()
    private var job: Int?
    private var heard: [UInt8] = []
    private var exit: ProcessExit?
    private var sentRubbish = false

    var lastLines: [String] { lines.lines }
    /// Ended, and all it had to say was heard.
    var isGone: Bool { exit != nil && answers == nil && errors == nil }

    var ending: String {
        if sentRubbish { return "sent rubbish" }
        guard let exit else { return "is gone" }
        return exit.signal != 0
            ? "was killed by signal \(exit.signal)" : "exited with code \(exit.code)"
    }

    func start(
        _ loop: Loop, _ buffer: ReadBuffer, _ command: [String], _ onNews: @escaping () -> Void
    ) throws(UVError) {
        let orders = try Pipe(loop)
        let answers = try Pipe(loop)
        let errors = try Pipe(loop)
        let options = ProcessOptions(
            executable: command[0], arguments: Array(command.dropFirst()),
            streams: [.pipe(orders), .pipe(answers), .pipe(errors)])
        process = try Process(loop, options) { [self] exit in
            self.exit = exit
            onNews()
        }
        try answers.startReading(into: buffer) { [self] bytes in
            for index in bytes.indices { heard.append(bytes[index]) }
            onNews()
        } onEnd: { [self] _ in
            self.answers = nil
            onNews()
        }
        try errors.startReading(into: buffer) { [self] bytes in
            lines.append(bytes) { _ in }
        } onEnd: { [self] _ in
            lines.finish { _ in }
            self.errors = nil
            onNews()
        }
        self.orders = consume orders
        self.answers = consume answers
        self.errors = consume errors
    }

    func give(_ job: Int, _ bytes: [UInt8]) {
        self.job = job
        var message: [UInt8] = []
        message.append(bytes)
        // Who is gone shows it by ending.
        try? orders?.write(message.span) { _ in }
    }

    /// The answer to its job, once the whole of it is there.
    func takeAnswer() -> (job: Int, bytes: [UInt8])? {
        guard let job, heard.count >= 8 else { return nil }
        var rest = heard[...]
        let length = (try? rest.takeNumber()) ?? 0
        guard length <= JobPool.answerBound else {
            sentRubbish = true
            kill()
            return nil
        }
        guard UInt64(rest.count) >= length else { return nil }
        let bytes = Array(rest.prefix(Int(length)))
        heard.removeFirst(8 + Int(length))
        self.job = nil
        return (job, bytes)
    }

    /// The job that comes to nothing, once.
    func takeJob() -> Int? { job.take() }

    /// Nothing more to do: it ends when its orders do.
    func dismiss() { orders = nil }

    func kill() { if exit == nil { try? process?.send(signal: Signal.kill) } }

    func close() {
        orders = nil
        answers = nil
        errors = nil
        process = nil
    }
}
