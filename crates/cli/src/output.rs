//! Writing results: to standard output, or to a file that appears whole or not
//! at all.

use crate::failure::Failure;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes bytes to standard output; a reader who has gone away is no failure.
pub fn stdout(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(Failure::broken),
    }
}

/// Standard output, written in large pieces. When its reader goes away, the
/// rest is dropped: that is no failure.
pub struct Stdout {
    out: BufWriter<io::StdoutLock<'static>>,
    closed: bool,
}

impl Stdout {
    pub fn new() -> Self {
        Self { out: BufWriter::with_capacity(1 << 16, io::stdout().lock()), closed: false }
    }

    /// Ends the writing, which went well or not.
    pub fn finish(mut self, done: Result<(), Failure>) -> Result<(), Failure> {
        match self.flush() {
            _ if self.closed => Ok(()),
            Ok(()) => done,
            Err(error) => done.and(Err(Failure::broken(error))),
        }
    }

    fn note<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        self.closed |= done.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        done
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.out.write(bytes);
        self.note(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.out.flush();
        self.note(done)
    }
}

/// Prints one JSON document, or one line of a stream of them.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let mut line = serde_json::to_vec(value).map_err(Failure::broken)?;
    line.push(b'\n');
    stdout(&line)
}

/// Writes a result to the file named by `-o`, or to standard output.
pub fn result(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    let Some(path) = path.filter(|path| *path != Path::new("-")) else { return stdout(bytes) };
    let mut file = Whole::create(path)?;
    file.write_all(bytes).map_err(|error| named(path, &error))?;
    file.finish()
}

/// Sees to it before long work that the file named by `-o` can be written.
pub fn writable(path: Option<&Path>) -> Result<(), Failure> {
    match path.filter(|path| *path != Path::new("-")) {
        Some(path) => Whole::create(path).map(drop),
        None => Ok(()),
    }
}

/// A file written beside its final place and moved there when it is complete.
pub struct Whole {
    file: Option<BufWriter<File>>,
    beside: PathBuf,
    path: PathBuf,
}

impl Whole {
    /// Begins a file; nothing is seen at `path` until [`Whole::finish`].
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let beside = path.with_file_name(name);
        // Devices such as /dev/null cannot be renamed over.
        let special = fs::metadata(path).is_ok_and(|data| !data.is_file());
        let beside = if special { path.to_owned() } else { beside };
        let file = File::create(&beside).map_err(|error| named(path, &error))?;
        Ok(Self { file: Some(BufWriter::with_capacity(1 << 20, file)), beside, path: path.to_owned() })
    }

    /// Moves the complete file to its place.
    pub fn finish(mut self) -> Result<(), Failure> {
        let done = match self.file.take() {
            Some(file) => file.into_inner().map_err(io::IntoInnerError::into_error).map(drop),
            None => Ok(()),
        };
        let done =
            done.and_then(|()| if self.beside == self.path { Ok(()) } else { fs::rename(&self.beside, &self.path) });
        done.map_err(|error| {
            self.forget();
            named(&self.path, &error)
        })
    }

    /// Leaves no half file behind.
    fn forget(&self) {
        if self.beside != self.path {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        // Not finished.
        if self.file.take().is_some() {
            self.forget();
        }
    }
}

fn named(path: &Path, error: &io::Error) -> Failure {
    Failure::broken(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let dir = std::env::temp_dir().join(format!("dedale-output-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let path = dir.join("out.txt");
        let mut half = Whole::create(&path).unwrap();
        half.write_all(b"half").unwrap();
        assert!(!path.exists());
        drop(half);
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 0);
        result(Some(&path), b"whole").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        // A place that cannot be taken leaves nothing beside it either.
        let lost = Whole::create(&path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(lost.finish().is_err());
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        assert!(writable(Some(&dir.join("no/such/place"))).is_err());
        assert!(writable(Some(&dir.join("place"))).is_ok() && !dir.join("place").exists());
        fs::remove_dir_all(&dir).unwrap();
    }
}
