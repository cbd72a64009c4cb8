//! As much of JSON Schema as our document uses.

use serde_json::Value;

/// Fails unless a value is what a schema says.
pub fn check(document: &Value, schema: &Value, value: &Value, place: &str) {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        let schema = document.pointer(pointer).unwrap_or_else(|| panic!("{place}: {reference} is nowhere"));
        return check(document, schema, value, place);
    }
    if let Some(kinds) = schema["anyOf"].as_array() {
        // One of ours, or nothing.
        let nothing = kinds.iter().find(|kind| value.is_null() && kind["type"] == "null");
        return check(document, nothing.unwrap_or(&kinds[0]), value, place);
    }
    let is = |kind: &str| match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "null" => value.is_null(),
        other => panic!("{place}: the schema says `{other}`"),
    };
    match &schema["type"] {
        Value::String(kind) => assert!(is(kind), "{place}: {value} is no {kind}"),
        Value::Array(kinds) => {
            assert!(kinds.iter().any(|kind| is(kind.as_str().unwrap())), "{place}: {value} is none of {kinds:?}");
        }
        _ => {}
    }
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{place}: {value} is none of {words:?}");
    }
    if let Some(object) = value.as_object() {
        for key in schema["required"].as_array().into_iter().flatten() {
            assert!(object.contains_key(key.as_str().unwrap()), "{place}: {key} is missing in {value}");
        }
        if let Some(properties) = schema["properties"].as_object() {
            for (key, value) in object {
                let schema = properties.get(key).unwrap_or_else(|| panic!("{place}: {key} is not in the document"));
                check(document, schema, value, &format!("{place}.{key}"));
            }
        }
    }
    if let Some(items) = schema.get("items") {
        for (index, value) in value.as_array().into_iter().flatten().enumerate() {
            check(document, items, value, &format!("{place}[{index}]"));
        }
    }
}
