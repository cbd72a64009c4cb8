//! The modules of the page in a few files, so that a page asks for three or
//! four of them and not for fifty.
//!
//! A file holds the modules of a room of the page: `main` what every page
//! needs, `worlds-fish` a world, `worlds-fish-shared` what others need of it
//! too (its drawing, for the first page and for lessons). Each module becomes a
//! function that is called when it is first needed, so modules run once, in the
//! order in which a browser would run them. `web/joined.js` is how they find
//! each other. A source map leads back to the modules themselves, line by line.

use super::module::{Module, Refusal};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Every module, and which file it is in.
pub struct Joined {
    modules: BTreeMap<String, Module>,
    /// The file of each module, as in `worlds-fish`.
    files: BTreeMap<String, String>,
}

/// The modules that every page runs, and all they import, are in this file.
const MAIN: &str = "main";

impl Joined {
    /// Joins the modules of these paths and texts. One that cannot be joined
    /// says so when it is needed.
    pub fn new(texts: impl IntoIterator<Item = (String, String)>) -> Self {
        let read = |(path, text): (String, String)| {
            let module = Module::read(&path, &text).unwrap_or_else(|Refusal { line, found }| Module {
                lines: vec![format!("throw new SyntaxError(\"{path}:{line}: found {}\");", found.replace('"', "'"))],
                ..Module::default()
            });
            (path, module)
        };
        let mut joined = Self { modules: texts.into_iter().map(read).collect(), files: BTreeMap::new() };
        joined.files = joined.assigned();
        joined
    }

    /// Which file each module belongs in.
    fn assigned(&self) -> BTreeMap<String, String> {
        let of_all = self.modules.keys().filter(|path| *path == "main.js" || path.starts_with("app/"));
        let main: BTreeSet<String> = self.closure(of_all.cloned()).into_iter().collect();
        let strangers = self.modules.iter().flat_map(|(path, module)| {
            let others = move |name: &&String| room(name) != room(path);
            module.imports.iter().filter(others).cloned()
        });
        let shared: BTreeSet<String> = self.closure(strangers).into_iter().collect();
        let file = |path: &String| {
            if main.contains(path) {
                MAIN.to_owned()
            } else if shared.contains(path) {
                room(path) + "-shared"
            } else {
                room(path)
            }
        };
        self.modules.keys().map(|path| (path.clone(), file(path))).collect()
    }

    /// These modules and all they import, each once.
    fn closure(&self, entries: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut waiting: Vec<String> = entries.into_iter().collect();
        while let Some(path) = waiting.pop() {
            let Some(module) = self.modules.get(&path).filter(|_| !found.contains(&path)) else { continue };
            waiting.extend(module.imports.iter().cloned());
            found.push(path);
        }
        found
    }

    /// The files that these modules need, `main` first.
    pub fn files_for(&self, entries: &[String]) -> Vec<&str> {
        let needed: BTreeSet<&str> =
            self.closure(entries.iter().cloned()).iter().map(|path| self.files[path].as_str()).collect();
        let mut files: Vec<&str> = needed.into_iter().collect();
        files.sort_by_key(|file| *file != MAIN);
        files
    }

    /// The text of a file (`worlds-fish.js`) or of its map (`worlds-fish.js.map`).
    pub fn file(&self, name: &str, runtime: &str) -> Option<String> {
        let (stem, is_map) = match name.strip_suffix(".map") {
            Some(name) => (name.strip_suffix(".js")?, true),
            None => (name.strip_suffix(".js")?, false),
        };
        let mut paths = self.modules.keys().filter(|path| self.files[*path] == stem).peekable();
        paths.peek()?;
        let mut text = self.head(stem, runtime);
        let mut map = SourceMap { mappings: ";".repeat(text.lines().count()), ..SourceMap::default() };
        for path in paths {
            let module = &self.modules[path];
            let _ = writeln!(text, "modules[\"{path}\"] = () => {{");
            for line in &module.lines {
                text += line;
                text.push('\n');
            }
            let _ = writeln!(text, "return {{ {} }};\n}};", module.exports.join(", "));
            map.add(path, module.lines.len());
        }
        if stem == MAIN {
            text += "need(\"main.js\");\n";
        }
        let _ = writeln!(text, "//# sourceMappingURL={stem}.js.map");
        Some(if is_map { map.json() } else { text })
    }

    /// What a file begins with: the others that it needs.
    fn head(&self, stem: &str, runtime: &str) -> String {
        if stem == MAIN {
            let mut files: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for (path, file) in self.files.iter().filter(|(_, file)| *file != MAIN) {
                files.entry(file).or_default().push(path);
            }
            let files = serde_json::to_string(&files).unwrap_or_default();
            return runtime.replace("const files = {};", &format!("const files = {files};"));
        }
        let mut head = String::from("import { load, modules, need } from \"./main.js\";\n");
        let own = self.files.iter().filter(|(_, file)| *file == stem).map(|(path, _)| path.clone());
        for file in self.closure(own).iter().map(|path| self.files[path].as_str()).collect::<BTreeSet<_>>() {
            if file != MAIN && file != stem {
                let _ = writeln!(head, "import \"./{file}.js\";");
            }
        }
        head
    }
}

/// The room of the page that a module is in: its folder, or the page that it
/// belongs to by name.
fn room(path: &str) -> String {
    let path = path.strip_suffix(".js").unwrap_or(path);
    let mut parts = path.split('/');
    match (parts.next().unwrap_or_default(), parts.next()) {
        ("worlds", Some(world)) => format!("worlds-{world}"),
        (page, _) => page.split('_').next().unwrap_or(page).to_owned(),
    }
}

