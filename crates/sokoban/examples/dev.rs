//! Development loop.
use dedale_sokoban::search::best_first::{BestFirst, Order};
use dedale_sokoban::search::deepening::Deepening;
use dedale_sokoban::search::fewest_moves::FewestMoves;
use dedale_sokoban::search::*;
use dedale_sokoban::*;
use std::sync::Arc;

/// CPU seconds of this process, all threads.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = String::from_utf8_lossy(&std::fs::read(&args[1]).expect("file")).into_owned();
    let method = &args[2];
    let seconds: f64 = args[3].parse().expect("seconds");
    let range: Vec<usize> = args.get(4).map(|r| r.split('-').map(|x| x.parse().unwrap()).collect()).unwrap_or_default();
    let collection = read(&text).expect("levels");
    let (mut solved, mut count, mut total) = (0, 0, 0.0);
    let mut missing = vec![];
    for (index, entry) in collection.entries.iter().enumerate() {
        let n = index + 1;
        match range[..] {
            [a] if n != a => continue,
            [a, b] if n < a || n > b => continue,
            _ => {}
        }
        count += 1;
        let t = cpu();
        if method == "auto" {
            let clock = || cpu() - t;
            let threads = std::env::var("THREADS").map(|t| t.parse().unwrap()).unwrap_or(1);
            let limits = Limits { seconds, threads, clock: &clock, ..Limits::default() };
            let polish = std::env::var("POLISH").map(|t| t.parse().unwrap()).unwrap_or(0.0);
            let a = solve(&entry.level, &Options { polish, ..Options::default() }, limits).unwrap();
            total += clock();
            if a.verdict == Verdict::Solved {
                solved += 1
            } else {
                missing.push(n)
            }
            if std::env::var("QUIET").is_err() {
                println!(
                    "{n:4} {:8.3}s {:9} nodes {:8} {:?} {:?}",
                    clock(),
                    a.nodes,
                    a.engine,
                    a.verdict,
                    a.solution.map(|s| (s.1.pushes, s.1.moves))
                );
            }
            continue;
        }
        let clock = || cpu() - t;
        let last = std::sync::Mutex::new(Progress::default());
        let told = |p: &Progress| *last.lock().unwrap() = *p;
        let limits = Limits { seconds, clock: &clock, progress: &told, ..Limits::default() };
        let control = Control::new(limits);
        let board = Board::new(&entry.level).expect("board");
        let knowledge = Arc::new(Knowledge::new(board, &|| true));
        let tech = std::env::var("OFF")
            .map(|o| Techniques::without(o.leak().split(',').filter(|s| !s.is_empty())).unwrap())
            .unwrap_or(Techniques::ALL);
        let pre = clock();
        let mut engine: Box<dyn Engine> = match method.as_str() {
            "bfs" => Box::new(BestFirst::new(knowledge.clone(), tech, Order::Breadth, Heuristic::Hungarian)),
            "dfs" => Box::new(BestFirst::new(knowledge.clone(), tech, Order::Depth, Heuristic::Hungarian)),
            "astar" => Box::new(BestFirst::new(knowledge.clone(), tech, Order::AStar, Heuristic::Hungarian)),
            "greedy" => Box::new(BestFirst::new(knowledge.clone(), tech, Order::Greedy, Heuristic::Hungarian)),
            "ida" => Box::new(Deepening::new(knowledge.clone(), tech, Heuristic::Hungarian)),
            "fess" => Box::new(fess::Fess::new(knowledge.clone(), {
                let v: usize = std::env::var("VAR").map(|v| v.parse().unwrap()).unwrap_or(0);
                variant(v)
            })),
            "back" => Box::new(search::backward::Backward::new(knowledge.clone())),
            "moves" => Box::new(FewestMoves::new(knowledge.clone())),
            _ => panic!(),
        };
        let status = engine.run(u64::MAX, &control);
        let secs = clock();
        total += secs;
        let say = match &status {
            Status::Solved(pushes) => {
                let board = &knowledge.board;
                let moves = to_moves(board, &Position::start(board), pushes).expect("walkable");
                let (_, m) = replay(&entry.level, &moves).expect("valid");
                solved += 1;
                format!("solved {} pushes {} moves", m.pushes, m.moves)
            }
            other => {
                missing.push(n);
                format!("{other:?} {:?}", last.lock().unwrap().placed)
            }
        };
        if std::env::var("QUIET").is_err() {
            println!("{n:4} {secs:8.3}s pre {pre:.3} {:9} nodes  {say}", control.nodes());
        }
    }
    println!("{solved}/{count} in {total:.2}s; missing {missing:?}");
}
