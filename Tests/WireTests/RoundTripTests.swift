import AppLock
import Chronology
import Testing

@testable import Wire

@Suite struct RoundTripTests {
    @Test(arguments: EventTag.allCases)
    func everyEventComesBackAsItWas(_ tag: EventTag) {
        var generator = SeededGenerator(state: 1)
        var buffer = WireBuffer()
        var sent: [String] = []
        for _ in 0..<200 {
            let record = generator.record(tag)
            #expect(EventTag(record.event) == tag)
            buffer.append(record)
            sent.append("\(Sent.event(record))")
        }
        let received = read(buffer.bytes)
        #expect(received.words == sent)
        #expect(received.error == nil && received.atBoundary)
    }

    @Test(arguments: CommandTag.allCases)
    func everyCommandComesBackAsItWas(_ tag: CommandTag) {
        var generator = SeededGenerator(state: 2)
        for count in [1, 2, 40] {
            var buffer = WireBuffer()
            var commands = CommandBuffer()
            for _ in 0..<count { commands.append(generator.command(tag)) }
            let record = DecisionRecord(session: 7, sequence: 8, engineNanoseconds: .max)
            buffer.append(record, commands)
            let received = read(buffer.bytes)
            #expect(received.words == [describe(.decision(record), commands)])
        }
    }

    @Test func mixedFramesComeBackInOrder() {
        var generator = SeededGenerator(state: 3)
        let (bytes, words) = generator.frames(5_000)
        let received = read(bytes)
        #expect(received.words == words)
        #expect(received.error == nil && received.atBoundary)
    }

    @Test func aSplitAnywhereChangesNothing() {
        var generator = SeededGenerator(state: 4)
        let (bytes, words) = generator.frames(24)
        for cut in 0...bytes.count {
            let received = read(bytes, pieces: [cut])
            #expect(received.words == words && received.error == nil)
        }
        #expect(read(bytes, pieces: Array(0...bytes.count)).words == words)
    }

    @Test func recordsOfOneKindShareAFrameUntilItIsLong() {
        var generator = SeededGenerator(state: 5)
        var buffer = WireBuffer()
        buffer.append(generator.record(.touches))
        let headerAndOne = buffer.count
        buffer.append(generator.record(.touches))
        #expect(buffer.count - headerAndOne < headerAndOne + 16)
        #expect(buffer.bytes[6] == 2)
        var frames = 0
        while buffer.count < 4 * WireFormat.batchByteBound {
            buffer.append(generator.record(.touches))
        }
        var rest = buffer.bytes[...]
        while rest.count > 8 {
            let length = (0..<4).reduce(0) { $0 | Int(rest[rest.startIndex + $1]) << (8 * $1) }
            #expect(length < WireFormat.batchByteBound + WireFormat.recordByteBound)
            rest = rest.dropFirst(8 + length)
            frames += 1
        }
        #expect(rest.isEmpty)
        #expect(frames == 4)
    }

    @Test func aFramePartlySentGrowsNoMore() {
        var generator = SeededGenerator(state: 6)
        var buffer = WireBuffer()
        let first = generator.record(.key)
        let second = generator.record(.key)
        buffer.append(first)
        let sent = Array(buffer.bytes.prefix(5))
        buffer.removeFirst(5)
        buffer.append(second)
        let received = read(sent + buffer.bytes)
        #expect(received.words == ["\(Sent.event(first))", "\(Sent.event(second))"])
    }

    @Test func aTouchWithKnownClocksTakes38BytesAndWithout58() {
        var buffer = WireBuffer()
        let readings = ClockReadings(
            continuous: Instant(nanoseconds: 5), uptime: Instant(nanoseconds: 3),
            wallNanoseconds: -9, bootID: 4)
        let record = EventRecord(
            session: 1, sequence: 2, intended: .origin, sent: .distantFuture, readings: readings,
            event: .touches(.first, TouchList(Touch(finger: 0, phase: .began))))
        buffer.append(record)
        #expect(buffer.count == WireFormat.headerByteCount + 58)
        buffer.append(record)
        #expect(buffer.count == WireFormat.headerByteCount + 58 + 38)
    }

    @Test func aReportLongerThanAFrameComesInParts() {
        var buffer = WireBuffer()
        let report = [UInt8](repeating: 0xA5, count: 2 * WireFormat.payloadByteBound + 3)
        buffer.appendStatistics(report.span)
        var reader = FrameReader()
        reader.append(buffer.bytes.span)
        var whole: [UInt8] = []
        var ends: [Bool] = []
        while let message = try? reader.next() {
            guard case .statistics(let isLast) = message else { break }
            whole += reader.payload
            ends.append(isLast)
        }
        #expect(whole == report)
        #expect(ends == [false, false, true])
    }

    @Test func aTextIsCutBetweenCharacters() {
        var buffer = WireBuffer()
        buffer.appendFailure("a" + String(repeating: "é", count: WireFormat.payloadByteBound))
        let received = read(buffer.bytes)
        #expect(received.error == nil)
        #expect(received.words.count == 1)
    }

    @Test func theBytesAreThoseTheTableSays() {
        var buffer = WireBuffer()
        let readings = ClockReadings(
            continuous: Instant(nanoseconds: 0x30), uptime: Instant(nanoseconds: 0x20),
            wallNanoseconds: -1, bootID: 0xABCD, isReadable: false)
        buffer.append(
            EventRecord(
                session: 0x0102_0304, sequence: 5, intended: Instant(nanoseconds: 6),
                sent: Instant(nanoseconds: 7), readings: readings,
                event: .timerFired(.backoff, generation: 9)))
        let event: [[UInt8]] = [
            [59, 0, 0, 0, 1, 2, 1, 0],
            [4, 3, 2, 1, 5, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0],
            [0x30, 0, 0, 0, 0, 0, 0, 0, 0b011, 0x20, 0, 0, 0, 0, 0, 0, 0],
            [255, 255, 255, 255, 255, 255, 255, 255, 0xCD, 0xAB, 0, 0],
            [22, 1, 9, 0, 0, 0],
        ]
        #expect(buffer.bytes == Array(event.joined()))
        buffer.removeAll()
        var commands = CommandBuffer()
        commands.append(.raiseLock(SceneID(2)))
        commands.append(.cancel(.idle, generation: 4))
        buffer.append(
            DecisionRecord(session: 1, sequence: 2, engineNanoseconds: 3), commands)
        let decision: [[UInt8]] = [
            [22, 0, 0, 0, 1, 3, 1, 0],
            [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 2, 0],
            [0, 2, 21, 0, 4, 0, 0, 0],
        ]
        #expect(buffer.bytes == Array(decision.joined()))
    }
}
