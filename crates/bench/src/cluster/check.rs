//! The independent checker: knows the receipts and the database, and nothing
//! of how rooms work.

use super::Outcome;
use super::players::Receipt;
use super::programs::House;
use dedale_play::{Match, file};
use dedale_race::Race;
use dedale_store::{Access, OpenOptions, open_with};
use serde_json::Value;
use std::collections::BTreeMap;

/// Compares receipts with logs and folds every log twice; whether all is well.
pub async fn check(house: &House, receipts: &[Receipt]) -> Outcome<bool> {
    for studio in &house.studios {
        studio.kill().await;
    }
    let access = if house.postgres.is_some() { Access::Guest } else { Access::Alone };
    let store = open_with(&house.database, OpenOptions { access, ..OpenOptions::default() }).await?;
    let mut rooms = BTreeMap::<&str, Vec<&Receipt>>::new();
    for receipt in receipts {
        rooms.entry(&receipt.room).or_default().push(receipt);
    }
    let (mut lost, mut doubled, mut disordered, mut unlike, mut entries) = (0, 0, 0, 0, 0);
    for (room, receipts) in &rooms {
        let (record, log) = store.load(room).await?.ok_or("a room is gone")?;
        let lines: Vec<Value> = log.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>()?;
        entries += lines.len();
        let mut names = BTreeMap::<&str, Vec<usize>>::new();
        for (at, line) in lines.iter().enumerate() {
            disordered += usize::from(line["seq"].as_u64() != Some(at as u64));
            if let Some(id) = line["id"].as_str() {
                names.entry(id).or_default().push(at);
            }
        }
        doubled += names.values().filter(|found| found.len() > 1).count();
        let mut last = None;
        for receipt in receipts {
            let line = lines.get(usize::try_from(receipt.entry)?);
            let kept = line.is_some_and(|line| {
                line["id"] == receipt.id.as_str()
                    && line["do"] == receipt.action.as_str()
                    && line["seat"].as_u64() == Some(receipt.seat as u64)
            });
            if !kept && std::env::var_os("VERBOSE").is_some() {
                eprintln!("{receipt:?} but {line:?}");
            }
            lost += usize::from(!kept);
            disordered += usize::from(last >= Some(receipt.entry));
            last = Some(receipt.entry);
        }
        let text = record.header + "\n" + &log.join("\n") + "\n";
        let fold = || -> Outcome<u64> {
            let game: Match<Race> = file::read::<Race>(&text).map_err(|error| error.to_string())?.game;
            Ok(game.digest())
        };
        unlike += usize::from(fold()? != fold()?);
    }
    store.close().await?;
    println!(
        "{} receipts in {} rooms against {entries} entries: {lost} lost, {doubled} doubled, {disordered} out of order, \
         {unlike} logs that fold to two states",
        receipts.len(),
        rooms.len(),
    );
    Ok(lost + doubled + disordered + unlike == 0 && !receipts.is_empty())
}
