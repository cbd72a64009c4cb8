//! The seventeen scenarios of the box and the basic game: their names,
//! their rules in words, and what each changes.
//!
//! The rules of 1–7 accumulate; 8–17 are played with all of them and one of
//! their own.

use dedale_text::Lang;

/// The last scenario.
pub const LAST: usize = 17;

/// A scenario in words.
pub struct About {
    name: (&'static str, &'static str),
    rules: (&'static str, &'static str),
}

impl About {
    /// What it is called.
    pub const fn name(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.name.0,
            Lang::Fr => self.name.1,
        }
    }

    /// What it adds.
    pub const fn rules(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.rules.0,
            Lang::Fr => self.rules.1,
        }
    }
}

/// A scenario in words; the last one for numbers beyond it.
pub fn about(scenario: usize) -> &'static About {
    &ALL[scenario.min(LAST)]
}

const fn of(name: (&'static str, &'static str), rules: (&'static str, &'static str)) -> About {
    About { name, rules }
}

static ALL: [About; LAST + 1] = [
    of(
        ("The basic game", "Le jeu de base"),
        (
            "Objectives and exits, nothing else: explore, steal, escape.",
            "Objectifs et sorties, rien d'autre : explorer, voler, fuir.",
        ),
    ),
    of(
        ("First theft", "Premier vol"),
        (
            "Nine tiles, one exit for all, escalators, teleporters and timers.",
            "Neuf tuiles, une sortie pour tous, escalators, téléporteurs et sabliers.",
        ),
    ),
    of(
        ("Four exits", "Quatre sorties"),
        ("Everyone leaves by the exit of their colour.", "Chacun sort par la sortie de sa couleur."),
    ),
    of(
        ("Roles pass on", "Les rôles tournent"),
        (
            "At each flip roles go to the left neighbour.",
            "À chaque retournement, les rôles passent au voisin de gauche.",
        ),
    ),
    of(
        ("Orange slips through", "Orange se faufile"),
        (
            "Small passages for orange; exploring with green lets everybody talk.",
            "Petits passages pour orange ; explorer avec vert permet à tous de parler.",
        ),
    ),
    of(
        ("Crystal ball", "Boule de cristal"),
        (
            "Purple on the crystal ball lets the explorer place one or two tiles at any unused doors.",
            "Violet sur la boule de cristal permet à l'explorateur de poser une ou deux tuiles à n'importe quelles portes.",
        ),
    ),
    of(
        ("Cameras", "Caméras"),
        (
            "Two awake cameras forbid the timers; yellow switches one off by standing on it.",
            "Deux caméras éveillées interdisent les sabliers ; jaune en éteint une en s'y posant.",
        ),
    ),
    of(
        ("The whole supermarket", "Tout le supermarché"),
        ("Nineteen tiles, four cameras, everything.", "Dix-neuf tuiles, quatre caméras, tout."),
    ),
    of(
        ("Divination", "Divination"),
        (
            "The deck lies face up: everybody sees the next tile.",
            "La pioche est face visible : tout le monde voit la tuile suivante.",
        ),
    ),
    of(
        ("The leader", "Le chef"),
        (
            "Three players or more: roles for one player fewer; the player without a role alone moves the “Do something!” pawn.",
            "À trois joueurs ou plus : les rôles pour un joueur de moins ; le joueur sans rôle est seul à poser le pion « Fais quelque chose ! ».",
        ),
    ),
    of(
        ("Mistaken identity", "Erreur d'identité"),
        (
            "Each pawn steals an objective that is not of its colour and leaves by an exit that is not of its colour; each exit takes one pawn, which stays on it.",
            "Chaque pion vole un objectif qui n'est pas de sa couleur et sort par une sortie qui n'est pas de sa couleur ; chaque sortie ne sert qu'une fois, le pion y reste.",
        ),
    ),
    of(
        ("Crumbling aisles", "Rayons qui s'effondrent"),
        (
            "At each flip two tiles without a pawn or a token are discarded under the deck, never the first tile, so that everything stays reachable on foot; if that is impossible all have lost.",
            "À chaque retournement, deux tuiles sans pion ni jeton vont sous la pioche, jamais la première, et tout reste accessible à pied ; si c'est impossible, tout le monde a perdu.",
        ),
    ),
    of(
        ("Mime", "Mime"),
        ("Where talking is allowed, only gestures are.", "Quand il est permis de parler, seuls les gestes le sont."),
    ),
    of(
        ("Two dimensions", "Deux dimensions"),
        (
            "Orange and green begin on one start tile, yellow and purple on another; the two parts never join, the four pawns are never all in one. The only way between them: from a teleporter of the pawn's colour to one in the other part. The deck lies face up.",
            "Orange et vert commencent sur une tuile de départ, jaune et violet sur une autre ; les deux parties ne se joignent jamais, les quatre pions ne sont jamais tous dans la même. Le seul passage : d'un téléporteur de la couleur du pion à un autre dans l'autre partie. La pioche est face visible.",
        ),
    ),
    of(
        ("Silence", "Silence"),
        (
            "No talking at all, ever; looks and the “Do something!” pawn are allowed.",
            "Jamais un mot ; regards et pion « Fais quelque chose ! » permis.",
        ),
    ),
    of(
        ("Dead silence", "Silence de mort"),
        ("No talking at all, and no “Do something!” pawn.", "Jamais un mot, et pas de pion « Fais quelque chose ! »."),
    ),
    of(
        ("Out of order", "Hors service"),
        ("Teleporters are out of order all game.", "Les téléporteurs sont hors service toute la partie."),
    ),
    of(
        ("Keep your distance", "Gardez vos distances"),
        (
            "Never two pawns on one tile, except the first; pawns stay on their exits and keep blocking.",
            "Jamais deux pions sur une même tuile, sauf la première ; les pions restent sur leurs sorties et bloquent toujours.",
        ),
    ),
];

/// The next card lies face up.
pub const fn face_up(scenario: usize) -> bool {
    matches!(scenario, 8 | 13)
}

/// One player has no role and alone moves the pawn.
pub const fn led(scenario: usize) -> bool {
    scenario == 9
}

/// Objectives and exits of other colours.
pub const fn mistaken(scenario: usize) -> bool {
    scenario == 10
}

/// Tiles are discarded at each flip.
pub const fn crumbles(scenario: usize) -> bool {
    scenario == 11
}

/// Two parts that never join.
pub const fn parted(scenario: usize) -> bool {
    scenario == 13
}

/// Nobody ever talks.
pub const fn silent(scenario: usize) -> bool {
    matches!(scenario, 14 | 15)
}

/// There is no pawn to point with.
pub const fn pointless(scenario: usize) -> bool {
    scenario == 15
}

/// Teleporters never work.
pub const fn grounded(scenario: usize) -> bool {
    scenario == 16
}

/// One pawn a tile, the first excepted.
pub const fn apart(scenario: usize) -> bool {
    scenario == 17
}

/// Pawns stay on the exits they took.
pub const fn stays(scenario: usize) -> bool {
    matches!(scenario, 10 | 17)
}

/// The fewest players.
pub const fn least_players(scenario: usize) -> usize {
    if led(scenario) { 3 } else { 1 }
}

/// The most players.
pub const fn most_players(scenario: usize) -> usize {
    if led(scenario) { 9 } else { 8 }
}
