/// An array of C strings that ends with nil, as `execve` wants it; freed with the object.
@unsafe
final class CStrings {
    let base: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        unsafe count = strings.count
        unsafe base = .allocate(capacity: strings.count + 1)
        for (index, string) in strings.enumerated() {
            let bytes = string.utf8CString
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            for (offset, byte) in bytes.enumerated() {
                unsafe (copy + offset).initialize(to: byte)
            }
            unsafe (base + index).initialize(to: copy)
        }
        unsafe (base + strings.count).initialize(to: nil)
    }

    deinit {
        for index in unsafe 0..<count { unsafe base[index]?.deallocate() }
        unsafe base.deallocate()
    }
}
