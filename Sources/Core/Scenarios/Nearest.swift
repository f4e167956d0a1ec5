/// The word of a list that was probably meant.
public enum Nearest {
    /// Within a third of the letters, at least one, at most three changes; the first of equals.
    /// Words over 100 letters have no neighbour.
    public static func word(to text: String, in words: some Sequence<String>) -> String? {
        let letters = Array(text.lowercased())
        guard letters.count <= 100 else { return nil }
        var best: (word: String, distance: Int)?
        for word in words {
            let other = Array(word.lowercased())
            let bound = min(3, max(1, max(letters.count, other.count) / 3))
            guard abs(other.count - letters.count) <= bound else { continue }
            let distance = distance(letters, other)
            if distance <= bound && distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word
    }

    /// Insertions, deletions, replacements and swaps of neighbours. O(a · b).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
