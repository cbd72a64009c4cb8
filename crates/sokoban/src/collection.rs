//! The levels that come with the program, with their solutions, in collections
//! that each teach one thing.

use crate::format::{Entry, read};
use dedale_text::Text;
use std::sync::OnceLock;

/// The levels as a file. Matches name them by their numbers, so new ones are
/// only ever added at the end.
pub const SHIPPED: &str = include_str!("../levels/dedale.sok");

/// The shipped levels.
pub fn shipped() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| read(SHIPPED).expect("the shipped levels are sound").entries)
}

/// Shipped levels that belong together.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Theme {
    /// What it is called.
    pub name: Text,
    /// What it teaches.
    pub story: Text,
    /// Numbers of shipped levels, from easy to hard.
    pub levels: &'static [usize],
}

/// The collections, in the order in which one would play them.
pub fn themes() -> &'static [Theme] {
    static THEMES: OnceLock<Vec<Theme>> = OnceLock::new();
    THEMES.get_or_init(|| {
        let theme = |name: [&str; 2], story: [&str; 2], levels| Theme {
            name: Text::new(name[0], name[1]),
            story: Text::new(story[0], story[1]),
            levels,
        };
        vec![
            theme(
                ["First pushes", "Premières poussées"],
                [
                    "You push, you never pull; a box in a corner stays there. Two or three boxes, and the first mistakes.",
                    "On pousse, on ne tire jamais ; une caisse dans un coin y reste. Deux ou trois caisses, et les premières erreurs.",
                ],
                &[1, 2, 5, 6, 4, 8, 10, 11],
            ),
            theme(
                ["In the right order", "Dans le bon ordre"],
                [
                    "All targets are behind one door. Fill the far end first, and keep the door free until the last box.",
                    "Toutes les cibles sont derrière une seule porte. Remplissez d’abord le fond, et gardez la porte libre jusqu’à la dernière caisse.",
                ],
                &[73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84],
            ),
            theme(
                ["Narrow ways", "Passages étroits"],
                [
                    "In a corridor a box goes on or nowhere: know where it will come out before you push it in, and on which side you will stand.",
                    "Dans un couloir, une caisse avance ou ne sert plus : sachez où elle sortira avant de l’y pousser, et de quel côté vous serez.",
                ],
                &[3, 7, 9, 17, 20, 23, 37, 29, 36, 41, 42, 43, 46, 49, 50, 55, 52],
            ),
            theme(
                ["Doorways", "Portes"],
                [
                    "Rooms joined by a single square. A box left in the door cuts the house in two.",
                    "Des salles reliées par une seule case. Une caisse laissée dans la porte coupe la maison en deux.",
                ],
                &[12, 14, 30, 31, 44, 35, 48, 57],
            ),
            theme(
                ["Detours", "Détours"],
                [
                    "Boxes go twice as far as their targets are away: first out of the way, then home.",
                    "Les caisses vont deux fois plus loin que leurs cibles : d’abord s’écarter, puis rentrer.",
                ],
                &[13, 21, 18, 22, 24, 25, 26, 32, 33, 39, 38, 45, 51, 59],
            ),
            theme(
                ["Crowds", "La foule"],
                [
                    "Much floor is taken. Boxes stand in each other’s way, and the order of the first pushes decides.",
                    "Beaucoup de sol est pris. Les caisses se gênent, et l’ordre des premières poussées décide.",
                ],
                &[15, 16, 19, 27, 28, 34, 40, 53, 47, 54, 56],
            ),
            theme(
                ["Long evenings", "Longues soirées"],
                [
                    "Everything at once, and for long. Look at the end and work backwards.",
                    "Tout à la fois, et longtemps. Regardez la fin et remontez.",
                ],
                &[60, 61, 58, 62, 64, 63, 69, 65, 67, 66, 70, 68, 72, 71],
            ),
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate;

    #[test]
    fn every_level_is_in_one_collection_and_called_after_it() {
        let mut numbers: Vec<usize> = themes().iter().flat_map(|theme| theme.levels).copied().collect();
        for theme in themes() {
            for (place, number) in theme.levels.iter().enumerate() {
                assert_eq!(shipped()[number - 1].title, format!("{} {}", theme.name.en, place + 1));
            }
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=shipped().len()).collect::<Vec<_>>());
    }

    #[test]
    fn collections_go_from_easy_to_hard() {
        for theme in themes() {
            let score = |number: &usize| rate(&shipped()[number - 1].level, 200_000).map(|(_, rated)| rated.score);
            let scores: Vec<f64> = theme.levels.iter().filter_map(score).collect();
            assert_eq!(scores.len(), theme.levels.len());
            assert!(
                scores.is_sorted_by(|before, after| before.round() <= after.round()),
                "{} {scores:?}",
                theme.name.en
            );
        }
    }
}
