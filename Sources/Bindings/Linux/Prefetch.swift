internal import CLinux

/// Asks the processor to fetch a line that will be written soon. Any address is allowed.
@inline(__always)
@unsafe
public func prefetch(_ address: UnsafeRawPointer) { unsafe clinux_prefetch(address) }
