//! Mazes as the terminal shows them, with lines that meet: `maze show` in
//! characters of either kind.

use std::borrow::Cow;

/// The same with a post `+` at every corner, whatever lines meet there, as the
/// reader of texts takes it. Anything else is left as it is.
pub(super) fn with_posts(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Cow::Borrowed(bytes) };
    // With gaps in the border a picture may begin with any of its lines.
    if !text.trim_start().starts_with(|letter| matches!(letter, '+' | '-' | '|') || is_line(letter)) {
        return Cow::Borrowed(bytes);
    }
    let mut plain = String::with_capacity(text.len());
    for (row, line) in text.lines().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let corner = row.is_multiple_of(2) && column.is_multiple_of(4);
            plain.push(match letter {
                '-' | '|' | ' ' if corner => '+',
                _ if corner && is_line(letter) => '+',
                '─' => '-',
                '│' => '|',
                _ => letter,
            });
        }
        plain.push('\n');
    }
    Cow::Owned(plain.into_bytes())
}

/// Whether a character is lines that meet.
fn is_line(letter: char) -> bool {
    ('\u{2500}'..='\u{257F}').contains(&letter)
}

#[cfg(test)]
mod tests {
    use crate::formats::read;
    use crate::picture::{Look, canvas};
    use crate::{Algorithm, Maze, Options, Plan, generate};
    use dedale_draw::term::Style;
    use dedale_grid::{Cell, Dir, Size};

    #[test]
    fn what_the_terminal_shows_is_read_back() {
        for seed in 0..20 {
            let plan = Plan::new(Size::new(1 + seed as usize % 7, 6).unwrap());
            let options = Options { braid: 0.5, ..Options::default() };
            let mut maze = Maze::from(generate(Algorithm::Wilson, &plan, &options, seed));
            maze.gaps.insert((Cell::new(0), Dir::Up));
            for unicode in [false, true] {
                let shown = canvas(&maze, &Look::default(), 3, unicode).to_text(Style { color: false, unicode });
                let again = read(shown.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{shown}"));
                assert_eq!(again, maze, "{shown}");
            }
        }
        let fault = read("┌───┐\n│   │\n└─x─┘\n".as_bytes()).unwrap_err();
        assert_eq!((fault.line, fault.column), (3, 3));
    }
}
