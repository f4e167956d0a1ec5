// How films and timelines are kept.

extension Film {
    init(blank: ()) {
        self.init(rule: "", session: 0, at: 0, since: 0, count: 0, command: "")
    }

    mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&rule)
        try archive.field(&session)
        try archive.field(&at)
        try archive.field(&since)
        try archive.field(&count)
        try archive.field(&command)
        try archive.field(&note)
        try archive.list(&steps, Step(at: 0, kind: .event, title: "")) {
            (archive, step) throws(ArchiveError) in
            try step.walk(&archive)
        }
    }
}

extension Film.Step {
    fileprivate mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&at)
        try archive.field(&kind)
        try archive.field(&title)
        try archive.list(&answers)
        try archive.field(&continuous)
        try archive.field(&uptime)
        try archive.field(&wall)
        try archive.field(&bootID)
        try archive.list(&states)
        try archive.list(&timers, Film.PendingTimer(kind: "", generation: 0, deadline: 0)) {
            (archive, timer) throws(ArchiveError) in
            try archive.field(&timer.kind)
            try archive.field(&timer.generation)
            try archive.field(&timer.deadline)
        }
        let blank = Film.SceneView(
            name: "", state: "", responder: "", isLocked: false, isCovered: false,
            isExposed: false, windows: [])
        try archive.list(&scenes, blank) { (archive, scene) throws(ArchiveError) in
            try scene.walk(&archive)
        }
    }
}

extension Film.SceneView {
    fileprivate mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&name)
        try archive.field(&state)
        try archive.field(&responder)
        try archive.field(&isLocked)
        try archive.field(&isCovered)
        try archive.field(&isExposed)
        let blank = Film.WindowView(
            id: "", role: "", level: 0, isHidden: false, isKey: false, isSensitive: false,
            isTransparent: false, belongsToEngine: false, content: [])
        try archive.list(&windows, blank) { (archive, window) throws(ArchiveError) in
            try window.walk(&archive)
        }
    }
}

extension Film.WindowView {
    fileprivate mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&id)
        try archive.field(&role)
        try archive.field(&level)
        try archive.field(&isHidden)
        try archive.field(&isKey)
        try archive.field(&isSensitive)
        try archive.field(&isTransparent)
        try archive.field(&belongsToEngine)
        try archive.list(&content)
    }
}

extension SessionTimeline {
    mutating func walk(_ archive: inout Archive) throws(ArchiveError) {
        try archive.field(&session)
        try archive.list(&spans, Span(kind: "", from: 0, to: 0)) {
            (archive, span) throws(ArchiveError) in
            try archive.field(&span.kind)
            try archive.field(&span.from)
            try archive.field(&span.to)
        }
    }
}
