/// Refuses what is not text, at its place; libyaml's own reader refuses the same, but names byte
/// offsets only.
func checkText(_ bytes: [UInt8], origin: Int) throws(YAMLError) {
    var mark = Mark(line: 1, column: 1, origin: origin)
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var isFirst = true
    while true {
        let scalar: Unicode.Scalar
        switch decoder.decode(&iterator) {
        case .emptyInput: return
        case .error: throw .invalidUTF8(mark)
        case .scalarValue(let value): scalar = value
        }
        guard isText(scalar) || (isFirst && scalar == "\u{FEFF}") else {
            throw .controlCharacter(scalar.value, mark)
        }
        isFirst = false
        if scalar == "\n" {
            mark.line += 1
            mark.column = 1
        } else {
            mark.column += 1
        }
    }
}

/// The characters YAML 1.1 calls printable.
private func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF: true
    case 0xE000...0xFFFD: scalar != "\u{FEFF}"
    case 0x10000...0x10FFFF: true
    default: false
    }
}
