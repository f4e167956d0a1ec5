public import AppLock

/// The windows of one scene, back to front, with their view controllers and the key window.
///
/// Order: higher level in front; at equal level the window most recently ordered front. The
/// system's window and the keyboard are not kept here, since they follow from the rest.
/// Memory: flat for two windows and two controllers, as of a session in use (main) and one away
/// (main and cover).
public struct WindowStack: Sendable {
    public internal(set) var windows: InlineList<2, Window>
    public internal(set) var controllers: InlineList<2, Controller>
    /// `.none` where nothing is key.
    public internal(set) var key: Name = .none
    /// Shuffles windows of equal level that the app orders front: Apple promises no order there.
    public var shuffle: UInt16 = 0
    /// Of windows smaller than the screen.
    var frames: [FrameOfWindow] = []

    struct FrameOfWindow: Sendable {
        var window: Name
        var frame: Frame
    }

    public init() {
        let nothing = WindowDescription(id: .none)
        windows = InlineList(filler: Window(nothing))
        controllers = InlineList(filler: Controller(name: .none, window: .none))
    }

    // MARK: Looking

    public func index(of id: Name) -> Int? {
        var index = Int(windows.count) - 1
        while index >= 0 {
            if windows[index].id == id { return index }
            index -= 1
        }
        return nil
    }

    public func window(_ id: Name) -> Window? { index(of: id).map { windows[$0] } }

    public func frame(of window: Window) -> Frame {
        guard window.isPartial else { return .screen }
        for entry in frames where entry.window == window.id { return entry.frame }
        return .screen
    }

    public func isShown(_ id: Name) -> Bool {
        guard let window = window(id) else { return false }
        return !window.isHidden
    }

    /// The frontmost shown window that can be key.
    public var frontmostThatCanBeKey: Name {
        var index = Int(windows.count) - 1
        while index >= 0 {
            let window = windows[index]
            if !window.isHidden && window.canBecomeKey { return window.id }
            index -= 1
        }
        return .none
    }

    /// The same once the lock is gone.
    public var frontmostBehindLock: Name {
        var index = Int(windows.count) - 1
        while index >= 0 {
            let window = windows[index]
            if !window.isHidden && window.canBecomeKey && !window.isLockOrCover { return window.id }
            index -= 1
        }
        return .none
    }

    public func canBeKey(_ id: Name) -> Bool {
        guard let window = window(id) else { return false }
        return !window.isHidden && window.canBecomeKey
    }

    /// The highest level of a shown window that is neither the lock nor the cover, nil where
    /// there is none.
    public var highestShownAppLevel: Int32? {
        var highest: Int32?
        for index in windows.indices {
            let window = windows[index]
            if window.isHidden || window.isLockOrCover { continue }
            highest = max(highest ?? .min, window.level)
        }
        return highest
    }

    /// Whether a shown window of the app or an overlay lies above `id`.
    public func hasAppWindow(above id: Name) -> Bool {
        guard let place = index(of: id) else { return true }
        for index in (place + 1)..<max(Int(windows.count), place + 1) {
            let window = windows[index]
            if !window.isHidden && !window.isLockOrCover { return true }
        }
        return false
    }

    // MARK: Changing

    public mutating func create(_ description: WindowDescription, belongsToEngine: Bool = false) {
        let window = Window(description, belongsToEngine: belongsToEngine)
        if window.isPartial {
            frames.removeAll { $0.window == description.id }
            frames.append(FrameOfWindow(window: description.id, frame: description.frame))
        }
        insertFront(window)
        if window.isLockOrCover { return }
        controllers.append(
            Controller(name: .root, window: description.id, isSensitive: description.isSensitive))
    }

    public mutating func show(_ index: Int) {
        guard windows[index].isHidden else { return }
        windows[index].isHidden = false
        orderFront(index)
    }

    public mutating func hide(_ index: Int) {
        guard !windows[index].isHidden else { return }
        windows[index].isHidden = true
        if key == windows[index].id { key = frontmostThatCanBeKey }
    }

    public mutating func release(_ index: Int) {
        let window = windows.remove(at: index)
        if window.isPartial { frames.removeAll { $0.window == window.id } }
        if self.index(of: window.id) == nil { removeControllers(of: window.id) }
        if key == window.id { key = frontmostThatCanBeKey }
    }

    public mutating func setKey(_ id: Name) { key = id }

    /// Another level orders front; the same one does not.
    public mutating func setLevel(_ index: Int, _ level: Int32) {
        guard windows[index].level != level else { return }
        windows[index].level = level
        orderFront(index)
    }

    public mutating func setTransparent(_ index: Int, _ isTransparent: Bool) {
        windows[index].isTransparent = isTransparent
    }

    public mutating func orderFront(_ index: Int) {
        insertFront(windows.remove(at: index))
    }

    private mutating func insertFront(_ window: Window) {
        var place = Int(windows.count)
        while place > 0 && windows[place - 1].level > window.level { place -= 1 }
        if shuffle != 0 && !window.isLockOrCover {
            var bottom = place
            while bottom > 0 && windows[bottom - 1].level == window.level
                && !windows[bottom - 1].isLockOrCover
            { bottom -= 1 }
            shuffle = shuffle &* 25173 &+ 13849 | 1
            place = bottom + Int(shuffle >> 3) % (place - bottom + 1)
        }
        windows.insert(window, at: place)
    }

    public mutating func removeAll() {
        windows.removeAll()
        controllers.removeAll()
        frames = []
        key = .none
    }
}

extension Window {
    /// The engine's lock or cover.
    public var isLockOrCover: Bool { belongsToEngine && (role == .lock || role == .cover) }
}
