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
use ratatui::widgets::{Block, Borders, Paragraph};

/// Draws the panel: nothing in it is ever cut, what is old goes first.
pub fn draw(frame: &mut Frame<'_>, area: Rect, play: &Play) {
    let state = play.game.state();
    let width = area.width.saturating_sub(2);
    let now: Vec<Line<'_>> = to_do(play, width);
    let now_height = now.len() as u16 + 2;
    let seats = state.seats() as u16;
    // Two lines a player where there is room for them.
    let wide = area.height >= now_height + 2 * seats + 2;
    let players_height = if wide { 2 * seats } else { seats } + 2;
    let [players, todo, log] =
        Layout::vertical([Constraint::Length(players_height), Constraint::Length(now_height), Constraint::Min(0)])
            .areas(area);
    let block = |title: &'static str| Block::new().borders(Borders::ALL).title(title);
    let lines: Vec<Line<'_>> = (0..state.seats())
        .flat_map(|seat| player(play, Seat::new(seat)).into_iter().take(1 + usize::from(wide)))
        .collect();
    frame.render_widget(Paragraph::new(lines).block(block(tr("players", "joueurs"))), players);
    frame.render_widget(Paragraph::new(now).block(block(tr("now", "maintenant"))), todo);
    let height = usize::from(log.height.saturating_sub(2));
    if height == 0 {
        return;
    }
    // A sentence may take several lines; the last ones are shown.
    let first = play.log.len().saturating_sub(height);
    let mut lines: Vec<Line<'_>> = play.log[first..].iter().flat_map(|line| words::sentence(line, width)).collect();
    lines.drain(..lines.len().saturating_sub(height));
    frame.render_widget(Paragraph::new(lines).block(block(tr("log", "journal"))), log);
}

fn player(play: &Play, seat: Seat) -> [Line<'static>; 2] {
    let state = play.game.state();
    let who = match play.chairs.get(seat.index()) {
        Some(Chair::Bot(bot, _)) => bot.name,
        _ => tr("you", "vous"),
    };
    let style = role::PLAYERS.get(seat.index()).map_or_else(Style::new, role_style);
    let style =
        if state.active().contains(seat) { style.add_modifier(Modifier::BOLD | Modifier::REVERSED) } else { style };
    let sealed = if state.bid(seat) == Bid::None { "" } else { "*" };
    let head = format!(
        "{seat} {who:<7}{sealed:<1}{:>2} {} {} {:>3}",
        state.player(seat).coins,
        tr("coins", "pièces"),
        "score",
        state.score(seat),
    );
    let shops: Vec<String> = state.goods().map(|good| format!("{good}{}", walk(state, seat, good))).collect();
    let limit = match state.config().discs {
        0 => String::new(),
        limit => format!(" ({}/{limit})", state.player(seat).reserved.count_ones()),
    };
    [Line::from(Span::styled(head, style)), Line::raw(format!("  {}{limit}", shops.join(" ")))]
}

/// The walk of a shop: its length, `×` if lost, `·` if missing.
fn walk(state: &State, seat: Seat, good: dedale_fish::Good) -> String {
    match state.player(seat).shops[good.index()] {
        Shop::Missing => "·".into(),
        Shop::Lost => "×".into(),
        Shop::Built(_) => state.distance(seat, good).map_or_else(String::new, |distance| distance.to_string()),
    }
}

fn to_do(play: &Play, width: u16) -> Vec<Line<'static>> {
    let state = play.game.state();
    let (trees, shops) = state.pile();
    let shops: Vec<String> = state.goods().map(|good| format!("{good}{}", shops[good.index()])).collect();
    let pile = format!("{} {trees} {} {}", tr("pile:", "pioche :"), tr("trees", "arbres"), shops.join(" "));
    let lang = Lang::current();
    let mut lines = words::sentence(&pile, width);
    let what = match (state.phase(), play.person()) {
        (Phase::Over, _) => {
            let ranking: Vec<String> =
                state.ranking().iter().map(|seat| format!("{seat} ({})", state.score(*seat))).collect();
            format!("{} {}", tr("the game is over:", "la partie est finie :"), ranking.join(", "))
        }
        (_, None) => tr("a bot thinks…", "un robot réfléchit…").into(),
        (Phase::Turn, _) => tr("reserve or draw", "réserver ou piocher").into(),
        (Phase::Auction(good), Some(seat)) => {
            lines.extend(auction(play, good, seat, width));
            String::new()
        }
        (Phase::Build(_, piece), _) => {
            format!("{} {} {}", tr("build", "aménager"), piece.say(lang), tr("on a reservation", "sur une réservation"))
        }
    };
    lines.extend(words::sentence(&what, width).into_iter().filter(|line| line.width() > 0));
    let notice = words::sentence(&play.notice, width).into_iter().filter(|line| line.width() > 0);
    lines.extend(notice.map(|line| line.style(role_style(&role::CURRENT))));
    lines
}

/// While a person bids: what is sold, what the others have, how much.
fn auction(play: &Play, good: dedale_fish::Good, seat: Seat, width: u16) -> Vec<Line<'static>> {
    let state = play.game.state();
    let lang = Lang::current();
    let sold = format!("{} {} ({good})", tr("a shop of", "une boutique de"), lang.pick(good.name().0, good.name().1));
    let rivals: Vec<String> = state
        .bidders(good)
        .iter()
        .filter(|rival| *rival != seat)
        .map(|rival| format!("{rival}: {}", state.player(rival).coins))
        .collect();
    let mut lines = words::sentence(&sold, width);
    let coins = format!("{} {}", tr("coins of the others:", "pièces des autres :"), rivals.join(", "));
    lines.extend(words::sentence(&coins, width));
    let bid = format!(
        "{} {seat}: {} {} {} {}",
        tr("player", "joueur"),
        tr("bids", "mise"),
        play.bid,
        tr("of", "sur"),
        state.player(seat).coins
    );
    lines.push(Line::styled(bid, role_style(&role::CURRENT).add_modifier(Modifier::BOLD)));
    lines
}
