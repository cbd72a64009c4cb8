//! Streams of steps play in both directions.

use dedale_grid::{Cell, Dir, Size};
use dedale_maze::steps::{self, Replay, StepsError};
use dedale_maze::{Algorithm, Generation, Options, Plan};

#[test]
fn every_generation_plays_forwards_and_backwards() {
    for algorithm in Algorithm::ALL {
        for (round, cols) in [5, 33, 70].into_iter().enumerate() {
            let size = Size::new(7, cols).unwrap();
            let mut plan = Plan::new(size);
            if round == 1 {
                plan.remove(Cell::new(40));
                plan.fix(Cell::new(3), Dir::Down);
            }
            let options = Options { braid: 0.3, rooms: 1, ..Options::default() };
            let mut generation = Generation::new(algorithm, &plan, &options, 5);
            let mut bytes = steps::header(generation.view().walls()).unwrap();
            let (mut words, mut views) = (Vec::new(), vec![generation.view().clone()]);
            while let Some(step) = generation.next_step() {
                let before = words.len();
                steps::encode(step, size, &mut words);
                assert!(words.len() > before, "{algorithm}: a step that changes nothing");
                views.push(generation.view().clone());
            }
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            let mut replay = Replay::read(&bytes).unwrap();
            for view in &views[1..] {
                assert!(replay.forward());
                assert!(replay.view().walls().east() == view.walls().east(), "{algorithm}");
                assert!(replay.view().walls().south() == view.walls().south(), "{algorithm}");
                assert!(size.cells().all(|cell| replay.view().mark(cell) == view.mark(cell)));
                assert_eq!(replay.view().current(), view.current());
            }
            assert!(!replay.forward());
            for view in views[..views.len() - 1].iter().rev() {
                assert!(replay.back());
                assert!(replay.view().walls().east() == view.walls().east(), "{algorithm}");
                assert!(size.cells().all(|cell| replay.view().mark(cell) == view.mark(cell)));
                assert_eq!(replay.view().current(), view.current());
            }
            assert!(!replay.back());
        }
    }
}

#[test]
fn bad_streams_are_refused() {
    let good = steps::header(&Plan::new(Size::new(2, 2).unwrap()).closed()).unwrap();
    let with = |tail: &[u8]| Replay::read(&[&good[..], tail].concat()).unwrap_err();
    assert_eq!(Replay::read(b"DMS").unwrap_err(), StepsError::Header { at: 3 });
    assert_eq!(Replay::read(b"xxxxxxxxxxxxxxxx").unwrap_err(), StepsError::Header { at: 0 });
    assert_eq!(with(&[1, 2]), StepsError::Word { at: 0 });
    assert_eq!(with(&[0, 0, 0, 0, 4, 0, 0, 0]), StepsError::Word { at: 1 });
    assert_eq!(with(&[0, 0, 0, 0x7C]), StepsError::Word { at: 0 });
    let mut huge = good.clone();
    huge[4..12].fill(0xFF);
    assert_eq!(Replay::read(&huge).unwrap_err(), StepsError::Header { at: 4 });
    huge[4..12].copy_from_slice(&[0, 0, 1, 0, 0, 0, 1, 0]);
    huge[4..12].copy_from_slice(&[0, 0x80, 0, 0, 0, 0x80, 0, 0]);
    assert_eq!(Replay::read(&huge).unwrap_err(), StepsError::TooLarge { cells: 1 << 30 });
}
