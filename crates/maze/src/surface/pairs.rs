//! Which generator makes sense on which surface.

use super::Kind;
use crate::algorithm::Algorithm;
use crate::options::Options;
use dedale_text::messages;

messages! {
    /// Why a generator is not for a surface.
    pub enum PairError {
        /// Sidewinder and Eller go row by row.
        Rows { algorithm: &'static str, kind: &'static str } =>
            "{algorithm} goes row by row, and on {kind} cells are joined to more than the row before and the row after; `dedale maze algos` lists the pairs",
            "{algorithm} procède ligne par ligne, et sur {kind} des cases touchent d'autres lignes que la précédente et la suivante ; « dedale maze algos » liste les paires";
        /// The binary tree needs an order.
        Order { kind: &'static str } =>
            "binary-tree opens every cell towards a later one, and on {kind} there are cells without one; `dedale maze algos` lists the pairs",
            "binary-tree ouvre chaque case vers une suivante, et sur {kind} certaines n'en ont pas ; « dedale maze algos » liste les paires";
        /// Nothing to prefer.
        Bias { kind: &'static str } =>
            "`bias` has no effect on {kind}, which has no directions", "`bias` est sans effet sur {kind}, qui n'a pas de directions";
    }
}

/// Whether a generator makes sense on a surface.
pub fn check(algorithm: Algorithm, kind: Kind) -> Result<(), PairError> {
    let (name, surface) = (algorithm.name(), kind.name());
    match algorithm {
        Algorithm::Sidewinder | Algorithm::Eller if !kind.has_rows() => {
            Err(PairError::Rows { algorithm: name, kind: surface })
        }
        Algorithm::BinaryTree if matches!(kind, Kind::Triangle | Kind::Voronoi) => {
            Err(PairError::Order { kind: surface })
        }
        _ => Ok(()),
    }
}

/// Whether the options make sense on a surface.
pub(crate) fn check_options(options: &Options, kind: Kind) -> Result<(), PairError> {
    if options.bias != Options::default().bias && !kind.has_directions() {
        return Err(PairError::Bias { kind: kind.name() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_many_pairs() {
        let pairs = Kind::ALL.into_iter().flat_map(|kind| Algorithm::ALL.map(|algorithm| check(algorithm, kind)));
        assert_eq!(pairs.filter(Result::is_ok).count(), 144);
    }
}
