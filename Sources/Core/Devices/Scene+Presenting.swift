import AppLock
import Chronology
import WindowStacks

/// The app's side of the engine: puts up and takes down locks, covers and overlays, and keeps
/// the way back to where the person was.
extension Scene {
    // MARK: Lock

    mutating func resignKeyboard() {
        guard !isLocked else { return }
        notedResponder = NotedResponder()
        guard let window = stack.window(stack.key), window.responder != .none else { return }
        notedResponder = NotedResponder(
            window: window.id, field: window.responder, depth: window.responderDepth)
        stack.setResponder(.none, of: window.id, depth: 0)
    }

    mutating func raiseLock(_ policy: LockPolicy) {
        if isLocked {
            stackSecondLock(policy)
            return
        }
        notedKey = stack.key
        switch policy.presentation {
        case .window(let level): raiseLockWindow(level)
        case .rootSwap, .subview:
            if !stack.isShown(.main) || stack.hasAppWindow(above: .main) {
                raiseLockWindow(WindowLevel.alert + 1)
            } else {
                let swapsRoot = policy.presentation == .rootSwap
                carrier = swapsRoot ? .rootSwap : .subview
                var inset = Inset(
                    id: .lock, role: .lock, swapsRoot: swapsRoot, depth: stack.depth(of: .main))
                inset.aside = setMainResponderAside()
                insets.append(inset)
                stack.setKey(.main)
            }
        }
    }

    /// A main window that becomes key only because the lock lies in it keeps its field for later.
    private mutating func setMainResponderAside() -> NotedResponder {
        guard stack.key != .main, let main = stack.window(.main), main.responder != .none
        else { return NotedResponder() }
        stack.setResponder(.none, of: .main, depth: 0)
        return NotedResponder(
            window: .main, field: main.responder, depth: main.responderDepth)
    }

    /// The lock no longer lies in the main window.
    private mutating func removeLockInset() {
        let aside = asideResponder
        insets.removeAll { $0.role == .lock }
        guard aside.field != .none, Int(aside.depth) < stack.depth(of: .main) else { return }
        stack.setResponder(aside.field, of: .main, depth: Int(aside.depth))
    }

    /// The main window's own field, where the lock lies in it and it was not key.
    var asideResponder: NotedResponder {
        insets.first { $0.role == .lock }?.aside ?? NotedResponder()
    }

    private mutating func raiseLockWindow(_ level: Int32) {
        carrier = .window
        if stack.index(of: .lock) == nil {
            stack.create(
                WindowDescription(id: .lock, level: level, role: .lock), belongsToEngine: true)
        }
        guard let place = stack.index(of: .lock) else { return }
        stack.setLevel(place, levelOnTop(atLeast: level))
        showLockWindow()
    }

    /// Its level, or one above the highest window the app shows.
    private func levelOnTop(atLeast level: Int32) -> Int32 {
        guard let highest = stack.highestShownAppLevel, highest >= level else { return level }
        return highest == .max ? highest : highest + 1
    }

    private mutating func showLockWindow() {
        keepLockAboveCover()
        guard let place = stack.index(of: .lock) else { return }
        if stack.windows[place].isHidden {
            stack.show(place)
        } else {
            stack.orderFront(place)
        }
        stack.setResponder(.lock, of: .lock, depth: 0)
        stack.setKey(.lock)
    }

    private mutating func stackSecondLock(_ policy: LockPolicy) {
        guard carrier == .window, let place = stack.index(of: .lock) else {
            insets.append(
                Inset(
                    id: .lock, role: .lock, swapsRoot: carrier == .rootSwap,
                    depth: stack.depth(of: .main)))
            return
        }
        let level = stack.windows[place].level
        stack.create(
            WindowDescription(id: .lock, level: level, role: .lock), belongsToEngine: true)
        showLockWindow()
    }

    /// S000 keeps only the last lock window it made.
    mutating func replaceLock(_ policy: LockPolicy) {
        let key = notedKey
        while let place = stack.index(of: .lock) { stack.release(place) }
        removeLockInset()
        carrier = nil
        raiseLock(policy)
        notedKey = key
    }

    /// Back above what the app showed meanwhile; a lock inside the main window becomes a window
    /// where a window lies above that one.
    mutating func liftLock() {
        switch carrier {
        case .window:
            guard let place = stack.index(of: .lock) else { return }
            stack.setLevel(place, levelOnTop(atLeast: stack.windows[place].level))
            showLockWindow()
        case .rootSwap, .subview:
            if !stack.isShown(.main) || stack.hasAppWindow(above: .main) {
                removeLockInset()
                raiseLockWindow(WindowLevel.alert + 1)
                return
            }
            liftLockInset()
            stack.setKey(.main)
        case nil: break
        }
    }

    /// Into the view of what is presented topmost.
    private mutating func liftLockInset() {
        for index in insets.indices where insets[index].role == .lock {
            insets[index].depth = stack.depth(of: .main)
        }
    }

    mutating func dropLock(_ policy: LockPolicy) {
        switch carrier {
        case .window: dropLockWindow(policy.dismissal)
        case .rootSwap, .subview:
            if policy.quirks.freshRoot { stack.truncate(.main, to: 1) }
            removeLockInset()
        case nil: break
        }
        carrier = nil
    }

