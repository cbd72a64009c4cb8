//! Where a store is: an address, or the platform's own place for such files.

use crate::{Memory, Store, StoreError, postgres, sqlite};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Who else may write to a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// No other studio.
    #[default]
    Alone,
    /// Other studios that share it as well; PostgreSQL only.
    Shared,
    /// This is no studio: it works at jobs or looks after the house, and is in
    /// nobody's way; PostgreSQL only.
    Guest,
}

/// How a store is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenOptions {
    /// Every commit reaches the disk before it is answered, so that a power
    /// cut costs nothing. Those who write at the same time share a commit.
    /// PostgreSQL does so by itself.
    pub durable: bool,
    /// The most bytes an SQLite file may take; what does not fit is refused.
    pub most_bytes: Option<u64>,
    /// Who else may write to it.
    pub access: Access,
}

/// Opens the store at an address: `sqlite:PATH`, `postgres://…`, or `memory:`
/// for one that forgets.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_with(address, OpenOptions::default()).await
}

/// As [`open`], with options.
pub async fn open_with(address: &str, options: OpenOptions) -> Result<Arc<dyn Store>, StoreError> {
    match split(address)? {
        ("sqlite" | "memory", _) if options.access != Access::Alone => {
            Err(StoreError::Unsupported("several programs can share postgres://… only"))
        }
        ("sqlite", path) => Ok(Arc::new(sqlite::open(&file(address, path)?, options).await?)),
        ("postgres" | "postgresql", _) => Ok(Arc::new(postgres::open(address, options.access).await?)),
        ("memory", _) => Ok(Arc::new(Memory::new())),
        _ => Err(StoreError::Address(address.to_owned())),
    }
}

/// Copies the SQLite file at an address into a new file, whole and in order,
/// though a server writes to it.
pub async fn backup(address: &str, to: &Path) -> Result<(), StoreError> {
    match split(address)? {
        ("sqlite", path) => sqlite::backup(&file(address, path)?, to).await,
        ("postgres" | "postgresql", _) => Err(StoreError::Unsupported("use pg_dump for a backup of PostgreSQL")),
        _ => Err(StoreError::Address(address.to_owned())),
    }
}

fn split(address: &str) -> Result<(&str, &str), StoreError> {
    address.split_once(':').ok_or_else(|| StoreError::Address(address.to_owned()))
}

fn file(address: &str, rest: &str) -> Result<PathBuf, StoreError> {
    let path = rest.strip_prefix("//").unwrap_or(rest);
    if path.is_empty() { Err(StoreError::Address(address.to_owned())) } else { Ok(path.into()) }
}

/// The file that is used unless told otherwise, in the platform's directory
/// for data of programs.
pub fn default_path() -> PathBuf {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")))
    };
    folder.unwrap_or_else(env::temp_dir).join("dedale").join("dedale.sqlite")
}
