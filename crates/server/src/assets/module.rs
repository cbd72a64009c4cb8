//! A module of the page, read line by line, ready to be joined with others.
//!
//! No parser of JavaScript: only the forms that the page uses are known, each
//! recognised by how its line begins, and everything else is refused by name.
//! A test reads every module, so what cannot be joined never reaches a visitor.
//!
//! | written | joined |
//! |---|---|
//! | `import { a, b as c } from "./x.js";` | `const { a, b: c } = need("app/x.js");` |
//! | `export function f() {`, `export const c =`, `export class C {` | the same without `export`; a name to return |
//! | `export { a } from "./x.js";` | a name to return |
//! | `import(place)` | `load("app/this.js", place)` |
//!
//! Names are copied when a module is made, so what is exported must not change
//! (`export let` is refused) and modules must not import each other in a circle.
//! Comments become empty lines: a line keeps its number for the source map.

/// A module of the page.
#[derive(Debug, Default)]
pub struct Module {
    /// Its lines as they stand in a joined file, as many as were written.
    pub lines: Vec<String>,
    /// The modules that must be there before it.
    pub imports: Vec<String>,
    /// What it returns: the names and values of an object.
    pub exports: Vec<String>,
}

/// Why a module cannot be joined.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The line, from 1.
    pub line: usize,
    /// What was found there.
    pub found: &'static str,
}

impl Module {
    /// Reads a module. `path` is its own, as in `app/dom.js`.
    pub fn read(path: &str, text: &str) -> Result<Self, Refusal> {
        let mut module = Self::default();
        let mut in_comment = false;
        for (at, line) in text.lines().enumerate() {
            let refuse = |found| Refusal { line: at + 1, found };
            let code = without_comments(line, &mut in_comment).map_err(refuse)?;
            let line = module.take(path, &code).map_err(refuse)?;
            module.lines.push(line);
        }
        Ok(module)
    }

    /// What becomes of a line.
    fn take(&mut self, path: &str, line: &str) -> Result<String, &'static str> {
        if !line.matches('`').count().is_multiple_of(2) {
            return Err("a text over several lines, or a lone backtick");
        }
        if let Some(rest) = keyword(line, "import") {
            let (names, from) = names_from(rest).ok_or("an import other than { … } from \"./…\";")?;
            let from = resolved(path, from).ok_or("an import from outside the page")?;
            let line = format!("const {{ {} }} = need(\"{from}\");", names.replace(" as ", ": "));
            self.imports.push(from);
            return Ok(line);
        }
        let Some(rest) = keyword(line, "export") else { return loads(path, line) };
        let Some((names, from)) = names_from(rest) else {
            let name = declared(rest).ok_or("an export other than a function, class, constant or { … } from")?;
            self.exports.push(name.to_owned());
            return loads(path, rest);
        };
        let from = resolved(path, from).ok_or("an export from outside the page")?;
        for name in names.split(", ") {
            let (there, here) = name.split_once(" as ").unwrap_or((name, name));
            self.exports.push(format!("{here}: need(\"{from}\").{there}"));
        }
        self.imports.push(from);
        Ok(String::new())
    }
}

/// A line without its comments: those that are lines of their own, and the
/// notes on types within a line.
fn without_comments(line: &str, inside: &mut bool) -> Result<String, &'static str> {
    let (mut code, mut rest) = (String::new(), line);
    if line.trim_start().starts_with("//") && !*inside {
        return Ok(code);
    }
    loop {
        if *inside {
            let Some((_, after)) = rest.split_once("*/") else { break };
            (*inside, rest) = (false, after);
        }
        let Some((before, after)) = rest.split_once("/**") else { break };
        code += before;
        if ['"', '`'].iter().any(|&sign| !code.matches(sign).count().is_multiple_of(2)) {
            return Err("/** within a text");
        }
        (*inside, rest) = (true, after);
    }
    if !*inside {
        code += rest;
    }
    Ok(code.trim_end().to_owned())
}

/// What follows a word that begins a line.
fn keyword<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (!rest.starts_with(is_of_name)).then(|| rest.trim_start())
}

