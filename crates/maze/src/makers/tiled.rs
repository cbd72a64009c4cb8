//! Mazes as maps for games: Tiled's `.tmj` (JSON) and `.tmx` (XML).
//!
//! Squares are a layer of tiles, twice as many as cells and one more: 1 is
//! floor, 2 is wall; tile 2 has the property `wall`. Every surface has an
//! object layer with its walls as polylines and points for start and goal, so
//! that a game finds what it needs on any of them; those that are not squares
//! keep their graph in the map's property `dedale`, to be read back. The picture
//! of the tiles, `tiles.png` with two tiles of 16 pixels, is the game's own.

use crate::formats::Origin;
use crate::maze::Maze;
use crate::surface::{GraphMaze, Kind, picture, to_json};
use dedale_draw::strokes::Corners;
use dedale_grid::{Dir, Size, Walls};
use serde_json::{Value, json};
use std::fmt::Write;

/// Pixels of a tile.
const TILE: f32 = 16.0;

/// Columns, rows and numbers of the tiles of a maze on squares.
pub(super) fn tiles(maze: &GraphMaze) -> Option<(usize, usize, Vec<u8>)> {
    let graph = maze.graph();
    if graph.surface().kind() != Kind::Square {
        return None;
    }
    let (columns, rows) = (graph.surface().columns() as usize, graph.surface().rows() as usize);
    let (wide, tall) = (2 * columns + 1, 2 * rows + 1);
    let mut numbers = vec![2; wide * tall];
    for cell in graph.cells() {
        let [row, column] = graph.at(cell);
        numbers[(2 * row as usize + 1) * wide + 2 * column as usize + 1] = 1;
    }
    for edge in maze.open_edges() {
        let [a, b] = graph.ends(edge).map(|cell| graph.at(cell));
        numbers[(a[0] + b[0] + 1) as usize * wide + (a[1] + b[1] + 1) as usize] = 1;
    }
    for cell in graph.cells() {
        let [row, column] = graph.at(cell).map(|at| 2 * at as usize + 1);
        for dir in Dir::ALL.into_iter().filter(|dir| maze.is_gap(cell, dir.index())) {
            let (down, across) = beside(row, column, dir);
            numbers[down * wide + across] = 1;
        }
    }
    // A post without walls is floor.
    for row in (2..tall - 1).step_by(2) {
        for column in (2..wide - 1).step_by(2) {
            let at = row * wide + column;
            if [at - 1, at + 1, at - wide, at + wide].iter().all(|&beside| numbers[beside] == 1) {
                numbers[at] = 1;
            }
        }
    }
    Some((wide, tall, numbers))
}

/// The tile next to one.
fn beside(row: usize, column: usize, dir: Dir) -> (usize, usize) {
    match dir {
        Dir::Up => (row - 1, column),
        Dir::Right => (row, column + 1),
        Dir::Down => (row + 1, column),
        Dir::Left => (row, column - 1),
    }
}

/// The map's property that holds a maze on a surface.
const PROPERTY: &str = "dedale";

/// The graph of a maze that tiles cannot say.
fn graph_text(maze: &GraphMaze) -> String {
    let mut document = to_json(maze, &Origin::default());
    if let Some(document) = document.as_object_mut() {
        // Whoever reads it back builds the surface from its name and sides.
        document.remove("centres");
        document.remove("walls");
    }
    document.to_string()
}

