/// A JSON Schema, or a part of one, its members in the order they are printed.
struct Schema: Sendable {
    indirect enum Value: Sendable {
        case text(String)
        /// As digits.
        case number(String)
        case flag(Bool)
        case null
        case list([Value])
        case schema(Schema)
    }

    private(set) var members: [(name: String, value: Value)] = []

    subscript(name: String) -> Value? { members.first { $0.name == name }?.value }

    func with(_ name: String, _ value: Value) -> Schema {
        var schema = self
        schema.members.append((name, value))
        return schema
    }

    func saying(_ text: String) -> Schema { with("description", .text(text)) }
}

extension Schema {
    /// A key of a map: what it takes and what it means.
    struct Key: Sendable {
        var name: String
        var schema: Schema
        var says: String
    }

    static func key(_ name: String, _ schema: Schema, _ says: String) -> Key {
        Key(name: name, schema: schema, says: says)
    }

    /// A map of these keys and no others.
    static func map(_ keys: [Key], required: [String] = []) -> Schema {
        var properties = Schema()
        for key in keys {
            properties = properties.with(key.name, .schema(key.schema.saying(key.says)))
        }
        var schema = typed("object").with("properties", .schema(properties))
        if !required.isEmpty { schema = schema.with("required", .list(required.map(Value.text))) }
        return schema.with("additionalProperties", .flag(false))
    }

    /// A map of exactly one of these keys.
    static func one(of keys: [Key]) -> Schema {
        map(keys).with("minProperties", .number("1")).with("maxProperties", .number("1"))
    }

    static func typed(_ names: String...) -> Schema {
        let values = names.map(Value.text)
        return Schema().with("type", values.count == 1 ? values[0] : .list(values))
    }

    static let bool = typed("boolean")
    static let null = typed("null")

    static func whole(_ least: Int64, _ most: UInt64) -> Schema {
        typed("integer").with("minimum", .number("\(least)")).with("maximum", .number("\(most)"))
    }

    /// With decimals.
    static func number(_ least: String, _ most: String) -> Schema {
        typed("number").with("minimum", .number(least)).with("maximum", .number(most))
    }

    /// The whole of a text.
    static func pattern(_ pattern: String) -> Schema {
        typed("string").with("pattern", .text("^(?:\(pattern))$"))
    }

    static func words(_ words: [String]) -> Schema {
        Schema().with("enum", .list(words.map(Value.text)))
    }

    /// The cases' names in snake_case.
    static func cases<T: CaseIterable>(_: T.Type) -> Schema {
        words(T.allCases.map { snakeCase(String(describing: $0)) })
    }

    static func list(_ items: Schema, least: Int = 0, most: Int? = nil) -> Schema {
        var schema = typed("array").with("items", .schema(items))
        if least > 0 { schema = schema.with("minItems", .number("\(least)")) }
        if let most { schema = schema.with("maxItems", .number("\(most)")) }
        return schema
    }

    static func any(_ schemas: Schema...) -> Schema {
        Schema().with("anyOf", .list(schemas.map(Value.schema)))
    }

    static func reference(_ name: String) -> Schema {
        Schema().with("$ref", .text("#/$defs/\(name)"))
    }

    static func requiring(_ keys: String...) -> Schema {
        Schema().with("required", .list(keys.map(Value.text)))
    }
}