    private mutating func dropLockWindow(_ dismissal: LockPolicy.Dismissal) {
        while let place = stack.index(of: .lock), !stack.windows[place].isHidden {
            switch dismissal {
            case .hide: stack.hide(place)
            case .release, .hideThenRelease: stack.release(place)
            case .lowerLevel:
                stack.setLevel(place, -1)
                return
            }
        }
    }

    mutating func restoreKeyWindow() {
        let key = stack.canBeKey(notedKey) ? notedKey : stack.frontmostThatCanBeKey
        stack.setKey(key)
    }

    mutating func restoreResponder() {
        let noted = notedResponder
        notedResponder = NotedResponder()
        guard noted.field != .none, Int(noted.depth) < stack.depth(of: noted.window) else { return }
        stack.setResponder(noted.field, of: noted.window, depth: Int(noted.depth))
    }

    /// A lock inside the main window lies in the view of what is presented topmost: above what is
    /// pushed there, and it stays in front when what it lay above goes.
    mutating func settleInsets(from depth: Int) {
        let top = stack.depth(of: .main)
        for index in insets.indices where insets[index].depth >= min(depth, top) {
            insets[index].depth = top
        }
    }

    // MARK: Cover

    mutating func raiseCover(_ policy: LockPolicy, fadeEnd end: UInt64?) {
        if policy.cover.presentation == .present {
            presentCover(end)
            return
        }
        let isNew = !isCovered
        isCovered = true
        if isNew && fadeEnd != .max && policy.quirks.keepsFadeOnRaise { return }
        let base: Int32
        if case .window(let level) = policy.presentation {
            base = level
        } else {
            base = WindowLevel.alert + 1
        }
        if stack.index(of: .cover) == nil {
            stack.create(
                WindowDescription(id: .cover, level: base, role: .cover), belongsToEngine: true)
        }
        guard var place = stack.index(of: .cover) else { return }
        stack.setLevel(place, levelOnTop(atLeast: base))
        place = stack.index(of: .cover) ?? place
        if stack.windows[place].isHidden {
            stack.show(place)
        } else {
            stack.orderFront(place)
        }
        if isNew {
            fadeEnd = end ?? .max
            if let place = stack.index(of: .cover) { stack.setTransparent(place, end != nil) }
        }
        guard carrier == .window else { return }
        keepLockAboveCover()
        if let lock = stack.index(of: .lock) { stack.orderFront(lock) }
    }

    /// The cover keeps the level it needed when it went up, which may be above the lock's.
    private mutating func keepLockAboveCover() {
        guard let lock = stack.index(of: .lock), let cover = stack.window(.cover) else { return }
        stack.setLevel(lock, max(stack.windows[lock].level, cover.level))
    }

    /// S003: refused while the root presents something.
    private mutating func presentCover(_ end: UInt64?) {
        guard !isCovered, !stack.presents(.main) else { return }
        isCovered = true
        fadeEnd = end ?? .max
        stack.append(
            Controller(name: .cover, window: .main, isPresented: true, belongsToEngine: true))
        liftLockInset()
    }

    mutating func dropCover(_ policy: LockPolicy, fadeEnd end: UInt64?) {
        if policy.cover.presentation == .present {
            stack.dismissAll(in: .main)
            settleInsets(from: .max)
            isCovered = false
            fadeEnd = .max
            return
        }
        isCovered = false
        guard let place = stack.index(of: .cover) else { return }
        if let end {
            stack.setTransparent(place, true)
            fadeEnd = end
        } else {
            stack.release(place)
            fadeEnd = .max
        }
    }

    /// The animation is over: a cover going up is opaque now, one going down is gone.
    mutating func endFade(keepsFade: Bool) {
        fadeEnd = .max
        guard let place = stack.index(of: .cover) else { return }
        if isCovered && !(keepsFade && stack.windows[place].isTransparent) {
            stack.setTransparent(place, false)
        } else {
            stack.release(place)
        }
    }

    // MARK: Overlays

    mutating func showOverlay(_ kind: OverlayKind, _ id: Name, _ policy: LockPolicy) {
        if policy.quirks.overlaysFollowPresentation {
            insets.append(
                Inset(
                    id: id, role: kind.role, swapsRoot: policy.presentation == .rootSwap,
                    depth: stack.depth(of: .main)))
            return
        }
        let level = kind == .alert || kind == .loading ? WindowLevel.alert + 1 : 1
        if stack.index(of: id) == nil {
            stack.create(
                WindowDescription(id: id, level: level, role: kind.role), belongsToEngine: true)
        }
        guard let place = stack.index(of: id) else { return }
        if stack.windows[place].isHidden {
            stack.show(place)
        } else {
            stack.orderFront(place)
        }
        stack.setKey(id)
    }

    mutating func hideOverlay(_ id: Name) {
        if insets.contains(where: { $0.id == id && $0.role != .lock }) {
            insets.removeAll { $0.id == id && $0.role != .lock }
        } else if let place = stack.index(of: id) {
            stack.hide(place)
            stack.release(place)
        }
    }

    /// Every content window goes back to its first controller.
    mutating func returnToRoot() {
        for index in stack.windows.indices where stack.windows[index].role == .content {
            stack.truncate(stack.windows[index].id, to: 1)
        }
        if notedResponder.depth > 0 { notedResponder = NotedResponder() }
        if !insets.isEmpty { settleInsets(from: .max) }
    }
}

extension OverlayKind {
    var role: WindowRole {
        switch self {
        case .alert: .alert
        case .loading: .loading
        case .launch: .launch
        case .login: .login
        }
    }
}
