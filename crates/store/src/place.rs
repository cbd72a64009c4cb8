//! Where a store is: an address, or the platform's own place for such files.

use crate::{Memory, Store, StoreError, sql};
use std::env;
use std::path::PathBuf;
use std::sync::Arc;

/// Opens the store at an address: `sqlite:PATH`, `postgres://…`, or `memory:`
/// for one that forgets.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    let unknown = || StoreError::Address(address.to_owned());
    let (scheme, rest) = address.split_once(':').ok_or_else(unknown)?;
    match scheme {
        "sqlite" => {
            let path = PathBuf::from(rest.strip_prefix("//").unwrap_or(rest));
            if path.as_os_str().is_empty() {
                return Err(unknown());
            }
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)
                    .map_err(|error| StoreError::Broken(format!("{}: {error}", folder.display())))?;
            }
            Ok(Arc::new(sql::sqlite(&path).await?))
        }
        "postgres" | "postgresql" => Ok(Arc::new(sql::postgres(address).await?)),
        "memory" => Ok(Arc::new(Memory::new())),
        _ => Err(unknown()),
    }
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
