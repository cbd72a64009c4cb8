//! How strong the bots are: Fresh Fish by rank, whether bidding nothing pays or
//! the expert's bids can be exploited, Magic Maze at a person's pace and beside
//! partners who err or sleep.
//!
//! No times are measured here but strengths, so the figures do not depend on
//! the machine: budgets count games played out, seeds are fixed.

mod exploit;

use dedale_fish::bots::{expert, strong};
use dedale_fish::{Action, Config, Contest, Fish, Phase, Rules, Standing, View, simulate};
use dedale_grid::Rng;
use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::simulate::{Pace, play_at};
use dedale_play::{Bot, Budget, Game, Match, Seat, Viewer};

/// Worlds that a released build plays in a thirtieth of a second and in a
/// second on one core.
const QUICK: u64 = 300;
const SECOND: u64 = 10_000;

static EXPERT: Bot<Fish> = Bot { name: "expert", budget: Budget { nodes: QUICK }, choose: expert };
static SLOW_EXPERT: Bot<Fish> = Bot { name: "expert, 1 s", budget: Budget { nodes: SECOND }, choose: expert };
static ZERO: Bot<Fish> =
    Bot { name: "bids 0", budget: Budget { nodes: dedale_fish::bots::STRONG_NODES }, choose: bids_nothing };

/// Runs the short suite, or the long one for hours: with a second a move, more
/// games and a search for an exploit.
pub fn run(long: bool) {
    let named = |name: &str| Bot::<Fish>::named(name).expect("a bot of the game");
    let (greedy, strong) = (named("greedy"), named("strong"));
    let games = if long { 150 } else { 30 };
    println!("\nfresh fish, three players, every deal from every seat; 95 % intervals (Wilson)");
    println!("  {:<11} {:<11} {:>5}  {:>26}  {:>16}", "bot", "against two", "games", "games won", "lead in points");
    contest(Rules::Standard, &EXPERT, strong, games);
    contest(Rules::Standard, &EXPERT, &ZERO, games);
    contest(Rules::Standard, &ZERO, strong, games);
    for rules in Rules::ALL {
        contest(rules, strong, greedy, games);
    }
    if long {
        for others in [strong, &ZERO] {
            contest(Rules::Standard, &SLOW_EXPERT, others, 60);
        }
        for rules in [Rules::Classic, Rules::Boxed] {
            contest(rules, &EXPERT, strong, games);
            contest(rules, &ZERO, strong, games);
        }
    }
    println!("\nauctions among three strong players: what shops go for");
    for rules in Rules::ALL {
        prices(rules, if long { 12 } else { 4 });
    }
    if long {
        exploit::run(QUICK, 8, 40);
    }
    println!("\nmagic maze, joint strategy, the box's sand (180 s): pace in seconds an action");
    println!("  scenario players  pace  partner            games  won  moves  more than at best");
    for (scenario, players) in [(1, 1), (2, 1), (2, 2), (2, 4), (7, 4)] {
        partners(scenario, players, if long { 200 } else { 40 });
    }
    if long {
        partners(17, 4, 40);
    }
}

/// As the strong bot, but never offers a coin.
fn bids_nothing(view: &View, seat: Seat, legal: &[Action], rng: &mut Rng, budget: Budget) -> Option<Action> {
    match view.state().phase() {
        Phase::Auction(_) => Some(Action::Bid(0)),
        _ => strong(view, seat, legal, rng, budget),
    }
}

fn contest(rules: Rules, one: &'static Bot<Fish>, others: &'static Bot<Fish>, games: u64) {
    let contest =
        Contest { config: Config::new(rules, 3), bots: vec![one, others, others], games, seed: 1, budget: None };
    let table = simulate(&contest, || true).expect("the rule books are sound");
    let Standing { wins, win_rate, win_rate_low, win_rate_high, mean_lead, mean_lead_ci, .. } = &table[0];
    println!(
        "  {:<11} {:<11} {games:>5}  {wins:>4} {:>5.1} % ({:>5.1}–{:>5.1})  {mean_lead:>7.2} ± {:<5.2}  {rules:?}",
        one.name,
        others.name,
        100.0 * win_rate,
        100.0 * win_rate_low,
        100.0 * win_rate_high,
        mean_lead_ci.unwrap_or(f64::NAN),
    );
}

