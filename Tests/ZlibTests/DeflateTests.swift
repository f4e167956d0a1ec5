import Testing
import Zlib

@Suite struct DeflateTests {
    private static let text = Array(String(repeating: "a lock, a key, ", count: 400).utf8)

    @Test func whatWasPackedComesBack() throws {
        var noise: [UInt8] = []
        var state: UInt32 = 1
        for _ in 0..<70_000 {
            state = state &* 1_664_525 &+ 1_013_904_223
            noise.append(UInt8(truncatingIfNeeded: state >> 24))
        }
        for bytes in [[], [7], Self.text, noise] {
            let packed = try deflated(bytes)
            #expect(try inflated(packed, atMost: bytes.count) == bytes)
        }
        let packed = try deflated(Self.text)
        #expect(packed.count < 100)
    }

    /// RFC 1950's header, and the bytes other programs write for the same.
    @Test func itIsZlibsFormat() throws {
        let packed = try deflated(Array("hello".utf8))
        let known: [UInt8] = [
            0x78, 0xDA, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x06, 0x2C, 0x02, 0x15,
        ]
        #expect(packed == known)
    }

    private func error(_ packed: [UInt8], atMost bound: Int) -> ZlibError? {
        do throws(ZlibError) {
            _ = try inflated(packed, atMost: bound)
            return nil
        } catch {
            return error
        }
    }

    @Test func damageIsToldByItsKind() throws {
        let packed = try deflated(Self.text)
        let count = Self.text.count
        #expect(error(packed, atMost: count) == nil)
        #expect(error(packed, atMost: count - 1) == .tooLarge)
        #expect(error(packed, atMost: 0) == .tooLarge)
        #expect(error(Array(packed.dropLast(5)), atMost: count) == .corrupt)
        #expect(error([], atMost: count) == .corrupt)
        #expect(error(Array("no zlib".utf8), atMost: count) == .corrupt)
        #expect(error(packed + [1, 2], atMost: count) == .trailingBytes(2))
        var broken = packed
        broken[broken.count - 1] ^= 1
        #expect(error(broken, atMost: count) == .corrupt)
    }
}