/// Which line of which module a line of a joined file is.
#[derive(Default)]
struct SourceMap<'a> {
    sources: Vec<&'a str>,
    mappings: String,
    /// The line of the last module that was mapped last.
    last: i64,
}

impl<'a> SourceMap<'a> {
    /// A module of so many lines, between a line before it and two after it.
    fn add(&mut self, path: &'a str, lines: usize) {
        let new_source = i64::from(!self.sources.is_empty());
        self.sources.push(path);
        self.mappings.push(';');
        for line in 0..lines {
            let (source, down) = if line == 0 { (new_source, -self.last) } else { (0, 1) };
            for number in [0, source, down, 0] {
                vlq(number, &mut self.mappings);
            }
            self.mappings.push(';');
        }
        self.last = lines.saturating_sub(1) as i64;
        self.mappings += ";;";
    }

    fn json(&self) -> String {
        let sources: Vec<String> = self.sources.iter().map(|path| format!("../{path}")).collect();
        serde_json::json!({"version": 3, "sources": sources, "names": [], "mappings": self.mappings}).to_string()
    }
}

/// A number as source maps write it: the sign last, five bits a digit, the
/// lowest first.
fn vlq(number: i64, into: &mut String) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
    loop {
        let (low, high) = (rest & 31, rest >> 5);
        into.push(char::from(DIGITS[(low | if high > 0 { 32 } else { 0 }) as usize]));
        if high == 0 {
            return;
        }
        rest = high;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::module_texts;

    #[test]
    fn a_room_is_a_file_and_what_others_need_of_it_another() {
        let text = |path: &str, imports: &[&str]| {
            let imports: String = imports.iter().map(|name| format!("import {{ a }} from \"{name}\";\n")).collect();
            (path.to_owned(), imports + "// why\nexport const b = 1;\n")
        };
        let joined = Joined::new([
            text("main.js", &["./learn/ideas.js"]),
            text("app/dom.js", &[]),
            text("learn/ideas.js", &[]),
            text("home.js", &["./worlds/fish/drawing.js"]),
            text("worlds/fish.js", &["./fish/drawing.js"]),
            text("worlds/fish/drawing.js", &["./town.js", "../../app/dom.js"]),
            text("worlds/fish/town.js", &[]),
        ]);
        let fish = ["main", "worlds-fish", "worlds-fish-shared"];
        assert_eq!(joined.files_for(&["worlds/fish.js".into()]), fish);
        assert_eq!(joined.files_for(&["home.js".into()]), ["main", "home", "worlds-fish-shared"]);
        assert_eq!(joined.files["learn/ideas.js"], "main");
        let home = joined.file("home.js", "").expect("a file");
        assert_eq!(
            home.lines().collect::<Vec<_>>(),
            [
                "import { load, modules, need } from \"./main.js\";",
                "import \"./worlds-fish-shared.js\";",
                "modules[\"home.js\"] = () => {",
                "const { a } = need(\"worlds/fish/drawing.js\");",
                "",
                "const b = 1;",
                "return { b };",
                "};",
                "//# sourceMappingURL=home.js.map",
            ]
        );
        let main = joined.file("main.js", "const files = {};\n").expect("a file");
        assert!(main.starts_with("const files = {\"home\":[\"home.js\"],\"worlds-fish\":"), "{main}");
        assert!(main.contains("\nneed(\"main.js\");\n"), "{main}");
    }

    #[test]
    fn a_map_leads_back_line_by_line() {
        let texts = [("home.js", "a;\nb;\nc;\n"), ("home/stage.js", "d;\n")];
        let joined = Joined::new(texts.map(|(path, text)| (path.to_owned(), text.to_owned())));
        // A line of imports, one that opens, three of the first, two that close and one that opens, one of the second.
        let map = joined.file("home.js.map", "").expect("a map");
        assert_eq!(
            map,
            r#"{"mappings":";;AAAA;AACA;AACA;;;;ACFA;;;","names":[],"sources":["../home.js","../home/stage.js"],"version":3}"#
        );
        let mut text = String::new();
        for number in [0, 1, -1, 15, 16, -1000] {
            vlq(number, &mut text);
        }
        assert_eq!(text, "ACDegBx+B");
    }

    #[test]
    fn what_cannot_be_joined_says_so_when_it_is_needed() {
        let joined = Joined::new([("home.js".to_owned(), "\nexport default 1;".to_owned())]);
        let text = joined.file("home.js", "").expect("a file");
        assert!(text.contains("throw new SyntaxError(\"home.js:2: found an export"), "{text}");
    }

    #[test]
    fn every_module_of_the_page_can_be_joined() {
        let texts: Vec<_> = module_texts().collect();
        assert!(texts.len() > 150, "found {} modules", texts.len());
        for (path, text) in &texts {
            let module = Module::read(path, text).unwrap_or_else(|refusal| panic!("{path}: {refusal:?}"));
            assert_eq!(module.lines.len(), text.lines().count(), "{path}");
        }
    }

    #[test]
    fn no_module_needs_itself() {
        let joined = Joined::new(module_texts());
        for (path, module) in &joined.modules {
            assert!(
                module.imports.iter().all(|name| joined.modules.contains_key(name)),
                "{path}: {:?}",
                module.imports
            );
            let around = joined.closure(module.imports.iter().cloned());
            assert!(!around.contains(path), "{path} is in a circle");
        }
    }
}
