//! The table as documents for programs: JSON schemas for the API's document,
//! and TypeScript for the page. Both come from the Rust types alone.

use crate::World;
use dedale_fish::Fish;
use dedale_magic::game::MagicMaze;
use dedale_play::Game;
use dedale_race::Race;
use dedale_sokoban::game::Sokoban;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};
use std::fmt::Write;

/// A question with its schemas.
pub struct Described {
    /// `WORLD/QUESTION`, as in its path.
    pub path: String,
    /// What it is for, in English.
    pub about: String,
    /// The schema of the question.
    pub question: Value,
    /// The schema of the answer.
    pub answer: Value,
}

/// The schemas of all questions, and the types they share by name; references
/// begin with `prefix`.
pub fn describe(worlds: &[World], prefix: &'static str) -> (Vec<Described>, Map<String, Value>) {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = prefix.into());
    let mut generator = settings.into_generator();
    let mut described = Vec::new();
    for world in worlds {
        for entry in &world.questions {
            let [question, answer] = entry.schemas(&mut generator);
            let path = format!("{}/{}", world.name, entry.slug());
            described.push(Described { path, about: entry.about().en, question, answer });
        }
    }
    (described, generator.take_definitions(true))
}

/// The types of all questions for the page.
pub fn typescript(worlds: &[World]) -> String {
    let (described, shared) = describe(worlds, "#/");
    let mut text = named_types(&shared);
    text += "/** Every question: what is asked, what is answered. */\nexport interface Questions {\n";
    for one in &described {
        let (question, answer) = (typed(&one.question, 2), typed(&one.answer, 2));
        let (about, path) = (&one.about, &one.path);
        let _ =
            writeln!(text, "  /** {about} */\n  \"{path}\": {{\n    ask: {question};\n    answer: {answer};\n  }};");
    }
    text + "}\n"
}

/// What a match shows and tells, for the page: each game by name, with the
/// types of its view and its events.
pub fn views() -> [(&'static str, String); 4] {
    [view::<Race>(), view::<Fish>(), view::<MagicMaze>(), view::<Sokoban>()]
}

fn view<G: Game<View: JsonSchema, Event: JsonSchema>>() -> (&'static str, String) {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = "#/".into());
    let mut generator = settings.for_serialize().into_generator();
    generator.subschema_for::<G::View>();
    generator.subschema_for::<G::Event>();
    (G::NAME, named_types(&generator.take_definitions(true)))
}

/// Types with a name, in TypeScript.
pub fn named_types(types: &Map<String, Value>) -> String {
    let mut text = String::from("// Made from the Rust types; `cargo test` says when it is stale.\n\n");
    for (name, schema) in types {
        let _ = writeln!(text, "export type {name} = {};\n", typed(schema, 0));
    }
    text
}

/// The TypeScript of a schema.
fn typed(schema: &Value, depth: usize) -> String {
    let Some(object) = schema.as_object() else { return "any".into() };
    if let Some(name) = object.get("$ref").and_then(Value::as_str) {
        let name = name.trim_start_matches("#/");
        // A message that is a type of its own carries its tag beside it.
        return match object.contains_key("properties") {
            true => format!("{name} & {}", fields(object, depth)),
            false => name.to_owned(),
        };
    }
    if let Some(value) = object.get("const") {
        return value.to_string();
    }
    if let Some(values) = object.get("enum").and_then(Value::as_array) {
        return values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
    }
    for name in ["anyOf", "oneOf"] {
        if let Some(several) = object.get(name).and_then(Value::as_array) {
            return several.iter().map(|one| typed(one, depth)).collect::<Vec<_>>().join(" | ");
        }
    }
    match object.get("type") {
        Some(Value::Array(kinds)) => {
            let one = |kind: &Value| {
                let mut schema = object.clone();
                schema.insert("type".into(), kind.clone());
                typed(&Value::Object(schema), depth)
            };
            kinds.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Some(Value::String(kind)) => match kind.as_str() {
            "string" | "boolean" | "null" => kind.clone(),
            "integer" | "number" => "number".into(),
            "array" => array(object, depth),
            _ => fields(object, depth),
        },
        _ => "any".into(),
    }
}

fn array(object: &Map<String, Value>, depth: usize) -> String {
    if let Some(items) = object.get("prefixItems").and_then(Value::as_array) {
        return format!("[{}]", items.iter().map(|item| typed(item, depth)).collect::<Vec<_>>().join(", "));
    }
    let item = object.get("items").map_or("any".into(), |items| typed(items, depth));
    let bound = |name: &str| object.get(name).and_then(Value::as_u64);
    match (bound("minItems"), bound("maxItems")) {
        (Some(least), Some(most)) if least == most && most <= 8 => {
            format!("[{}]", vec![item; most as usize].join(", "))
        }
        _ if item.contains(" | ") || item.contains(" & ") => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn fields(object: &Map<String, Value>, depth: usize) -> String {
    let Some(properties) = object.get("properties").and_then(Value::as_object).filter(|all| !all.is_empty()) else {
        return match object.get("additionalProperties") {
            Some(value @ Value::Object(_)) => format!("Record<string, {}>", typed(value, depth)),
            _ => "Record<string, any>".into(),
        };
    };
    let required: Vec<&str> =
        object.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let indent = "  ".repeat(depth + 1);
    let mut text = String::from("{\n");
    for (name, schema) in properties {
        let optional = if required.contains(&name.as_str()) { "" } else { "?" };
        let _ = writeln!(text, "{indent}{name}{optional}: {};", typed(schema, depth + 1));
    }
    text + &"  ".repeat(depth) + "}"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn schemas_become_types() {
        for (schema, expected) in [
            (json!({"type": "string"}), "string"),
            (json!({"type": ["integer", "null"]}), "number | null"),
            (json!({"enum": ["a", "b"]}), "\"a\" | \"b\""),
            (json!({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}), "[number, number]"),
            (json!({"type": "array", "items": {"$ref": "#/Cell"}}), "Cell[]"),
            (json!({"anyOf": [{"$ref": "#/Cell"}, {"type": "null"}]}), "Cell | null"),
            (json!({"type": "object", "properties": {"n": {"type": "number"}}}), "{\n  n?: number;\n}"),
            (json!({"type": "object", "additionalProperties": {"type": "string"}}), "Record<string, string>"),
            (
                json!({"$ref": "#/Act", "properties": {"type": {"const": "act"}}, "required": ["type"]}),
                "Act & {\n  type: \"act\";\n}",
            ),
            (json!(true), "any"),
        ] {
            assert_eq!(typed(&schema, 0), expected);
        }
    }
}
