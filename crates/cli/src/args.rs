//! Arguments that several worlds take.

use clap::Args;
use dedale_grid::{Point, Size};
use dedale_text::{Lang, Say, tr};
use std::path::PathBuf;

#[derive(Args, Clone, Copy)]
pub struct JsonArg {
    #[arg(long, help = tr("Answer with one JSON document", "Répondre par un document JSON"))]
    pub json: bool,
}

#[derive(Args, Clone)]
pub struct OutputArg {
    #[arg(short, long, value_name = "FILE", help = tr(
        "Write to this file; its ending chooses the format", "Écrire dans ce fichier ; sa terminaison choisit le format"
    ))]
    pub output: Option<PathBuf>,

    #[arg(long, value_name = "FORMAT", help = tr(
        "The format, whatever the file's ending", "Le format, quelle que soit la terminaison du fichier"
    ))]
    pub format: Option<String>,
}

impl OutputArg {
    /// The name of the format: given, or the ending of the file, or the default.
    pub fn format(&self, default: &str) -> String {
        let ending = || self.output.as_ref()?.extension()?.to_str().map(str::to_ascii_lowercase);
        self.format.clone().or_else(ending).unwrap_or_else(|| default.to_owned())
    }
}

/// A size as people write it: `COLUMNSxROWS`.
pub fn size(text: &str) -> Result<Size, String> {
    let (cols, rows) = sides(text)?;
    let too_large = || tr("this is larger than any grid", "c'est plus grand que toute grille").to_owned();
    let (rows, cols) =
        (usize::try_from(rows).map_err(|_| too_large())?, usize::try_from(cols).map_err(|_| too_large())?);
    Size::new(rows, cols).map_err(|error| error.say(Lang::current()))
}

/// The columns and rows of `COLUMNSxROWS`, of any magnitude.
pub fn sides(text: &str) -> Result<(u64, u64), String> {
    let parse = || {
        let (cols, rows) = text.split_once(['x', 'X', '×'])?;
        Some((cols.trim().parse().ok()?, rows.trim().parse().ok()?))
    };
    parse().ok_or_else(|| tr("expected COLUMNSxROWS such as 40x30", "attendu COLONNESxLIGNES comme 40x30").into())
}

/// A cell as people write it: `ROW,COLUMN`.
pub fn point(text: &str) -> Result<Point, String> {
    text.parse().map_err(|error: dedale_grid::PointError| error.say(Lang::current()))
}

/// The known name nearest to a misspelt one, if any is near.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|other| (distance(name, other), other))
        .filter(|(d, other)| *d <= other.len().div_ceil(3))
        .min()
        .map(|(_, other)| other)
}

/// The number of letters to change, insert or drop (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let best = (diagonal + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_columns_by_rows() {
        let wide = size("40x30").unwrap();
        assert_eq!((wide.cols(), wide.rows()), (40, 30));
        for bad in ["", "40", "40x", "x30", "0x4", "4x0", "-3x4", "70000x70000", "99999999999999999999x1"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn misspelt_names_are_recognised() {
        assert_eq!(nearest("primm", ["dfs", "prim", "wilson"]), Some("prim"));
        assert_eq!(nearest("wilsn", ["dfs", "prim", "wilson"]), Some("wilson"));
        assert_eq!(nearest("zzz", ["dfs", "prim"]), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
