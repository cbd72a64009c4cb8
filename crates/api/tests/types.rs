//! The page's types are made from the Rust types. `DEDALE_WRITE=1 cargo test
//! --workspace --test types` writes them anew.

#[test]
fn the_pages_types_are_fresh() {
    let web = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/web");
    let questions = (web.join("app/questions.d.ts"), dedale_api::types::typescript(&dedale_api::worlds()));
    let views = dedale_api::types::views().map(|(game, made)| (web.join("worlds").join(game).join("view.d.ts"), made));
    for (path, made) in [questions].into_iter().chain(views) {
        if std::env::var_os("DEDALE_WRITE").is_some() {
            std::fs::write(&path, &made).expect("the page's folder can be written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == made, "{} is stale: write it anew with DEDALE_WRITE=1", path.display());
    }
}
