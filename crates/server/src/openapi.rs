//! The API's document in OpenAPI 3.1, made from the table of routes and the
//! table of worlds, so that it cannot forget one.

use crate::app::App;
use crate::rooms::Summary;
use crate::rooms::wire::Ended;
use crate::router::api;
use axum::Json;
use axum::extract::State;
use dedale_api::types::describe;
use dedale_question::Cost;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Where the document keeps its types.
const SCHEMAS: &str = "#/components/schemas";

/// `GET /api/openapi.json`
pub async fn get(State(app): State<App>) -> Json<Value> {
    Json(document(&app))
}

/// The whole document.
pub fn document(app: &App) -> Value {
    let mut paths = Map::new();
    for route in api().iter().filter(|route| route.path != "/api/{world}/{question}") {
        let operation = operation(route.about, route.path, route.takes.map(reference), reference(route.gives), None);
        insert(&mut paths, route.path, route.method, operation);
    }
    let (described, shared) = describe(&app.worlds.questions, SCHEMAS);
    let entries = app.worlds.questions.iter().flat_map(|world| &world.questions);
    for (one, entry) in described.into_iter().zip(entries) {
        let path = format!("/api/{}", one.path);
        let example = serde_json::from_str(entry.example).ok();
        let gives = if entry.cost == Cost::Job { reference("Begun") } else { one.answer.clone() };
        let mut operation = operation(&one.about, &path, Some(one.question), gives, example);
        if entry.cost == Cost::Job {
            let responses = operation["responses"].take();
            operation["responses"] = json!({"202": responses["200"], "4XX": responses["4XX"]});
            operation["x-result"] = one.answer;
        }
        insert(&mut paths, &path, "post", operation);
    }
    let games: Vec<&str> = app.worlds.games.iter().map(|(name, _)| *name).collect();
    let mut schemas = schemas(&games);
    schemas.extend(shared);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Dédale",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": schemas},
    })
}

fn insert(paths: &mut Map<String, Value>, path: &str, method: &str, operation: Value) {
    let methods = paths.entry(path.to_owned()).or_insert_with(|| json!({}));
    methods[method] = operation;
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("{SCHEMAS}/{name}")})
}

fn operation(about: &str, path: &str, takes: Option<Value>, gives: Value, example: Option<Value>) -> Value {
    let mut parameters: Vec<Value> = path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
        .collect();
    if ["/api/replays/{id}/at/{n}", "/api/replays/{id}/film"].contains(&path) {
        parameters.push(json!({"name": "viewer", "in": "query", "schema": {"type": "string"}}));
    }
    let status = match (path, takes.is_some()) {
        ("/api/replays", true) => "201",
        (path, _) if path.starts_with("/ws/") => "101",
        _ => "200",
    };
    let answer = match (status, gives["$ref"].as_str()) {
        ("101", _) => json!({"description": "The socket is open"}),
        (_, Some(name)) if name.ends_with("/Text") => {
            json!({"description": "The answer", "content": {"text/plain": {"schema": gives}}})
        }
        _ => json!({"description": "The answer", "content": {"application/json": {"schema": gives}}}),
    };
    let fault = json!({"description": "A fault, in the visitor's language",
        "content": {"application/json": {"schema": reference("ApiError")}}});
    let mut operation = json!({"summary": about, "responses": {status: answer, "4XX": fault}});
    if !parameters.is_empty() {
        operation["parameters"] = json!(parameters);
    }
    if let Some(takes) = takes {
        let kind = if takes["$ref"].as_str().is_some_and(|name| name.ends_with("/Text")) {
            "text/plain"
        } else {
            "application/json"
        };
        let mut content = json!({"schema": takes});
        if let Some(example) = example {
            content["example"] = example;
        }
        operation["requestBody"] = json!({"required": true, "content": {kind: content}});
    }
    operation
}

