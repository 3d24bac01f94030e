//! `kill -9` in the middle of a burst: what was acknowledged is there, once; what was not can be asked again.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::database::Place;
use crate::forms;
use crate::process::{Server, binary, submit};

const FAMILIES: usize = 32;
const KILLS: usize = 3;

/// What each key was answered; `None` while nobody knows.
type Ledger = HashMap<String, Option<String>>;

async fn burst(server: &mut Server, round: usize, ledger: &mut Ledger) {
    let stop = Arc::new(AtomicBool::new(false));
    let taken = Arc::new(AtomicUsize::new(0));
    let port = server.port;
    let families: Vec<_> = (0..FAMILIES)
        .map(|family| {
            let (stop, taken) = (stop.clone(), taken.clone());
            tokio::spawn(async move {
                let mut sent = Vec::new();
                for n in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let key = format!("key-of-a-family-{round}-{family:02}-{n:05}");
                    match submit(port, &key, &key).await {
                        Ok((201, answer)) => {
                            taken.fetch_add(1, Ordering::Relaxed);
                            sent.push((key, answer["reference"].as_str().map(str::to_owned)));
                        }
                        Ok((503, _)) => sent.push((key, None)),
                        // The server is gone; nobody knows whether it had taken this one.
                        Err(_) => {
                            sent.push((key, None));
                            break;
                        }
                        Ok((status, answer)) => panic!("{status} {answer}"),
                    }
                }
                sent
            })
        })
        .collect();
    // After as many as there are families were acknowledged, and not at the same one each time.
    let began = Instant::now();
    while taken.load(Ordering::Relaxed) < FAMILIES + 7 * round {
        assert!(began.elapsed() < Duration::from_secs(90), "only {taken:?} were acknowledged");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    server.kill().await;
    stop.store(true, Ordering::Relaxed);
    for family in families {
        ledger.extend(family.await.unwrap());
    }
}

async fn ordeal(place: Place) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("schools")).unwrap();
    forms::plain(&folder.path().join("schools"), "alpha");
    let url = place.url();
    let mut ledger = Ledger::new();
    let mut server = Server::start(folder.path(), url.as_deref()).await;
    for round in 0..KILLS {
        burst(&mut server, round, &mut ledger).await;
        server = Server::start(folder.path(), url.as_deref()).await;
    }
    let acknowledged = ledger.values().flatten().count();
    let unknown = ledger.len() - acknowledged;
    assert!(
        acknowledged >= KILLS * FAMILIES && unknown > 0,
        "{acknowledged} acknowledged, {unknown} unknown: no burst"
    );
    // Every key is asked again, as a browser does that never saw the answer.
    for (key, reference) in &mut ledger {
        let (status, answer) = submit(server.port, key, key).await.unwrap();
        assert_eq!(status, 201, "{key}: {answer}");
        let found = answer["reference"].as_str().unwrap().to_owned();
        let known = reference.get_or_insert_with(|| found.clone());
        assert_eq!(*known, found, "{key} has its first answer");
    }
    server.kill().await;
    let stored = stored(&place, folder.path()).await;
    println!(
        "kill -9 on {}: {KILLS} kills, {acknowledged} acknowledged, {unknown} unknown, {} stored",
        if url.is_some() { "PostgreSQL" } else { "SQLite" },
        stored.len()
    );
    assert_eq!(stored.len(), ledger.len(), "each key made one submission");
    for (key, reference) in &ledger {
        assert_eq!(stored.get(key), reference.as_ref(), "{key}");
    }
}

/// The reference of each submission by its person, who is called like the key.
async fn stored(place: &Place, folder: &Path) -> HashMap<String, String> {
    let sql = "SELECT person, reference FROM submissions WHERE school_id = 'alpha'";
    let rows: Vec<(String, String)> = match place.url() {
        None => {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("data/db/alpha.sqlite"));
            let mut connection: sqlx::SqliteConnection = sqlx::ConnectOptions::connect(&options).await.unwrap();
            let sound: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
            assert_eq!(sound, "ok");
            sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap()
        }
        Some(url) => {
            let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(&url).await.unwrap();
            sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap()
        }
    };
    let count = rows.len();
    let stored: HashMap<_, _> = rows.into_iter().collect();
    assert_eq!(stored.len(), count, "nobody stands there twice");
    stored
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_on_sqlite() {
    if binary().is_some() {
        ordeal(Place::Lite).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_on_postgresql() {
    if binary().is_none() {
        return;
    }
    if let Some(place) = Place::postgres().await {
        ordeal(place).await;
    }
}