/// The objects: walls, start and goal, in pixels. On squares two tiles are a
/// cell and walls run through the middle of theirs.
fn objects(maze: &GraphMaze) -> (Vec<Vec<(f32, f32)>>, Vec<(&'static str, f32, f32)>) {
    let place = |(x, y): (f32, f32)| (x * 2.0 * TILE - TILE / 2.0, y * 2.0 * TILE - TILE / 2.0);
    let walls = Corners::strokes(&picture::walls(maze)).into_iter().map(|line| line.into_iter().map(place).collect());
    let point = |name, cell| {
        let [x, y] = maze.graph().centre(cell);
        let (x, y) = place((x + 0.5, y + 0.5));
        (name, x, y)
    };
    let ends = maze.start().map(|cell| point("start", cell)).into_iter();
    (walls.collect(), ends.chain(maze.goal().map(|cell| point("goal", cell))).collect())
}

/// The sides of the map in tiles.
fn sides(maze: &GraphMaze, tiles: Option<&(usize, usize, Vec<u8>)>) -> (usize, usize) {
    let side = |length: f32| (length * 2.0 + 1.0).ceil() as usize;
    tiles.map_or_else(|| (side(maze.graph().width()), side(maze.graph().height())), |(wide, tall, _)| (*wide, *tall))
}

/// The maze as a map in JSON.
pub fn to_tmj(maze: &GraphMaze) -> Value {
    let tiles = tiles(maze);
    let (wide, tall) = sides(maze, tiles.as_ref());
    let (walls, points) = objects(maze);
    let mut id = 0;
    let mut next = || {
        id += 1;
        id
    };
    let mut list: Vec<Value> = walls
        .iter()
        .map(|line| {
            let (x, y) = line[0];
            let points: Vec<Value> = line.iter().map(|(u, v)| json!({"x": u - x, "y": v - y})).collect();
            json!({"id": next(), "name": "wall", "type": "wall", "x": x, "y": y, "width": 0, "height": 0,
                   "rotation": 0, "visible": true, "polyline": points})
        })
        .collect();
    list.extend(points.iter().map(|(name, x, y)| {
        json!({"id": next(), "name": name, "type": name, "x": x, "y": y, "width": 0, "height": 0, "rotation": 0,
               "visible": true, "point": true})
    }));
    let mut layers = Vec::new();
    if let Some((wide, tall, numbers)) = &tiles {
        layers
            .push(json!({"id": 1, "name": "tiles", "type": "tilelayer", "x": 0, "y": 0, "width": wide, "height": tall,
                           "opacity": 1, "visible": true, "data": numbers}));
    }
    layers.push(json!({"id": 2, "name": "walls", "type": "objectgroup", "x": 0, "y": 0, "opacity": 1, "visible": true,
                       "draworder": "topdown", "objects": list}));
    let mut map = json!({
        "type": "map", "version": "1.10", "orientation": "orthogonal", "renderorder": "right-down", "infinite": false,
        "width": wide, "height": tall, "tilewidth": TILE, "tileheight": TILE, "nextlayerid": 3,
        "nextobjectid": id + 1, "layers": layers,
        "tilesets": [{
            "firstgid": 1, "name": "maze", "image": "tiles.png", "imagewidth": 2.0 * TILE, "imageheight": TILE,
            "tilewidth": TILE, "tileheight": TILE, "tilecount": 2, "columns": 2, "margin": 0, "spacing": 0,
            "tiles": [{"id": 1, "properties": [{"name": "wall", "type": "bool", "value": true}]}],
        }],
    });
    if tiles.is_none() {
        map["properties"] = json!([{"name": PROPERTY, "type": "string", "value": graph_text(maze)}]);
    }
    map
}

/// The maze as a map in XML.
pub fn to_tmx(maze: &GraphMaze) -> String {
    let tiles = tiles(maze);
    let (wide, tall) = sides(maze, tiles.as_ref());
    let (walls, points) = objects(maze);
    let property = match &tiles {
        Some(_) => String::new(),
        None => {
            let graph = graph_text(maze).replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            format!("<properties><property name=\"{PROPERTY}\" value=\"{graph}\"/></properties>\n")
        }
    };
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" renderorder=\"right-down\" \
         width=\"{wide}\" height=\"{tall}\" tilewidth=\"{TILE}\" tileheight=\"{TILE}\" infinite=\"0\">\n{property}\
         <tileset firstgid=\"1\" name=\"maze\" tilewidth=\"{TILE}\" tileheight=\"{TILE}\" tilecount=\"2\" columns=\"2\">\n\
         <image source=\"tiles.png\" width=\"{}\" height=\"{TILE}\"/>\n\
         <tile id=\"1\"><properties><property name=\"wall\" type=\"bool\" value=\"true\"/></properties></tile>\n</tileset>\n",
        2.0 * TILE
    );
    if let Some((wide, tall, numbers)) = &tiles {
        let _ = write!(
            out,
            "<layer id=\"1\" name=\"tiles\" width=\"{wide}\" height=\"{tall}\">\n<data encoding=\"csv\">\n"
        );
        for (row, line) in numbers.chunks(*wide).enumerate() {
            let line: Vec<String> = line.iter().map(u8::to_string).collect();
            out += &line.join(",");
            out.push_str(if row + 1 == *tall { "\n" } else { ",\n" });
        }
        out += "</data>\n</layer>\n";
    }
    out += "<objectgroup id=\"2\" name=\"walls\">\n";
    for (id, line) in walls.iter().enumerate() {
        let (x, y) = line[0];
        let points: Vec<String> = line.iter().map(|(u, v)| format!("{:.2},{:.2}", u - x, v - y)).collect();
        let _ = writeln!(
            out,
            "<object id=\"{}\" name=\"wall\" type=\"wall\" x=\"{x:.2}\" y=\"{y:.2}\"><polyline points=\"{}\"/></object>",
            id + 1,
            points.join(" ")
        );
    }
    for (index, (name, x, y)) in points.iter().enumerate() {
        let id = walls.len() + index + 1;
        let _ = writeln!(
            out,
            "<object id=\"{id}\" name=\"{name}\" type=\"{name}\" x=\"{x:.2}\" y=\"{y:.2}\"><point/></object>"
        );
    }
    out + "</objectgroup>\n</map>\n"
}

