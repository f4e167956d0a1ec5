import Linux

/// The other end of a `JobPool`: jobs on stdin, answers on stdout, until there are no more.
public enum JobProcess {
    private static let chunkByteCount = 1 << 16

    /// Started by hand, or left by its parent, it ends.
    public static func main(_ arguments: [String], _ work: ([UInt8]) -> [UInt8]) -> Never {
        guard let place = arguments.firstIndex(of: "--parent"), place + 1 < arguments.count,
            let parent = Int32(arguments[place + 1])
        else { ChildStart.stop("started by hand: it is a part of `locksim run`", 64) }
        do throws(SystemError) {
            guard try dieWithParent(parent) else { exitNow(1) }
            ignoreBrokenPipeSignal()
            var heard: [UInt8] = []
            while true {
                let bytes = try StandardStream.input.read(atMost: chunkByteCount)
                if bytes.isEmpty { exitNow(0) }
                heard += bytes
                while let job = take(&heard) {
                    var answer: [UInt8] = []
                    answer.append(work(job))
                    try StandardStream.output.write(answer.span)
                }
            }
        } catch {
            ChildStart.stop("\(error)", 74)
        }
    }

    /// One whole job off the front.
    private static func take(_ heard: inout [UInt8]) -> [UInt8]? {
        var rest = heard[...]
        guard let job = try? rest.takeBytes() else { return nil }
        heard = Array(rest)
        return job
    }
}
