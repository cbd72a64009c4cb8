//! Progress on standard error, for people only.

use crate::context::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of `total` steps; silent unless standard error is a terminal.
pub fn bar(context: &Context, total: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), target(context));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {msg}") {
        bar.set_style(style);
    }
    bar
}

fn target(context: &Context) -> ProgressDrawTarget {
    if context.chats() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}
