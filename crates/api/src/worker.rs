//! A worker: answers one question after the other from its standard input.
//!
//! It is the same program as the server, started once and kept. It lives
//! behind a pipe so that a question that takes too much memory, never ends or
//! breaks the program costs nobody else anything: the server ends it and
//! starts another.

use crate::pipe::{Ask, Refused, kind, read_frame, write_frame};
use crate::{World, worlds};
use dedale_question::{Control, Progress, Reader, Refusal};
use dedale_text::Lang;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The least time between two reports of progress.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers the questions of the five worlds until standard input ends.
pub fn serve() -> io::Result<()> {
    serve_table(&worlds())
}

/// Answers the questions of these worlds until standard input ends.
pub fn serve_table(worlds: &[World]) -> io::Result<()> {
    let (send, asked) = channel::<Vec<u8>>();
    let cancel = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&cancel);
    // A thread of its own reads, so that a question can be called off.
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some((frame, content))) = read_frame(&mut input) {
            match frame {
                kind::ASK if send.send(content).is_ok() => {}
                kind::CANCEL => raised.store(true, Ordering::SeqCst),
                _ => break,
            }
        }
        // Nobody is there any more: whatever is being computed is for nobody.
        std::process::exit(0);
    });
    let out = Mutex::new(io::stdout());
    let send =
        |kind: u8, content: &[u8]| write_frame(&mut *out.lock().unwrap_or_else(PoisonError::into_inner), kind, content);
    for content in asked {
        // A call-off of the question before has come too late.
        cancel.store(false, Ordering::SeqCst);
        let told = Mutex::new(None::<Instant>);
        let progress = |progress: &Progress| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            if told.is_none_or(|told| told.elapsed() >= PAUSE) {
                *told = Some(Instant::now());
                // A server that has gone ends this program through its input.
                let _ = serde_json::to_vec(progress).map(|bytes| send(kind::PROGRESS, &bytes));
            }
        };
        match answer(worlds, &content, &cancel, progress) {
            Ok(bytes) => send(kind::ANSWER, &bytes)?,
            Err(refusal) => send(kind::REFUSED, &serde_json::to_vec(&Refused::from(refusal))?)?,
        }
    }
    Ok(())
}

fn answer(
    worlds: &[World],
    content: &[u8],
    cancel: &Arc<AtomicBool>,
    progress: impl Fn(&Progress) + Sync,
) -> Result<Vec<u8>, Refusal> {
    let ask: Ask = serde_json::from_slice(content).map_err(Refusal::broken)?;
    let lang: Lang = ask.lang.parse().unwrap_or_default();
    lang.set_current();
    let world = worlds.iter().find(|world| world.name == ask.world);
    let entry = world.and_then(|world| world.question(&ask.question));
    let entry = entry.ok_or_else(|| Refusal::new("there is no such question", "cette question n'existe pas"))?;
    let question = entry.parse(ask.settings)?;
    let reader = Reader { lang, ..Reader::default() };
    let control = Control::new(ask.limits, reader, Arc::clone(cancel)).on_progress(progress);
    let answer = question.answer(&control)?;
    let mut out = Bounded { bytes: Vec::new(), most: ask.limits.bytes };
    let written = match ask.format.as_str() {
        "json" => answer.write_json(&mut out).map_err(Refusal::broken),
        format => answer.write(format, &mut out),
    };
    // The writer says only that it failed; the reason is known here.
    if out.bytes.len() as u64 > out.most {
        control.bytes(out.bytes.len() as u64)?;
    }
    written.map(|()| out.bytes)
}

/// Takes so many bytes and a few more, to see that there were too many.
struct Bounded {
    bytes: Vec<u8>,
    most: u64,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() as u64 > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
