//! Walls as strokes of a pen: SVG for plotters and laser cutters, G-code for
//! sand tables and mills.

use crate::surface::{GraphMaze, picture};
use dedale_draw::strokes::Corners;
use std::fmt::Write;

/// The walls of a maze in as few strokes as possible, in millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct Strokes {
    width: f32,
    height: f32,
    lines: Vec<Vec<(f32, f32)>>,
}

impl Strokes {
    /// The strokes of a maze with so many millimetres a cell.
    pub fn new(maze: &GraphMaze, cell: f32) -> Self {
        Self::of(maze, cell, Corners::strokes(&picture::walls(maze)))
    }

    /// One stroke for walls that hang together, as a ball in the sand draws
    /// them; some are drawn twice. The walls of a perfect maze hang together.
    pub fn one_line(maze: &GraphMaze, cell: f32) -> Self {
        Self::of(maze, cell, Corners::tours(&picture::walls(maze)))
    }

    fn of(maze: &GraphMaze, cell: f32, lines: Vec<Vec<(f32, f32)>>) -> Self {
        let scaled = |line: Vec<(f32, f32)>| line.into_iter().map(|(x, y)| (x * cell, y * cell)).collect();
        let graph = maze.graph();
        // The picture has half a cell of space around it.
        let (width, height) = ((graph.width() + 1.0) * cell, (graph.height() + 1.0) * cell);
        Self { width, height, lines: in_order(lines.into_iter().map(scaled).collect()) }
    }

    /// How often the pen is lifted: once a stroke.
    pub fn lifts(&self) -> usize {
        self.lines.len()
    }

    /// The strokes as SVG in millimetres, hairlines only.
    pub fn svg(&self) -> String {
        let Self { width, height, .. } = self;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.2}mm\" height=\"{height:.2}mm\" viewBox=\"0 0 {width:.2} {height:.2}\">\n\
             <desc>pen lifts: {}</desc>\n<g fill=\"none\" stroke=\"#000\" stroke-width=\"0.1\">\n",
            self.lifts()
        );
        for line in &self.lines {
            out.push_str("<path d=\"");
            for (index, (x, y)) in line.iter().enumerate() {
                let _ = write!(out, "{}{x:.2} {y:.2}", if index == 0 { "M" } else { "L" });
            }
            out.push_str("\"/>\n");
        }
        out + "</g>\n</svg>\n"
    }

    /// The strokes as G-code: millimetres, absolute; y points up, as machines
    /// have it. With `lift` the tool is down at Z0 and up at Z5; without, there
    /// is no third axis, as in a sand table, and it moves on in a straight line
    /// between strokes.
    pub fn gcode(&self, lift: bool) -> String {
        let mut out =
            format!("; dedale maze, {:.1} x {:.1} mm, strokes: {}\nG21\nG90\n", self.width, self.height, self.lifts());
        let (up, down) = if lift { ("G0 Z5\n", "G1 Z0 F600\n") } else { ("", "") };
        for line in &self.lines {
            for (index, (x, y)) in line.iter().enumerate() {
                let y = self.height - y;
                let _ = match index {
                    0 => write!(out, "{up}G0 X{x:.2} Y{y:.2}\n{down}"),
                    _ => writeln!(out, "G1 X{x:.2} Y{y:.2} F1500"),
                };
            }
        }
        let home = if lift { "G0 X0 Y0\n" } else { "" };
        out + up + home + "M2\n"
    }
}

/// Strokes one after the other by the nearest free end; beyond some thousands
/// as they come, since looking for the nearest is quadratic.
fn in_order(mut lines: Vec<Vec<(f32, f32)>>) -> Vec<Vec<(f32, f32)>> {
    const MOST: usize = 5000;
    if lines.len() > MOST {
        return lines;
    }
    let mut ordered = Vec::with_capacity(lines.len());
    let mut at = (0.0f32, 0.0f32);
    while !lines.is_empty() {
        let far = |&(x, y): &(f32, f32)| (x - at.0).powi(2) + (y - at.1).powi(2);
        let ends = lines.iter().enumerate().flat_map(|(index, line)| {
            let (first, last) = (line.first().map(far), line.last().map(far));
            [(first.unwrap_or(0.0), index, false), (last.unwrap_or(0.0), index, true)]
        });
        let Some((_, index, turned)) = ends.min_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        let mut line = lines.swap_remove(index);
        if turned {
            line.reverse();
        }
        at = line.last().copied().unwrap_or(at);
        ordered.push(line);
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::{Kind, Surface, generate};
    use crate::{Algorithm, Options};
    use std::sync::Arc;

    #[test]
    fn few_strokes_with_all_the_ink() {
        for kind in [Kind::Square, Kind::Hex, Kind::Polar, Kind::Weave] {
            let graph = Arc::new(Surface::new(kind, 12, 8).unwrap().seeded(1).graph());
            let maze = generate(Algorithm::Backtracker, &graph, &Options::default(), 1);
            let strokes = Strokes::new(&maze, 5.0);
            let length = |lines: &[Vec<(f32, f32)>]| -> f32 {
                let step = |pair: &[(f32, f32)]| (pair[0].0 - pair[1].0).hypot(pair[0].1 - pair[1].1);
                lines.iter().flat_map(|line| line.windows(2)).map(step).sum()
            };
            let walls = picture::walls(&maze);
            let ink = length(&walls) * 5.0;
            assert!((length(&strokes.lines) - ink).abs() < ink * 0.001, "{kind}");
            assert!(strokes.lifts() * 2 < walls.len(), "{kind}: {} of {}", strokes.lifts(), walls.len());
            assert_eq!(strokes.svg().matches("<path").count(), strokes.lifts());
            assert_eq!(strokes.gcode(true).matches("G1 Z0").count(), strokes.lifts());
            // A ball in the sand is never lifted, and all walls are there.
            let line = Strokes::one_line(&maze, 5.0);
            assert!(line.lifts() == 1 || kind == Kind::Weave, "{kind}: {}", line.lifts());
            assert!((ink..ink * 2.0).contains(&length(&line.lines)), "{kind}");
            assert!(!line.gcode(false).contains('Z'), "{kind}");
        }
    }
}
