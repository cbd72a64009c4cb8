//! Matches saved by the first version of the rules replay digest by digest.

use dedale_play::file;
use dedale_race::Race;

#[test]
fn old_matches_replay() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let loaded = file::read::<Race>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(loaded.cut, None);
        // Written again it is a match of today, and still the same one.
        let again = file::read::<Race>(&file::write(&loaded.game)).unwrap();
        assert_eq!((again.game.digest(), again.game.log()), (loaded.game.digest(), loaded.game.log()));
        count += 1;
    }
    assert!(count > 0);
}
