extension String {
    /// With some scalars replaced. Scalars, not characters: what others wrote may join a sign to
    /// its neighbours, as a carriage return joins the line feed behind it, and programs that read
    /// the text see them apart.
    func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        // Copied in runs: most of a text stays as it is.
        var rest = unicodeScalars.startIndex
        for index in unicodeScalars.indices {
            guard let other = replacement(unicodeScalars[index]) else { continue }
            text.unicodeScalars += unicodeScalars[rest..<index]
            text += other
            rest = unicodeScalars.index(after: index)
        }
        text.unicodeScalars += unicodeScalars[rest...]
        return text
    }
}
