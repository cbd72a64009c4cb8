//! How large a maze is outside the machine.

use crate::makers::SolidSize;
use dedale_question::Refusal;
use dedale_text::tr;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Millimetres for plotters, sand tables and 3-D printers.
#[derive(clap::Args, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Physical {
    /// Millimetres a cell in plotter, gcode, stl and 3mf; 5 for a pen, 10 for
    /// a body unless given.
    #[arg(long, value_name = "MM", help = tr(
        "Millimetres a cell in plotter, gcode, stl and 3mf; 5 for a pen, 10 for a body unless given",
        "Millimètres par case en plotter, gcode, stl et 3mf ; à défaut 5 pour un stylo, 10 pour un volume"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell_mm: Option<f32>,

    /// How thick walls are in stl and 3mf; 2 unless given.
    #[arg(long, value_name = "MM", help = tr(
        "How thick walls are in stl and 3mf, 2 unless given", "L'épaisseur des murs en stl et 3mf, 2 par défaut"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_mm: Option<f32>,

    /// How high walls are in stl and 3mf; 8 unless given.
    #[arg(long, value_name = "MM", help = tr(
        "How high walls are in stl and 3mf, 8 unless given", "La hauteur des murs en stl et 3mf, 8 par défaut"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height_mm: Option<f32>,

    /// Lift the tool between strokes in gcode, for pens and mills; a sand table
    /// draws one line, some walls twice.
    #[arg(long, help = tr(
        "Lift the tool between strokes in gcode, for pens and mills; a sand table draws one line, some walls twice",
        "Lever l'outil entre les traits en gcode, pour stylos et fraises ; une table à sable trace une seule ligne, certains murs deux fois"
    ))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lift: bool,
}

impl Physical {
    /// Refuses what a format does not have.
    pub fn check(&self, format: &str) -> Result<(), Refusal> {
        let solid = matches!(format, "stl" | "3mf");
        let pen = matches!(format, "plotter" | "gcode");
        let (en, fr) = (format!("in {format}"), format!("en {format}"));
        for (given, setting) in [
            (self.cell_mm.is_some() && !solid && !pen, "cell_mm"),
            (self.wall_mm.is_some() && !solid, "wall_mm"),
            (self.height_mm.is_some() && !solid, "height_mm"),
            (self.lift && format != "gcode", "lift"),
        ] {
            if given {
                return Err(Refusal::no_effect(setting, &en, &fr));
            }
        }
        if let Some(cell) = self.cell_mm.filter(|cell| !(0.1..=10_000.0).contains(cell)) {
            return Err(Refusal::new(
                format!("found cells of {cell} mm, expected 0.1 to 10000"),
                format!("trouvé des cases de {cell} mm, attendu de 0.1 à 10000"),
            ));
        }
        Ok(())
    }

    /// Millimetres a cell for a pen.
    pub fn pen(&self) -> f32 {
        self.cell_mm.unwrap_or(5.0)
    }

    /// The measures of a body.
    pub fn solid(&self) -> SolidSize {
        let usual = SolidSize::default();
        SolidSize {
            cell: self.cell_mm.unwrap_or(usual.cell),
            wall: self.wall_mm.unwrap_or(usual.wall),
            height: self.height_mm.unwrap_or(usual.height),
            base: usual.base,
        }
    }
}
