import AppLock
import Testing

@testable import Wire

/// Whatever the bytes are, the reader gives messages or an error, and comes to an end.
@Suite struct MalformedFrameTests {
    private func frame(
        _ kind: UInt8, _ payload: [UInt8], version: UInt8 = 1, records: UInt8 = 1
    ) -> [UInt8] {
        let length = UInt32(payload.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
            + [version, kind, records, 0] + payload
    }

    @Test func eachFlawHasItsError() {
        let long: [UInt8] = [1, 0, 0x10, 0, 1, 2, 1, 0]
        #expect(read(long).error == .frameTooLong(byteCount: 0x10_0001))
        #expect(read(frame(5, [], version: 2)).error == .unsupportedVersion(2))
        #expect(read(frame(0, [])).error == .unknownKind(0))
        #expect(read(frame(9, [])).error == .unknownKind(9))
        #expect(read(frame(5, [], records: 0)).error == .recordCount(0))
        #expect(read(frame(5, [], records: 2)).error == .recordCount(2))
        #expect(read(frame(5, [1, 2])).error == .bytesLeftOver(count: 2))
        #expect(read(frame(1, [1])).error == .recordCutShort)
        #expect(read(frame(1, [3, 0, 0, 0, 0])).error == .invalidValue(.role))
        #expect(read(frame(7, [2])).error == .invalidValue(.flag))
        #expect(read(frame(8, [0xFF])).error == .invalidValue(.text))
    }

    @Test func eachInvalidFieldHasItsName() {
        func event(_ bytes: [UInt8], flags: UInt8 = 1) -> WireError? {
            let clocks = [UInt8](repeating: 0, count: flags & 1 == 1 ? 20 : 0)
            return read(frame(2, [UInt8](repeating: 0, count: 32) + [flags] + clocks + bytes)).error
        }
        #expect(event([8, 3]) == nil)
        #expect(event([8, 4]) == .invalidValue(.scene))
        #expect(event([23]) == .invalidValue(.event))
        #expect(event([19], flags: 0) == .invalidValue(.clocks))
        #expect(event([19], flags: 9) == .invalidValue(.flag))
        #expect(event([7, 0, 11]) == .invalidValue(.fingers))
        #expect(event([7, 0, 1, 0, 5]) == .invalidValue(.phase))
        #expect(event([12, 4]) == .invalidValue(.result))
        #expect(event([12, 0, 3]) == .invalidValue(.method))
        #expect(event([13, 5]) == .invalidValue(.entry))
        #expect(event([14, 4]) == .invalidValue(.overlay))
        #expect(event([20, 2]) == .invalidValue(.flag))
        #expect(event([22, 2]) == .invalidValue(.timer))
        #expect(event([0, 4]) == .invalidValue(.flag))
        #expect(event([0, 1, 32]) == .invalidValue(.flag))
        func command(_ count: UInt8, _ bytes: [UInt8], high: UInt8 = 0) -> WireError? {
            read(frame(3, [UInt8](repeating: 0, count: 12) + [count, high] + bytes)).error
        }
        #expect(command(1, [22]) == .invalidValue(.command))
        #expect(command(1, [17, 3]) == .invalidValue(.action))
        #expect(command(0, [], high: 0x11) == .invalidValue(.commands))
        #expect(command(2, [16]) == .recordCutShort)
    }

    @Test func anErrorStays() {
        var reader = FrameReader()
        let bad = frame(9, [])
        let good = frame(5, [])
        reader.append(bad.span)
        #expect(throws: WireError.unknownKind(9)) { try reader.next() }
        reader.append(good.span)
        #expect(throws: WireError.unknownKind(9)) { try reader.next() }
    }

    @Test func aFrameCutAnywhereIsWaitedFor() {
        var generator = SeededGenerator(state: 11)
        let (bytes, words) = generator.frames(30)
        for count in 0..<bytes.count {
            let received = read(Array(bytes.prefix(count)))
            #expect(received.error == nil)
            #expect(received.words == Array(words.prefix(received.words.count)))
            if received.words.count == words.count { #expect(!received.atBoundary || count > 0) }
        }
    }

    @Test func randomBytesNeverTrap() {
        var generator = SeededGenerator(state: 12)
        var errors = 0
        for _ in 0..<20_000 {
            let bytes: [UInt8] = (0..<generator.below(96)).map { _ in generator.any() }
            if read(bytes).error != nil { errors += 1 }
        }
        #expect(errors > 10_000)
    }

    @Test func randomPayloadsOfValidFramesNeverTrap() {
        var generator = SeededGenerator(state: 13)
        var errors = 0
        var messages = 0
        for _ in 0..<40_000 {
            let payload: [UInt8] = (0..<generator.below(200)).map { _ in
                generator.flag() ? generator.any() : UInt8(generator.below(8))
            }
            let kind = UInt8(1 + generator.below(8))
            let received = read(frame(kind, payload, records: UInt8(1 + generator.below(2))))
            messages += received.words.count
            if received.error != nil { errors += 1 }
        }
        #expect(errors > 10_000)
        #expect(messages > 200)
    }

    @Test func mutatedFramesNeverTrap() {
        var generator = SeededGenerator(state: 14)
        var errors = 0
        for _ in 0..<4_000 {
            var (bytes, _) = generator.frames(1 + generator.below(12))
            for _ in 0..<(1 + generator.below(6)) {
                let at = generator.below(bytes.count)
                switch generator.below(4) {
                case 0: bytes[at] = generator.any()
                case 1: bytes[at] ^= 1 << UInt8(generator.below(8))
                case 2: bytes.insert(generator.any(), at: at)
                default: if bytes.count > 1 { bytes.remove(at: at) }
                }
            }
            let cut = generator.below(bytes.count + 1)
            let once = read(bytes)
            let twice = read(bytes, pieces: [cut])
            #expect(once.words == twice.words && once.error == twice.error)
            if once.error != nil { errors += 1 }
        }
        #expect(errors > 1_000)
    }
}