/// How often shops go for 0, 1, 2, 3 coins and more.
fn prices(rules: Rules, games: u64) {
    let bot = Bot::<Fish>::named("strong").expect("a bot of the game");
    let (mut counts, mut reserved, mut drawn) = ([0u32; 5], 0u32, 0u32);
    for seed in 0..games {
        let mut game = Match::<Fish>::new(Config::new(rules, 3), seed).expect("the rule books are sound");
        let mut rng = Rng::stream(seed, 1);
        while let Some(seat) = Fish::active(game.state()).iter().next() {
            let legal = game.legal(seat);
            let view = game.view(Viewer::Seat(seat));
            let action = (bot.choose)(&view, seat, &legal, &mut rng, bot.budget).unwrap_or(legal[0]);
            reserved += u32::from(matches!(action, Action::Reserve(_)));
            drawn += u32::from(action == Action::Draw);
            for event in game.act(seat, &action, 0).expect("bots choose legal actions") {
                if let dedale_fish::Event::Sold { price, bids, .. } = event
                    && bids.iter().flatten().count() > 1
                {
                    counts[usize::from(price).min(4)] += 1;
                }
            }
        }
    }
    let total: u32 = counts.iter().sum();
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(total.max(1));
    let [none, one, two, three, more] = counts.map(share);
    println!(
        "  {:<9} 0: {none:.0} %  1: {one:.0} %  2: {two:.0} %  3: {three:.0} %  more: {more:.0} %; {:.1} reservations a draw",
        format!("{rules:?}"),
        f64::from(reserved) / f64::from(drawn.max(1)),
    );
}

/// The same games with a perfect partner and with others.
fn partners(scenario: usize, players: usize, games: u64) {
    let mut guide = Guide::default();
    let mut best = 0;
    let slow = Pace { round_ms: 2500, ..Pace::default() };
    for (time, name, pace) in [
        (0, "perfect, no sand", Pace::default()),
        (180, "perfect", Pace::default()),
        (180, "perfect", slow),
        (180, "errs 1 in 10", Pace { err: 0.1, ..Pace::default() }),
        (180, "dozes 1 in 50", Pace { doze: 0.02, ..Pace::default() }),
        (180, "both", Pace { err: 0.1, doze: 0.02, ..Pace::default() }),
        (180, "both", Pace { err: 0.1, doze: 0.02, ..slow }),
    ] {
        let text = format!("scenario={scenario},players={players},time={time}");
        let config: dedale_magic::game::Config = text.parse().expect("the settings of the suite are settings");
        let (mut won, mut moves, mut stuck) = (0, 0, 0);
        for seed in 0..games {
            let decide = |guide: &mut Guide, open: &_, seat| guide.decide(open, seat, Strategy::Joint);
            let report = play_at(&config, seed, pace, &mut guide, decide);
            won += u32::from(report.won);
            stuck += u32::from(report.stuck);
            moves += if report.won { report.moves } else { 0 };
        }
        assert_eq!(stuck, 0, "nobody is ever stuck");
        let mean = f64::from(moves) / f64::from(won.max(1));
        if time == 0 {
            best = moves / won.max(1);
        }
        let more = match won {
            0 => "–".to_owned(),
            _ => format!("{:+.0} %", 100.0 * (mean / f64::from(best.max(1)) - 1.0)),
        };
        let pace = pace.round_ms as f64 / 1000.0;
        println!("  {scenario:>8} {players:>7} {pace:>5.1}  {name:<18} {games:>5} {won:>4} {mean:>6.1}  {more:>8}");
    }
}