/// The maze of a map's layer of tiles, as [`to_tmj`] writes it; nothing if
/// there is none.
pub fn read_tiled(map: &Value) -> Option<Maze> {
    let layers = map.get("layers")?.as_array()?;
    let layer = layers.iter().find(|layer| layer["type"] == "tilelayer")?;
    let side = |name: &str| usize::try_from(layer.get(name)?.as_u64()?).ok();
    let data = layer.get("data")?.as_array()?;
    let floor: Vec<bool> = data.iter().map(|tile| *tile == 1).collect();
    from_tiles(side("width")?, side("height")?, &floor)
}

/// The same for a map in XML, as [`to_tmx`] writes it: tiles as numbers with
/// commas between them.
pub fn read_tmx(map: &str) -> Option<Maze> {
    let layer = &map[map.find("<layer")?..];
    let layer = &layer[..layer.find("</layer>")?];
    let data = &layer[layer.find("<data")?..];
    if attribute(data, "encoding")? != "csv" {
        return None;
    }
    let numbers = data[data.find('>')? + 1..].split('<').next()?;
    let floor: Option<Vec<bool>> = numbers.split(',').map(|tile| Some(tile.trim().parse::<u32>().ok()? == 1)).collect();
    from_tiles(attribute(layer, "width")?.parse().ok()?, attribute(layer, "height")?.parse().ok()?, &floor?)
}

/// An attribute of the first tag of a text.
fn attribute<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let tag = &text[..text.find('>')?];
    let value = &tag[tag.find(&format!(" {name}=\""))? + name.len() + 3..];
    value.split('"').next()
}

