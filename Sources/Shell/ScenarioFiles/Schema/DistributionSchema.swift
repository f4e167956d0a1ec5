/// Distributions: a duration alone, or a map of one kind and its numbers.
extension Schema {
    static let distribution = any(reference("duration"), one(of: kinds))

    private static let kinds = [
        key("constant", reference("duration"), "Always the same."),
        key("uniform", list(reference("duration"), least: 2, most: 2), "[shortest, longest]."),
        key(
            "exponential",
            any(
                reference("positive_duration"),
                map(
                    [key("mean", reference("positive_duration"), "Its mean.")],
                    required: ["mean"])),
            "Without memory; by its mean."),
        key(
            "lognormal",
            map(
                [
                    key("median", reference("positive_duration"), "Half are shorter."),
                    key("sigma", number("0.01", "10"), "Of the logarithm."),
                ], required: ["median", "sigma"]), "Skewed to the right."),
        key(
            "weibull",
            map(
                [
                    key("shape", number("0.01", "100"), "Below 1: many short, some very long."),
                    key("scale", reference("positive_duration"), "63% are shorter."),
                ], required: ["shape", "scale"]), "Absences, with a shape below 1."),
        key(
            "pareto",
            map(
                [
                    key("scale", reference("positive_duration"), "The shortest."),
                    key("shape", number("0.01", "100"), "Of the tail."),
                    key("cap", reference("duration"), "The longest."),
                ], required: ["scale", "shape"]), "A heavy tail."),
        key("choice", list(reference("duration"), least: 1), "One of these, each as likely."),
        key("empirical", reference("name"), "A file with a duration a line."),
        key("mix", list(component, least: 1), "Several; their shares sum to 100%."),
    ]

    /// Refers to the kinds, which hold it: by name, as they can't hold each other.
    private static let component: Schema = {
        let keys = Decoder.distributionKinds.map { name in
            key(
                name, reference("distribution/anyOf/1/properties/\(name)"), "As outside of a mix.")
        }
        return map(
            [key("share", reference("share"), "Of this one.")] + keys, required: ["share"]
        ).with("minProperties", .number("2")).with("maxProperties", .number("2"))
    }()
}
