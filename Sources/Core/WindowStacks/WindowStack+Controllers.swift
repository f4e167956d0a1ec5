public import AppLock

/// Controllers of all windows lie in one list; those of one window in the order they came.
extension WindowStack {
    public func topController(of window: Name) -> Controller? {
        var index = Int(controllers.count) - 1
        while index >= 0 {
            if controllers[index].window == window { return controllers[index] }
            index -= 1
        }
        return nil
    }

    public func depth(of window: Name) -> Int {
        var depth = 0
        for index in controllers.indices where controllers[index].window == window { depth += 1 }
        return depth
    }

    public func presents(_ window: Name) -> Bool {
        for index in controllers.indices
        where controllers[index].window == window && controllers[index].isPresented {
            return true
        }
        return false
    }

    public mutating func append(_ controller: Controller) { controllers.append(controller) }

    /// Removes the topmost controller where it was pushed; false where it was not.
    public mutating func pop(in window: Name) -> Bool {
        guard let top = topController(of: window), !top.isPresented, depth(of: window) > 1
        else { return false }
        truncate(window, to: depth(of: window) - 1)
        return true
    }

    /// Removes the sheet presented last and what was pushed onto it; false where there is none.
    public mutating func dismiss(in window: Name) -> Bool {
        var depth = 0
        var sheet: Int?
        for index in controllers.indices where controllers[index].window == window {
            if controllers[index].isPresented { sheet = depth }
            depth += 1
        }
        guard let sheet else { return false }
        truncate(window, to: sheet)
        return true
    }

    /// Removes whatever the window's root presents, all of it.
    public mutating func dismissAll(in window: Name) {
        var depth = 0
        for index in controllers.indices where controllers[index].window == window {
            if controllers[index].isPresented {
                truncate(window, to: depth)
                return
            }
            depth += 1
        }
    }

    /// Keeps the first `depth` controllers of a window; the responder of what goes is dropped.
    public mutating func truncate(_ window: Name, to depth: Int) {
        var seen = 0
        var index = 0
        while index < Int(controllers.count) {
            if controllers[index].window == window {
                seen += 1
                if seen > depth {
                    controllers.remove(at: index)
                    continue
                }
            }
            index += 1
        }
        guard let place = self.index(of: window) else { return }
        if Int(windows[place].responderDepth) >= depth { windows[place].responder = .none }
    }

    public mutating func setResponder(_ field: Name, of window: Name, depth: Int) {
        guard let place = index(of: window) else { return }
        windows[place].responder = field
        windows[place].responderDepth = UInt8(clamping: depth)
    }

    mutating func removeControllers(of window: Name) {
        var index = 0
        while index < Int(controllers.count) {
            if controllers[index].window == window {
                controllers.remove(at: index)
            } else {
                index += 1
            }
        }
    }
}
