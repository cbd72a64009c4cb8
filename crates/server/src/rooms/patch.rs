//! What changed between two views, so that a board is sent once and then only
//! what happens on it.

use serde_json::{Map, Value};

/// The keys of a view that changed, and null for those that are gone: a merge
/// patch (RFC 7396).
pub fn patch(old: &Value, new: &Value) -> Map<String, Value> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => changes(old, new),
        _ => Map::new(),
    }
}

fn changes(old: &Map<String, Value>, new: &Map<String, Value>) -> Map<String, Value> {
    let mut found = Map::new();
    for (key, value) in new {
        let change = match (old.get(key), value) {
            (Some(old), new) if old == new => continue,
            (Some(Value::Object(old)), Value::Object(new)) => Value::Object(changes(old, new)),
            _ => value.clone(),
        };
        found.insert(key.clone(), change);
    }
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        found.insert(key.clone(), Value::Null);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn patches_say_what_changed() {
        let (old, new) = (json!({"a": 1, "b": [1], "c": 0}), json!({"a": 1, "b": [2], "d": 4}));
        assert_eq!(Value::Object(patch(&old, &new)), json!({"b": [2], "d": 4, "c": null}));
        let (old, new) = (json!({"a": {"b": 1, "c": {"d": [1]}, "e": 1}}), json!({"a": {"b": 1, "c": {"d": [2]}}}));
        assert_eq!(Value::Object(patch(&old, &new)), json!({"a": {"c": {"d": [2]}, "e": null}}));
        assert!(patch(&new, &new).is_empty());
    }
}
