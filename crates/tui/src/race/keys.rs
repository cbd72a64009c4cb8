//! The keys of four people at one keyboard.
//!
//! As text: `1=wasd,2=ijkl,finish=F`, a player's keys in the order up, left,
//! down, right. The arrows and the keys not mentioned stay as they are.

use dedale_grid::Dir;
use dedale_play::Seat;
use dedale_race::MAX_PLAYERS;
use dedale_text::{Lang, messages};
use std::str::FromStr;

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A step of one player.
    Step(Seat, Dir),
    /// Propose to finish.
    Finish,
    /// Propose to see the solution.
    Reveal,
    /// Show the best step.
    Hint,
    /// Take back a step.
    Undo,
    /// Pass when blocked in.
    Pass,
    /// Leave.
    Quit,
}

/// Which key does what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// Up, left, down, right of each player.
    pub steps: [[char; 4]; MAX_PLAYERS],
    /// Propose to finish.
    pub finish: char,
    /// Propose to see the solution.
    pub reveal: char,
    /// Show the best step.
    pub hint: char,
    /// Take back a step.
    pub undo: char,
    /// Pass when blocked in.
    pub pass: char,
    /// Leave.
    pub quit: char,
}

/// The directions of a player's four keys.
const ORDER: [Dir; 4] = [Dir::Up, Dir::Left, Dir::Down, Dir::Right];

impl Default for Keys {
    fn default() -> Self {
        Self {
            steps: ["wasd", "ijkl", "tfgh", "8456"].map(four),
            finish: 'F',
            reveal: 'R',
            hint: 'H',
            undo: 'U',
            pass: 'P',
            quit: 'Q',
        }
    }
}

messages! {
    /// Why keys were refused.
    pub enum KeysError {
        /// Not a list of keys.
        Form { found: String } =>
            "found `{found}`, expected keys such as 1=wasd,2=ijkl,finish=F (up, left, down, right; also reveal, hint, undo, pass, quit)",
            "trouvé « {found} », attendu des touches comme 1=zqsd,2=ijkl,finish=F (haut, gauche, bas, droite ; aussi reveal, hint, undo, pass, quit)";
        /// One key for two things.
        Twice { key: char } => "found the key `{key}` twice, expected one meaning", "trouvé la touche « {key} » deux fois, attendu un seul sens";
    }
}

impl Keys {
    /// The keys where a language is written: the left hand lies elsewhere on a
    /// French keyboard.
    pub fn usual(lang: Lang) -> Self {
        let mut keys = Self::default();
        if lang == Lang::Fr {
            keys.steps[0] = four("zqsd");
        }
        keys
    }

    /// The usual keys of a language with those of a text in their places.
    pub fn read(text: &str, lang: Lang) -> Result<Self, KeysError> {
        Self::usual(lang).with(text)
    }

    /// What a key is for.
    pub fn command(&self, key: char) -> Option<Command> {
        self.all().into_iter().find(|(known, _)| *known == key).map(|(_, command)| command)
    }

    fn all(&self) -> Vec<(char, Command)> {
        let steps = self.steps.iter().enumerate().flat_map(|(player, keys)| {
            keys.iter().zip(ORDER).map(move |(&key, dir)| (key, Command::Step(Seat::new(player), dir)))
        });
        let others = [
            (self.finish, Command::Finish),
            (self.reveal, Command::Reveal),
            (self.hint, Command::Hint),
            (self.undo, Command::Undo),
            (self.pass, Command::Pass),
            (self.quit, Command::Quit),
        ];
        steps.chain(others).collect()
    }
}

impl FromStr for Keys {
    type Err = KeysError;

    fn from_str(text: &str) -> Result<Self, KeysError> {
        Self::default().with(text)
    }
}

impl Keys {
    fn with(self, text: &str) -> Result<Self, KeysError> {
        let mut keys = self;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let refuse = || KeysError::Form { found: part.to_owned() };
            let (name, value) = part.split_once('=').ok_or_else(refuse)?;
            let letters: Vec<char> = value.chars().collect();
            if letters.iter().any(|letter| letter.is_whitespace() || letter.is_control()) {
                return Err(refuse());
            }
            let place = match name {
                "1" | "2" | "3" | "4" => {
                    let player = usize::from(name.as_bytes()[0] - b'1');
                    keys.steps[player] = letters.try_into().map_err(|_| refuse())?;
                    continue;
                }
                "finish" => &mut keys.finish,
                "reveal" => &mut keys.reveal,
                "hint" => &mut keys.hint,
                "undo" => &mut keys.undo,
                "pass" => &mut keys.pass,
                "quit" => &mut keys.quit,
                _ => return Err(refuse()),
            };
            let [letter] = letters[..] else { return Err(refuse()) };
            *place = letter;
        }
        let all = keys.all();
        for (index, (key, _)) in all.iter().enumerate() {
            if all[..index].iter().any(|(other, _)| other == key) {
                return Err(KeysError::Twice { key: *key });
            }
        }
        Ok(keys)
    }
}

fn four(text: &str) -> [char; 4] {
    let mut letters = text.chars();
    std::array::from_fn(|_| letters.next().unwrap_or(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_one_meaning() {
        let keys: Keys = "1=zqsd,quit=x".parse().unwrap();
        assert_eq!(keys.command('z'), Some(Command::Step(Seat::new(0), Dir::Up)));
        assert_eq!(keys.command('6'), Some(Command::Step(Seat::new(3), Dir::Right)));
        assert_eq!(
            (keys.command('x'), keys.command('Q'), keys.command('F')),
            (Some(Command::Quit), None, Some(Command::Finish))
        );
        assert_eq!("".parse(), Ok(Keys::default()));
        let french = Keys::read("quit=x", Lang::Fr).unwrap();
        assert_eq!((french.command('z'), french.command('w')), (keys.command('z'), None));
        assert_eq!("finish=w".parse::<Keys>(), Err(KeysError::Twice { key: 'w' }));
        for bad in ["1=abc", "1=abcde", "5=abcd", "quit", "quit=xy", "1=a cd", "nope=x"] {
            assert!(matches!(bad.parse::<Keys>(), Err(KeysError::Form { .. })), "{bad}");
        }
    }
}
