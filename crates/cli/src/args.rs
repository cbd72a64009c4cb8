//! Arguments that verbs beside the questions take.

use clap::Args;
use dedale_text::tr;

#[derive(Args, Clone, Copy)]
pub struct JsonArg {
    #[arg(long, help = tr("Answer with one JSON document", "Répondre par un document JSON"))]
    pub json: bool,
}
