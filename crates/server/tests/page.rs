//! What can be said of the page without a browser. The flows themselves are
//! driven in Chromium by `tests/browser/run.sh`.

use std::fs;
use std::path::{Path, PathBuf};

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web")
}

fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the page's folder can be read") {
        let path = entry.expect("the page's folder can be read").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            let text = fs::read_to_string(&path).expect("the page's files are text");
            found.push((path, text));
        }
    }
    found
}

/// The names between quotes after each `from` or `import(` of a module.
fn imports(text: &str) -> Vec<&str> {
    let starts = ["from \"", "import(\"", "import \""];
    let after = |start: &'static str| text.split(start).skip(1).filter_map(|rest| rest.split('"').next());
    starts.into_iter().flat_map(after).filter(|name| name.starts_with('.')).collect()
}

#[test]
fn every_import_leads_somewhere() {
    let modules = files(&web(), ".js");
    assert!(modules.len() > 20, "found {} modules", modules.len());
    for (path, text) in &modules {
        for name in imports(text) {
            let folder = path.parent().expect("a file has a folder");
            let target = folder.join(name);
            // Types stand beside the modules, in `.d.ts` files.
            let types = folder.join(name.replace(".js", ".d.ts"));
            assert!(target.is_file() || types.is_file(), "{}: {name}", path.display());
        }
    }
}

#[test]
fn nothing_leaves_the_studio_and_nothing_is_written_as_markup() {
    for (path, text) in files(&web(), ".js").into_iter().chain(files(&web(), ".css")).chain(files(&web(), ".html")) {
        for forbidden in ["https://", "innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "document.write"] {
            assert!(!text.contains(forbidden), "{}: {forbidden}", path.display());
        }
        let outside = text.matches("http://").count() - text.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(outside, 0, "{}", path.display());
    }
}

#[test]
fn every_world_on_the_page_has_its_style() {
    for (path, _) in files(&web(), ".js") {
        if path.parent().is_some_and(|folder| folder == web().join("worlds")) {
            assert!(path.with_extension("css").is_file(), "{} has no style sheet", path.display());
        }
    }
    println!("skipped here: the flows in a real browser; crates/server/tests/browser/run.sh --install drives them");
}
