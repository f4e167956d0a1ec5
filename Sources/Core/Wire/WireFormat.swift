/// How driver, workers and engines talk over a stream: frames, each with records of one kind.
///
/// All integers are little-endian. A Boolean is a byte, 0 or 1. An instant or span is a `u64` of
/// nanoseconds. Enumerations are a byte, numbered from 0 in the order they are declared; events
/// and commands (`tag`) likewise. A name is its `u16`, a scene a `u8` from 0 to 3. Whatever else
/// stands there is malformed, and a stream is not read past it.
///
/// **Frame**
///
/// | at | type | what |
/// | --: | --- | --- |
/// | 0 | `u32` | bytes after this header, at most `payloadByteBound` |
/// | 4 | `u8` | version, now 1; a frame of another version is refused |
/// | 5 | `u8` | kind |
/// | 6 | `u16` | records, at least 1; exactly 1 for all but `events` and `decisions` |
/// | 8 | | the records, one after the other |
///
/// **Records**
///
/// | kind | record | sent by |
/// | --- | --- | --- |
/// | 1 `hello` | role `u8`, index `u32`; the first frame of a stream | both ends |
/// | 2 `events` | below | worker |
/// | 3 `decisions` | below | engine |
/// | 4 `start` | the instant on `CLOCK_BOOTTIME` at which the run begins | driver |
/// | 5 `stop` | nothing: finish what came in, report, leave | driver |
/// | 6 `heartbeat` | an instant, sent back unchanged | all |
/// | 7 `statistics` | last part `bool`, then opaque bytes to the frame's end | worker, engine |
/// | 8 `failure` | UTF-8 text to the frame's end | all |
///
/// **Event**
///
/// | type | what |
/// | --- | --- |
/// | `u32` | session |
/// | `u32` | sequence within the session |
/// | `u64` | when it was meant to be sent |
/// | `u64` | when it was sent |
/// | `u64` | continuous reading |
/// | `u8` | bits: 0 the three clocks follow, 1 protected data available, 2 readable; others 0 |
/// | `u64 i64 u32` | uptime, wall, boot id: only if bit 0 is set |
/// | `u8` … | tag and fields of the event, in the order declared |
///
/// Without those three, the boot id is that of the record before in this frame, and uptime and
/// wall are as far from continuous as there. The first record of a frame has them.
///
/// Touches are a count `u8`, then finger `u8` and phase `u8` each. A stored state is a byte of
/// bits (0 anchor, 1 wait, 2 latched, 3 logged in, 4 limit reached), generation `u32`, attempts
/// `u16`, biometric failures `u8`, then reading `i64`, boot id `u32` of the anchor and start
/// `u64`, boot id `u32` of the wait, where there.
/// `didFinishLaunching` has a byte of bits (0 stored, 1 login known, 2 logged in), then the state.
///
/// **Decision**
///
/// | type | what |
/// | --- | --- |
/// | `u32` | session |
/// | `u32` | sequence of the event answered |
/// | `u32` | processor time in the engine, ns, at most 4.29 s |
/// | `u16` | commands, at most `commandBound` |
/// | `u8` … | tag and fields of each command, in the order declared |
///
/// One touch with unchanged clocks takes 38 bytes, an empty decision 14.
public enum WireFormat {
    public static let version: UInt8 = 1
    public static let headerByteCount = 8
    public static let payloadByteBound = 1 << 20
    /// A batch is closed once it is this long, so that its first record isn't kept waiting.
    public static let batchByteBound = 1 << 16
    public static let commandBound = 4096

    enum Kind: UInt8, CaseIterable {
        case hello = 1
        case events, decisions, start, stop, heartbeat, statistics, failure

        var holdsOneRecord: Bool { self != .events && self != .decisions }
    }

    /// Longer than any event, and than any command, with all that can be optional.
    static let recordByteBound = 128
    static let decisionHeaderByteCount = 14
}
