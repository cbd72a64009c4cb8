//! Mazes in and out of files.

use super::draw::Picture;
use crate::args::OutputArg;
use crate::failure::Failure;
use crate::input::Source;
use crate::output::{self, Whole};
use dedale_maze::formats::{self, Origin};
use dedale_maze::{Maze, nearest};
use std::io::{self, Write};
use std::path::Path;

/// Reads a maze of any format.
pub fn read(name: &str) -> Result<Maze, Failure> {
    let source = Source::read(name)?;
    formats::read(&source.bytes).map_err(|error| source.at(&error))
}

/// The formats in which a maze can be written.
pub const FORMATS: [&str; 8] = ["maz", "txt", "json", "num", "svg", "png", "gif", "steps"];

/// The format asked for, `maz` without any.
pub fn format(output: &OutputArg) -> Result<&'static str, Failure> {
    let asked = output.format("maz");
    FORMATS.into_iter().find(|known| *known == asked).ok_or_else(|| {
        let near = nearest(&asked, &FORMATS);
        let all = FORMATS.join(" ");
        Failure::new(
            format!("found format `{asked}`, did you mean `{near}`? There are: {all}"),
            format!("trouvé le format « {asked} », vouliez-vous dire « {near} » ? Il y a : {all}"),
        )
    })
}

/// Writes a maze; pictures as asked for.
pub fn write(
    maze: &Maze,
    origin: &Origin,
    output: &OutputArg,
    format: &str,
    picture: &Picture<'_>,
) -> Result<(), Failure> {
    let path = output.output.as_deref();
    match format {
        "json" => {
            let mut text = formats::to_json(maze, origin).to_string();
            text.push('\n');
            output::result(path, text.as_bytes())
        }
        "num" => output::result(path, formats::to_numbers(maze).as_bytes()),
        "svg" => output::result(path, dedale_draw::svg(&picture.scene(maze)?).as_bytes()),
        "png" => output::result(path, &picture.png(maze)?),
        _ => through(path, |mut out| formats::write_text(maze, &mut out)).map(|_| ()),
    }
}

/// Lets something be written to a file that appears whole, or to standard
/// output; false if it was interrupted.
pub fn through(path: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<bool, Failure> {
    let ended = |result: io::Result<()>| match result {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(false),
        Err(error) => Err(Failure::broken(error)),
    };
    let Some(path) = path.filter(|path| *path != Path::new("-")) else {
        let mut out = io::BufWriter::with_capacity(1 << 18, io::stdout().lock());
        return match write(&mut out).and_then(|()| out.flush()) {
            // A reader who has gone away is no failure.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
            result => ended(result),
        };
    };
    let mut file = Whole::create(path)?;
    let done = ended(write(&mut file))?;
    if done {
        file.finish()?;
    }
    Ok(done)
}
