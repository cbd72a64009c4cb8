//! Run-length codes for boards and moves: `3#|2(rU)`.
//!
//! A number repeats the next character or the next group in parentheses;
//! groups nest. The reader counts before it writes, so a short text cannot ask
//! for unbounded memory.

use dedale_text::messages;

messages! {
    /// Why a run-length code cannot be expanded. Places count characters from 0.
    pub enum RunError {
        /// A number with nothing to repeat.
        Unfinished { index: usize } => "found the end after a number, expected a character to repeat",
            "trouvé la fin après un nombre, attendu un caractère à répéter";
        /// A group that is not closed.
        Unclosed { index: usize } => "found the end inside a group, expected `)`",
            "trouvé la fin dans un groupe, attendu « ) »";
        /// A `)` that closes nothing.
        Unopened { index: usize } => "found `)`, expected `(` before it", "trouvé « ) », attendu « ( » avant";
        /// The expansion is too long.
        TooLong { limit: usize, index: usize } => "found a run longer than {limit} characters, expected a shorter one",
            "trouvé une répétition de plus de {limit} caractères, attendu une plus courte";
        /// Parentheses inside parentheses inside parentheses…
        TooDeep { index: usize } => "found groups nested deeper than 32, expected fewer",
            "trouvé des groupes imbriqués à plus de 32 niveaux, attendu moins";
    }
}

impl RunError {
    /// Where the trouble is, counted in characters from 0.
    pub fn index(&self) -> usize {
        match self {
            Self::Unfinished { index }
            | Self::Unclosed { index }
            | Self::Unopened { index }
            | Self::TooLong { index, .. }
            | Self::TooDeep { index } => *index,
        }
    }
}

const MAX_DEPTH: usize = 32;

/// Expands a run-length code of at most `limit` characters.
pub fn expand(text: &str, limit: usize) -> Result<String, RunError> {
    // Each open group: where it began, how often it repeats, what it holds.
    let mut open: Vec<(usize, usize, String)> = Vec::new();
    let mut out = String::new();
    let mut count: Option<(usize, usize)> = None;
    for (index, found) in text.chars().enumerate() {
        if let Some(digit) = found.to_digit(10) {
            let (value, start) = count.unwrap_or((0, index));
            let value = value.saturating_mul(10).saturating_add(digit as usize);
            if value > limit {
                return Err(RunError::TooLong { limit, index: start });
            }
            count = Some((value, start));
            continue;
        }
        if found.is_whitespace() && count.is_some() && found != ' ' {
            continue;
        }
        let (times, start) = count.take().unwrap_or((1, index));
        match found {
            '(' if open.len() == MAX_DEPTH => return Err(RunError::TooDeep { index }),
            '(' => open.push((start, times, std::mem::take(&mut out))),
            ')' => {
                let Some((start, times, before)) = open.pop() else { return Err(RunError::Unopened { index }) };
                let group = std::mem::replace(&mut out, before);
                if out.len().saturating_add(group.len().saturating_mul(times)) > limit {
                    return Err(RunError::TooLong { limit, index: start });
                }
                out.push_str(&group.repeat(times));
            }
            _ => {
                if out.len().saturating_add(times.saturating_mul(found.len_utf8())) > limit {
                    return Err(RunError::TooLong { limit, index: start });
                }
                out.extend(std::iter::repeat_n(found, times));
            }
        }
    }
    if let Some((_, index)) = count {
        return Err(RunError::Unfinished { index });
    }
    match open.first() {
        Some(&(index, ..)) => Err(RunError::Unclosed { index }),
        None => Ok(out),
    }
}

/// Writes runs of three or more, and pairs where they do not grow, as a number.
pub fn compress(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(found) = chars.next() {
        let mut count = 1;
        while chars.next_if_eq(&found).is_some() {
            count += 1;
        }
        if count > 1 {
            out.push_str(&count.to_string());
        }
        out.push(found);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_nest() {
        assert_eq!(expand("2(dl3(u)r)#", 100).as_deref(), Ok("dluuurdluuur#"));
        assert_eq!(expand("3#|2-", 100).as_deref(), Ok("###|--"));
        assert_eq!(compress("rrrrUUl"), "4r2Ul");
    }

    #[test]
    fn bombs_are_refused_before_they_explode() {
        assert!(matches!(expand("9(9(9(9(9(9(9(9(9(l)))))))))", 1000), Err(RunError::TooLong { .. })));
        assert!(matches!(expand(&"(".repeat(1000), 1000), Err(RunError::TooDeep { index: 32 })));
        assert_eq!(expand("l)", 10), Err(RunError::Unopened { index: 1 }));
        assert!(matches!(expand("lu12", 10), Err(RunError::TooLong { .. } | RunError::Unfinished { .. })));
    }
}
