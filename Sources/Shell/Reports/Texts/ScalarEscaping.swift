extension String {
    /// With some scalars replaced. Scalars, not characters: what others wrote may join a sign to
    /// its neighbours, as a carriage return joins the line feed behind it, and programs that read
    /// the text see them apart.
    func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) {
                text += other
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