/// What answers say about rooms, as the types themselves tell it.
fn types_of_rooms() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = SCHEMAS.into());
    let mut generator = settings.for_serialize().into_generator();
    generator.subschema_for::<Summary>();
    generator.subschema_for::<Ended>();
    generator.take_definitions(true)
}

/// An object with these properties; those in `required` are always there.
fn object(required: &[&str], properties: Value) -> Value {
    json!({"type": "object", "required": required, "properties": properties})
}

fn list(of: &Value) -> Value {
    json!({"type": "array", "items": of})
}

/// The types that are no question's.
fn schemas(games: &[&str]) -> Map<String, Value> {
    let (text, number, flag, any) =
        (json!({"type": "string"}), json!({"type": "integer"}), json!({"type": "boolean"}), json!({}));
    let maybe = |kind: &str| json!({"type": [kind, "null"]});
    let by_hand = json!({
        "Any": any,
        "Text": text,
        "Health": object(&["status", "version", "node"], json!({"status": text, "version": text, "node": text})),
        "ApiError": object(&["error"], json!({"error": object(&["code", "message"], json!({"code": text, "message": text}))})),
        "Worlds": list(&object(&["name", "presets", "bots", "seats", "hints", "live", "silent"], json!({
            "name": text, "bots": list(&text), "seats": list(&number), "hints": flag, "live": flag,
            "silent": {"type": "boolean", "description": "Players give each other no signs."},
            "presets": list(&object(&["name", "config"], json!({"name": text, "config": text}))),
        }))),
        "NewRoom": object(&["game"], json!({
            "game": {"enum": games}, "config": text, "seed": number, "practice": flag,
            "bots": {"type": "object", "additionalProperties": text}, "name": text, "public": flag, "pace": number,
            "watch": flag, "from": text, "at": number,
        })),
        "OpenedRoom": object(&["room", "seat", "token"], json!({"room": text, "seat": maybe("integer"), "token": maybe("string")})),
        "Rooms": list(&object(&["room", "game", "config", "players", "seats", "free", "created"], json!({
            "room": text, "game": text, "config": text, "players": list(&text), "seats": number, "free": number, "created": number,
        }))),
        "Replays": list(&object(&["id", "game", "config", "seed", "players", "entries", "created", "ended"], json!({
            "id": text, "game": text, "config": text, "seed": number, "players": list(&text), "entries": number,
            "created": number, "ended": number,
        }))),
        "Moment": object(&["seq", "entries", "view", "legal", "active", "outcome", "entry", "game", "config", "seed", "seats", "players", "deadline"], json!({
            "seq": number, "entries": number, "view": {"type": "object"}, "legal": list(&text), "active": list(&number),
            "outcome": {"anyOf": [reference("Ended"), {"type": "null"}]}, "entry": maybe("object"), "game": text, "config": text, "seed": number, "link": text,
            "seats": number, "players": list(&reference("RoomPlayer")), "deadline": maybe("integer"),
        })),
        "Kept": object(&["id"], json!({"id": text, "entries": number})),
        "Begun": object(&["job"], json!({"job": text})),
        "Job": object(&["status", "progress"], json!({
            "status": {"enum": ["waiting", "running", "done", "failed", "cancelled"]}, "progress": {}, "result": {},
            "error": object(&["code", "message"], json!({"code": text, "message": text})),
        })),
    });
    let mut schemas = types_of_rooms();
    if let Value::Object(by_hand) = by_hand {
        schemas.extend(by_hand);
    }
    schemas
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question's type of the same name would take the other's place.
    #[test]
    fn every_type_has_a_name_of_its_own() {
        let (_, shared) = describe(&dedale_api::worlds(), SCHEMAS);
        let own = schemas(&["race"]);
        let twice: Vec<&String> = own.keys().filter(|name| shared.contains_key(*name)).collect();
        assert!(twice.is_empty(), "{twice:?}");
        assert!(own.contains_key("RoomPlayer") && own.contains_key("Ended") && shared.len() > 20);
    }
}
