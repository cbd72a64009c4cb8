//! The page's types are made from the Rust types. `DEDALE_WRITE=1 cargo test
//! -p dedale-api --test types` writes them anew.

#[test]
fn the_pages_types_are_fresh() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/web/app/questions.d.ts");
    let made = dedale_api::types::typescript(&dedale_api::worlds());
    if std::env::var_os("DEDALE_WRITE").is_some() {
        std::fs::write(&path, &made).expect("the page's folder can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "{} is stale: write it anew with DEDALE_WRITE=1", path.display());
}
