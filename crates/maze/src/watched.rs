//! Work that is watched step by step, on squares or on any other surface.

/// Work on a board that does one step at a time.
pub trait Work {
    /// The board as those who watch see it.
    type View;
    /// What a step changes.
    type Step: Default;

    /// Does one step and tells it; false, and nothing done, at the end. The
    /// view is the board before the step.
    fn work(&mut self, view: &Self::View, step: &mut Self::Step) -> bool;

    /// Does a step on the view.
    fn show(view: &mut Self::View, step: &mut Self::Step);
}

/// Work in progress: ask whether there is a next step, do it, look.
///
/// Steps are made when they are asked for and not kept; the board as it stands
/// is in [`Watched::view`].
pub struct Watched<W: Work> {
    work: W,
    view: W::View,
    /// The step that comes next, made in advance to know that there is one.
    next: W::Step,
    has_next: bool,
    done: W::Step,
    steps: u64,
}

impl<W: Work> Watched<W> {
    pub(crate) fn begin(mut work: W, view: W::View) -> Self {
        let mut next = W::Step::default();
        let has_next = work.work(&view, &mut next);
        Self { work, view, next, has_next, done: W::Step::default(), steps: 0 }
    }

    /// Whether there is a next step.
    pub fn has_next(&self) -> bool {
        self.has_next
    }

    /// Does the next step and gives what it changed; nothing at the end.
    pub fn next_step(&mut self) -> Option<&W::Step> {
        if !self.has_next {
            return None;
        }
        std::mem::swap(&mut self.next, &mut self.done);
        W::show(&mut self.view, &mut self.done);
        self.steps += 1;
        self.has_next = self.work.work(&self.view, &mut self.next);
        Some(&self.done)
    }

    /// The board as it stands.
    pub fn view(&self) -> &W::View {
        &self.view
    }

    /// How many steps were done.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Does all remaining steps and gives the board.
    pub(crate) fn last_view(mut self) -> W::View {
        while self.next_step().is_some() {}
        self.view
    }

    /// The work once it is done.
    pub(crate) fn finished(&self) -> Option<&W> {
        (!self.has_next).then_some(&self.work)
    }
}
