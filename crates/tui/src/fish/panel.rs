//! Beside the board: the players, what is to be done, the log.

use super::{Chair, Play};
use crate::{role_style, words};
use dedale_draw::role;
use dedale_fish::{Bid, Phase, Shop, State};
use dedale_play::Seat;
use dedale_text::{Lang, Say, tr};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};

/// Draws the panel.
pub fn draw(frame: &mut Frame<'_>, area: Rect, play: &Play) {
    let state = play.game.state();
    let seats = state.seats() as u16;
    let [players, todo, log] =
        Layout::vertical([Constraint::Length(2 * seats + 2), Constraint::Length(6), Constraint::Min(3)]).areas(area);
    let block = |title: &'static str| Block::new().borders(Borders::ALL).title(title);
    let lines: Vec<Line<'_>> = (0..state.seats()).flat_map(|seat| player(play, Seat::new(seat))).collect();
    frame.render_widget(Paragraph::new(lines).block(block(tr("players", "joueurs"))), players);
    let todo_text = Paragraph::new(to_do(play)).wrap(Wrap { trim: true }).block(block(tr("now", "maintenant")));
    frame.render_widget(todo_text, todo);
    let height = usize::from(log.height.saturating_sub(2));
    // A sentence may take several lines; the last ones are shown.
    let width = log.width.saturating_sub(2);
    let first = play.log.len().saturating_sub(height);
    let mut lines: Vec<Line<'_>> = play.log[first..].iter().flat_map(|line| words::sentence(line, width)).collect();
    lines.drain(..lines.len().saturating_sub(height));
    frame.render_widget(Paragraph::new(lines).block(block(tr("log", "journal"))), log);
}

/// Over the board, while a person bids: what is sold, to whom, for how much.
pub fn auction(frame: &mut Frame<'_>, board: Rect, play: &Play) {
    let state = play.game.state();
    let (Phase::Auction(good), Some(seat)) = (state.phase(), play.person()) else { return };
    let area = board.centered(Constraint::Length(36), Constraint::Length(7));
    let lang = Lang::current();
    let rivals: Vec<String> = state
        .bidders(good)
        .iter()
        .filter(|rival| *rival != seat)
        .map(|rival| format!("{rival}: {}", state.player(rival).coins))
        .collect();
    let lines = vec![
        Line::raw(format!("{} {}", tr("a shop of", "une boutique de"), lang.pick(good.name().0, good.name().1))),
        Line::raw(format!("{} {}", tr("coins of the others:", "pièces des autres :"), rivals.join("  "))),
        Line::raw(""),
        Line::styled(
            format!("{} {seat}:  ◂ {} ▸  / {}", tr("player", "joueur"), play.bid, state.player(seat).coins),
            role_style(&role::CURRENT).add_modifier(Modifier::BOLD),
        ),
        Line::raw(tr("arrows or digits, then Enter", "flèches ou chiffres, puis Entrée")),
    ];
    frame.render_widget(Clear, area);
    let block = Block::new().borders(Borders::ALL).title(tr("sealed bid", "mise scellée"));
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn player(play: &Play, seat: Seat) -> [Line<'static>; 2] {
    let state = play.game.state();
    let who = match play.chairs.get(seat.index()) {
        Some(Chair::Bot(bot)) => bot.name,
        _ => tr("you", "vous"),
    };
    let style = role::PLAYERS.get(seat.index()).map_or_else(Style::new, role_style);
    let style =
        if state.active().contains(seat) { style.add_modifier(Modifier::BOLD | Modifier::REVERSED) } else { style };
    let sealed = if state.bid(seat) == Bid::None { "" } else { tr(" sealed", " scellé") };
    let head = format!(
        "{seat} {who:<8} {} {:>2}  {} {:>3}{sealed}",
        tr("coins", "pièces"),
        state.player(seat).coins,
        tr("score", "score"),
        state.score(seat),
    );
    let shops: Vec<String> = state.goods().map(|good| format!("{good}{}", walk(state, seat, good))).collect();
    [Line::from(Span::styled(head, style)), Line::raw(format!("  {}", shops.join("  ")))]
}

/// The walk of a shop: its length, `×` if lost, `·` if missing.
fn walk(state: &State, seat: Seat, good: dedale_fish::Good) -> String {
    match state.player(seat).shops[good.index()] {
        Shop::Missing => "·".into(),
        Shop::Lost => "×".into(),
        Shop::Built(_) => state.distance(seat, good).map_or_else(String::new, |distance| distance.to_string()),
    }
}

fn to_do(play: &Play) -> Vec<Line<'static>> {
    let state = play.game.state();
    let (trees, shops) = state.pile();
    let shops: Vec<String> = state.goods().map(|good| format!("{good}{}", shops[good.index()])).collect();
    let pile = format!("{} {trees} {} {}", tr("pile:", "pioche :"), tr("trees", "arbres"), shops.join(" "));
    let lang = Lang::current();
    let person = play.person();
    let what = match state.phase() {
        Phase::Over => {
            let ranking: Vec<String> =
                state.ranking().iter().map(|seat| format!("{seat} ({})", state.score(*seat))).collect();
            format!("{} {}", tr("the game is over:", "la partie est finie :"), ranking.join(", "))
        }
        _ if person.is_none() => tr("a bot thinks…", "un robot réfléchit…").into(),
        Phase::Turn => tr("reserve or draw", "réserver ou piocher").into(),
        Phase::Auction(good) => {
            let shop = lang.pick(good.name().0, good.name().1);
            format!("{} {shop}", tr("bid for the shop of", "miser pour la boutique de"))
        }
        Phase::Build(_, piece) => {
            format!("{} {} {}", tr("build", "aménager"), piece.say(lang), tr("on a reservation", "sur une réservation"))
        }
    };
    vec![Line::raw(pile), Line::raw(what), Line::styled(play.notice.clone(), role_style(&role::CURRENT))]
}
