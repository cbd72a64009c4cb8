//! What a bus promises, held against both of them.

#![allow(missing_docs)]

#[path = "common/programs.rs"]
mod programs;

use axum::body::Bytes;
use dedale_server::bus::{Bus, BusError, InProcess, Nats};
use programs::NatsServer;
use std::sync::Arc;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_process() {
    let bus: Arc<dyn Bus> = Arc::new(InProcess::default());
    contract(&bus, &bus).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nats() {
    let Some(mut server) = NatsServer::start() else { return };
    let here: Arc<dyn Bus> = Arc::new(Nats::connect(&server.address()).await.unwrap());
    let there: Arc<dyn Bus> = Arc::new(Nats::connect(&server.address()).await.unwrap());
    contract(&here, &there).await;
    // A server that goes and comes back: everybody is told that something may
    // be lost, and goes on.
    let mut letters = there.listen("after").await.unwrap();
    let (mut lost_here, mut lost_there) = (here.losses(), there.losses());
    server.restart();
    lost_here.changed().await.unwrap();
    lost_there.changed().await.unwrap();
    let answered = tokio::spawn(async move {
        while let Some(letter) = letters.recv().await {
            (letter.reply)(letter.body);
        }
    });
    while here.ask("after", Bytes::from_static(b"hello"), Duration::from_secs(1)).await.is_err() {}
    answered.abort();
    let nowhere = Nats::connect("nats://127.0.0.1:1").await;
    assert!(matches!(nowhere, Err(BusError::Broken(why)) if why.contains("127.0.0.1:1")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_connects_says_who_it_is() {
    for (options, right) in
        [(&["--auth", "sesame"][..], "sesame@"), (&["--user", "ann", "--pass", "sesame"], "ann:sesame@")]
    {
        let Some(server) = NatsServer::asking_for(options) else { return };
        Nats::connect(&server.address_for(right)).await.unwrap();
        for wrong in ["", "open-sesame@", "ann:open-sesame@"] {
            let refused = Nats::connect(&server.address_for(wrong)).await;
            assert!(matches!(&refused, Err(BusError::Broken(why)) if !why.contains("sesame")), "{wrong}");
        }
    }
}

async fn contract(here: &Arc<dyn Bus>, there: &Arc<dyn Bus>) {
    // Where nobody listens a letter is lost and a question is answered at once.
    here.send("nowhere", Bytes::from_static(b"?"));
    assert_eq!(here.ask("nowhere", Bytes::new(), LONG).await, Err(BusError::Nobody));

    // Letters and questions of one sender keep their order.
    let mut letters = there.listen("a").await.unwrap();
    let mut asked = Vec::new();
    for number in 0..500_u32 {
        let body = Bytes::copy_from_slice(&number.to_be_bytes());
        if number % 3 == 0 { asked.push(here.ask("a", body, LONG)) } else { here.send("a", body) }
    }
    for number in 0..500_u32 {
        let letter = letters.recv().await.unwrap();
        assert_eq!(letter.body[..], number.to_be_bytes());
        (letter.reply)(letter.body);
    }
    for (at, answer) in asked.into_iter().enumerate() {
        assert_eq!(answer.await.unwrap()[..], (3 * at as u32).to_be_bytes());
    }

    // Large ones arrive whole, up to what the bus says.
    let large = Bytes::from(vec![7_u8; here.longest().min(900_000)]);
    here.send("a", large.clone());
    assert_eq!(letters.recv().await.unwrap().body, large);

    // Whoever does not answer is late; whoever listens no more is nobody.
    let late = here.ask("a", Bytes::new(), Duration::from_millis(20));
    assert_eq!(late.await, Err(BusError::Late));
    drop(letters);
    here.send("a", Bytes::new());
    let gone = loop {
        match here.ask("a", Bytes::new(), Duration::from_secs(1)).await {
            // It takes a letter to find out.
            Err(BusError::Late) => {}
            other => break other,
        }
    };
    assert_eq!(gone, Err(BusError::Nobody));
    assert_eq!(*here.losses().borrow(), 0);
}
