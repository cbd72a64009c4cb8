//! What the system lets this process have: files, and so sockets; and whose
//! turn it is on the processor.

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

/// Lets this thread, which computes for long, give way to those that serve
/// rooms. The system takes it back from no thread, so only threads that
/// compute may ask for it.
#[cfg(target_os = "linux")]
pub fn give_way() {
    thread_local! {
        static GIVEN: () = {
            // On Linux this is about the thread, not the process.
            let _ = rustix::process::setpriority_process(None, 10);
        };
    }
    GIVEN.with(|()| ());
}

/// Elsewhere a thread cannot be told apart from its process.
#[cfg(not(target_os = "linux"))]
pub fn give_way() {}

/// Makes this process a worker: it gives way to the server, and the system
/// refuses it more memory than it may have.
#[cfg(unix)]
pub fn become_worker(memory: Option<u64>) {
    use rustix::process::{Resource, Rlimit, setpriority_process, setrlimit};
    let _ = setpriority_process(None, 10);
    if let Some(memory) = memory {
        // What is refused stays as it was: the server watches the time anyway.
        let _ = setrlimit(Resource::As, Rlimit { current: Some(memory), maximum: Some(memory) });
    }
}

/// Elsewhere a worker is limited by its time alone.
#[cfg(not(unix))]
pub fn become_worker(_memory: Option<u64>) {}