fn is_of_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_' || sign == '$'
}

/// The names and the place of `{ a, b as c } from "./x.js";`.
fn names_from(rest: &str) -> Option<(&str, &str)> {
    let (names, place) = rest.strip_prefix("{ ")?.split_once(" } from \"")?;
    Some((names, place.strip_suffix("\";")?))
}

/// The name that `function f(`, `async function f(`, `class C {` or `const c = ` declares.
fn declared(rest: &str) -> Option<&str> {
    let kinds = ["function ", "function* ", "async function ", "async function* ", "class ", "const "];
    let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let name = &rest[..rest.find(|sign| !is_of_name(sign))?];
    (!name.is_empty()).then_some(name)
}

/// A line whose modules are loaded as joined ones are.
fn loads(path: &str, line: &str) -> Result<String, &'static str> {
    let mut parts = line.split("import(");
    let mut loads = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        if loads.ends_with(|sign| is_of_name(sign) || sign == '.' || sign == '#') {
            return Err("a function whose name ends in import");
        }
        loads += &format!("load(\"{path}\", {part}");
    }
    if loads.contains("import.meta") {
        return Err("import.meta");
    }
    Ok(loads)
}

/// A relative name as a module sees it.
fn resolved(path: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    if !name.starts_with('.') {
        return None;
    }
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module `app/a.js` of these lines, as it is joined.
    fn read(text: &str) -> Result<Module, Refusal> {
        Module::read("app/a.js", text)
    }

    #[test]
    fn known_forms_are_joined() {
        for (written, joined, exports) in [
            ("import { a } from \"./b.js\";", "const { a } = need(\"app/b.js\");", ""),
            ("import { a, b as c } from \"../x/y.js\";", "const { a, b: c } = need(\"x/y.js\");", ""),
            ("export function f(a) {", "function f(a) {", "f"),
            ("export async function f() {", "async function f() {", "f"),
            ("export function* f() {", "function* f() {", "f"),
            ("export class C extends D {", "class C extends D {", "C"),
            ("export const $c = [1];", "const $c = [1];", "$c"),
            ("export { a, b as c } from \"./b.js\";", "", "a: need(\"app/b.js\").a, c: need(\"app/b.js\").b"),
            ("  const x = await import(`./${y}.js`);", "  const x = await load(\"app/a.js\", `./${y}.js`);", ""),
            ("// import { a } from \"./b.js\";", "", ""),
            ("/** export let x; */", "", ""),
            ("  const a = /** @type {import(\"./b.js\").B} */ (b); // why", "  const a =  (b); // why", ""),
            ("exported(\"/*\");", "exported(\"/*\");", ""),
        ] {
            let module = read(written).expect(written);
            assert_eq!((module.lines.join("\n").as_str(), module.exports.join(", ").as_str()), (joined, exports));
        }
    }

    #[test]
    fn comments_leave_their_lines() {
        let module = read("/**\n * export let a;\n */\nexport const b = 1;\n").expect("a module");
        assert_eq!(module.lines, ["", "", "", "const b = 1;"]);
        assert_eq!(
            read("import { a } from \"./b.js\";\nexport { c } from \"./d.js\";").expect("it").imports,
            ["app/b.js", "app/d.js"]
        );
    }

    #[test]
    fn unknown_forms_are_refused() {
        for text in [
            "import a from \"./b.js\";",
            "import * as a from \"./b.js\";",
            "import \"./b.js\";",
            "import {",
            "import { a } from \"three\";",
            "import { a } from \"../../b.js\";",
            "import(\"./b.js\").then(go);",
            "export default a;",
            "export let a = 1;",
            "export const { a } = b;",
            "export { a };",
            "export * from \"./b.js\";",
            "const a = `one",
            "const a = \"/** two */\";",
            "const a = import.meta.url;",
            "this.import(1);",
        ] {
            let refused = read(&format!("// one\n{text}")).expect_err(text);
            assert_eq!(refused.line, 2, "{text}: {refused:?}");
        }
    }
}
