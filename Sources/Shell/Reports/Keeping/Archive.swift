/// Why kept bytes are no result of this version.
public enum ArchiveError: Error, Hashable, Sendable {
    case foreign
    case version(UInt64)
    case damaged
}

extension ArchiveError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .foreign:
            "no result of locksim: that is a folder “run --out” wrote, or a result.series in it"
        case .version(let version):
            "a result of another version (format \(version), this locksim reads "
                + "\(ResultArchive.version))"
        case .damaged: "a damaged result"
        }
    }
}

/// Walks over a value field by field, in one order for both ways: what is written is what is read.
///
/// Numbers are little-endian base 128, texts and bytes behind their length.
struct Archive {
    private(set) var bytes: [UInt8] = []
    private var rest: ArraySlice<UInt8> = []
    let isReading: Bool

    init() { isReading = false }

    init(reading bytes: ArraySlice<UInt8>) {
        isReading = true
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    // MARK: Fields

    mutating func field(_ number: inout UInt64) throws(ArchiveError) {
        if isReading { number = try read() } else { write(number) }
    }

    mutating func field(_ number: inout Int) throws(ArchiveError) {
        var bits = UInt64(bitPattern: Int64(number))
        try field(&bits)
        number = Int(Int64(bitPattern: bits))
    }

    mutating func field(_ number: inout Int64) throws(ArchiveError) {
        var bits = UInt64(bitPattern: number)
        try field(&bits)
        number = Int64(bitPattern: bits)
    }

    mutating func field(_ isTrue: inout Bool) throws(ArchiveError) {
        var number: UInt64 = isTrue ? 1 : 0
        try field(&number)
        isTrue = number != 0
    }

    mutating func field(_ text: inout String) throws(ArchiveError) {
        var utf8 = isReading ? [] : Array(text.utf8)
        try field(&utf8)
        if isReading { text = String(decoding: utf8, as: UTF8.self) }
    }

    mutating func field(_ data: inout [UInt8]) throws(ArchiveError) {
        var count = UInt64(data.count)
        try field(&count)
        guard isReading else { return bytes += data }
        guard count <= UInt64(rest.count) else { throw .damaged }
        data = Array(rest.prefix(Int(count)))
        rest.removeFirst(Int(count))
    }

    mutating func field<Word: RawRepresentable<String>>(
        _ word: inout Word
    ) throws(ArchiveError) {
        var text = word.rawValue
        try field(&text)
        guard let known = Word(rawValue: text) else { throw .damaged }
        word = known
    }

    mutating func list<Item>(
        _ items: inout [Item], _ blank: @autoclosure () -> Item,
        _ walk: (inout Archive, inout Item) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var count = UInt64(items.count)
        try field(&count)
        if isReading {
            // An item takes a byte at least, so a false length can't claim memory.
            guard count <= UInt64(rest.count) else { throw .damaged }
            items = []
            for _ in 0..<count {
                var item = blank()
                try walk(&self, &item)
                items.append(item)
            }
        } else {
            for index in items.indices { try walk(&self, &items[index]) }
        }
    }

    mutating func optional<Item>(
        _ item: inout Item?, _ blank: @autoclosure () -> Item,
        _ walk: (inout Archive, inout Item) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var items = item.map { [$0] } ?? []
        try list(&items, blank(), walk)
        item = items.first
    }

    mutating func list(_ texts: inout [String]) throws(ArchiveError) {
        try list(&texts, "") { (archive, text) throws(ArchiveError) in try archive.field(&text) }
    }

    // MARK: Numbers

    private mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func read() throws(ArchiveError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard let byte = rest.popFirst() else { throw .damaged }
            guard shift < 63 || byte <= 1 else { throw .damaged }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw .damaged
    }
}
