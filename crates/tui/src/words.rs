//! Lines of words that fit the terminal.

use ratatui::text::Line;

/// Between two things that must not be torn apart.
const BETWEEN: &str = " · ";

/// Sets things separated by `·` in as many lines as the width asks for, none
/// of them torn unless it is wider than a line.
pub fn set(text: &str, width: u16) -> Vec<Line<'static>> {
    broken(text, BETWEEN, width)
}

/// Sets a sentence in as many lines as the width asks for.
pub fn sentence(text: &str, width: u16) -> Vec<Line<'static>> {
    broken(text, " ", width)
}

fn broken(text: &str, between: &str, width: u16) -> Vec<Line<'static>> {
    let mut lines: Vec<String> = Vec::new();
    for thing in text.split(between) {
        let long = |line: &str| line.chars().count() + between.chars().count() + thing.chars().count();
        match lines.last_mut() {
            Some(line) if long(line) <= usize::from(width) => *line += &format!("{between}{thing}"),
            _ => lines.push(thing.to_owned()),
        }
    }
    lines.into_iter().map(Line::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_torn_or_lost() {
        let lines = |width| set("one · two · three", width).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(lines(80), ["one · two · three"]);
        assert_eq!(lines(12), ["one · two", "three"]);
        assert_eq!(lines(3), ["one", "two", "three"]);
        let said: Vec<String> = sentence("a short sentence", 8).iter().map(ToString::to_string).collect();
        assert_eq!(said, ["a short", "sentence"]);
    }
}