/// The JSON document of a maze on a surface that a map keeps, if it does.
pub fn kept_graph(map: &str) -> Option<String> {
    if map.trim_start().starts_with('<') {
        let property = &map[map.find(&format!("<property name=\"{PROPERTY}\""))?..];
        let value = attribute(property, "value")?;
        return Some(value.replace("&lt;", "<").replace("&quot;", "\"").replace("&amp;", "&"));
    }
    if !map.contains("\"tilesets\"") {
        return None;
    }
    let map: Value = serde_json::from_str(map).ok()?;
    let property = map.get("properties")?.as_array()?.iter().find(|property| property["name"] == PROPERTY)?;
    Some(property["value"].as_str()?.to_owned())
}

/// The maze of tiles, in odd numbers across and down.
pub(super) fn from_tiles(wide: usize, tall: usize, floor: &[bool]) -> Option<Maze> {
    if wide.is_multiple_of(2) || tall.is_multiple_of(2) || Some(floor.len()) != wide.checked_mul(tall) {
        return None;
    }
    let size = Size::new(tall / 2, wide / 2).ok()?;
    let mut maze = Maze::from(Walls::closed(size));
    for cell in size.cells() {
        let point = size.point(cell);
        let (row, column) = (2 * point.row as usize + 1, 2 * point.col as usize + 1);
        if !floor[row * wide + column] {
            maze.absent.get_or_insert_with(|| dedale_grid::BitGrid::new(size)).set(cell);
            continue;
        }
        for dir in Dir::ALL {
            let (down, across) = beside(row, column, dir);
            match size.step(cell, dir) {
                _ if !floor[down * wide + across] => {}
                Some(_) => {
                    maze.walls.open(cell, dir);
                }
                None => {
                    maze.gaps.insert((cell, dir));
                }
            }
        }
    }
    Some(maze)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::makers::graph_of;
    use crate::surface::{self, Surface, read_json};
    use crate::{Algorithm, Options, Plan, generate};
    use dedale_grid::Cell;
    use std::sync::Arc;

    #[test]
    fn maps_read_back() {
        let mut plan = Plan::new(Size::new(5, 7).unwrap());
        plan.remove(Cell::new(9));
        let mut maze = Maze::from(generate(Algorithm::Wilson, &plan, &Options::default(), 3));
        maze.absent = plan.absent().cloned();
        maze.gaps.extend([(Cell::new(0), Dir::Left), (Cell::new(34), Dir::Down)]);
        let graph = graph_of(&maze).unwrap();
        let map = to_tmj(&graph);
        let read = read_tiled(&map).unwrap();
        assert_eq!((&read.absent, &read.gaps), (&maze.absent, &maze.gaps));
        let open = |maze: &Maze| -> Vec<_> {
            maze.walls.inner().filter(|&(cell, dir)| maze.walls.is_open(cell, dir)).collect()
        };
        assert_eq!(open(&read), open(&maze));
        let xml = to_tmx(&graph);
        assert_eq!(read_tmx(&xml).unwrap(), read);
        assert!(xml.lines().filter(|line| line.starts_with("2,2,")).count() >= 2);
        assert!(xml.ends_with("</map>\n") && xml.matches("<polyline").count() > 1);
        assert!(read_tiled(&json!({"layers": []})).is_none());
        let odd = json!({"layers": [{"type": "tilelayer", "width": 3, "height": 3, "data": [1]}]});
        assert!(read_tiled(&odd).is_none());
        for bad in [
            "",
            "<layer",
            "<layer></layer>",
            "<layer width=\"3\" height=\"3\"><data encoding=\"csv\">1,x</data></layer>",
        ] {
            assert!(read_tmx(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn maps_of_surfaces_read_back() {
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Square) {
            let graph = Arc::new(Surface::new(kind, 5, 4).unwrap().seeded(2).graph());
            let maze = surface::generate(Algorithm::Wilson, &graph, &Options::default(), 3);
            for map in [to_tmj(&maze).to_string(), to_tmx(&maze)] {
                let document = kept_graph(&map).unwrap();
                assert_eq!(read_json(document.as_bytes()).unwrap(), maze, "{kind}");
            }
        }
    }
}
