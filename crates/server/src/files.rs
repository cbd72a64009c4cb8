//! How many files, and so sockets, this process may hold open.

/// Raises the soft limit to the hard one, as a server wants it; how many files
/// may then be open, or nothing where there is no such limit.
#[cfg(unix)]
pub fn raise_open_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // What is refused stays as it was; the answer tells.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    getrlimit(Resource::Nofile).current
}

/// Elsewhere sockets are no files.
#[cfg(not(unix))]
pub fn raise_open_files() -> Option<u64> {
    None
}
