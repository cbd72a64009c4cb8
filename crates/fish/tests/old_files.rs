//! Matches saved by the first version of the rules replay digest by digest.

#[test]
fn old_matches_replay() {
    dedale_play::kit::replay_files::<dedale_fish::Fish>(
        &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old"),
    );
}
