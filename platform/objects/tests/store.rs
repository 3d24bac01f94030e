//! The store against a real S3 server in this process.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::io::ErrorKind;

use objects::{Access, Objects, StoreSettings, is_away};
use test_s3::{BUCKET, KEY_ID, KEY_SECRET, TestS3};
use tokio::io::AsyncReadExt as _;

fn open(server: &TestS3, secret: &str, prefix: Option<&str>) -> Objects {
    let settings = StoreSettings {
        bucket: BUCKET.into(),
        endpoint: Some(server.endpoint()),
        prefix: prefix.map(str::to_owned),
        ..StoreSettings::default()
    };
    assert_eq!(settings.faults(), Vec::<String>::new());
    Objects::open(&settings, Some(Access { id: KEY_ID.into(), secret: secret.into() })).unwrap()
}

async fn read(store: &Objects, key: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    store.read(key).await.unwrap().read_to_end(&mut bytes).await.unwrap();
    bytes
}

#[tokio::test]
async fn objects_are_written_read_listed_and_removed() {
    let server = TestS3::start().await.unwrap();
    let store = open(&server, KEY_SECRET, Some("team/qabul"));
    assert!(store.get("files/a/1").await.unwrap().is_none() && store.stat("files/a/1").await.unwrap().is_none());
    store.put("files/a/1", "one".into()).await.unwrap();
    store.put("files/ab/2", "two".into()).await.unwrap();
    assert_eq!(read(&store, "files/a/1").await, b"one");
    let keys = |found: Vec<objects::Object>| found.into_iter().map(|object| object.key).collect::<Vec<_>>();
    assert_eq!(keys(store.list("files/a").await.unwrap()), ["files/a/1"], "a folder, not what begins like it");
    assert_eq!(keys(store.list("files").await.unwrap()), ["files/a/1", "files/ab/2"]);
    assert!(server.folder().join("team/qabul/files/a/1").is_file());
    assert!(store.stat("files/a/1").await.unwrap().unwrap().modified.elapsed().is_ok());
    for _ in 0..2 {
        store.remove("files/a/1").await.unwrap();
    }
    assert_eq!(store.read("files/a/1").await.err().map(|error| error.kind()), Some(ErrorKind::NotFound));
    for key in ["../secret", "files/../../x", "files//x"] {
        assert_eq!(store.put(key, "x".into()).await.unwrap_err().kind(), ErrorKind::InvalidInput, "{key}");
    }
    let open_bucket = open(&server, KEY_SECRET, None);
    assert_eq!(read(&open_bucket, "team/qabul/files/ab/2").await, b"two");
}

#[tokio::test]
async fn a_large_file_goes_in_parts_and_comes_back_the_same() {
    let server = TestS3::start().await.unwrap();
    let store = open(&server, KEY_SECRET, None);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large");
    let bytes: Vec<u8> = (0..17_000_001_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    std::fs::write(&file, &bytes).unwrap();
    store.put_file("files/a/large", &file).await.unwrap();
    assert!(read(&store, "files/a/large").await == bytes, "other bytes came back");
    assert_eq!(store.stat("files/a/large").await.unwrap().unwrap().bytes, bytes.len() as u64);
}

#[tokio::test]
async fn of_two_that_write_over_the_same_state_one_wins() {
    let server = TestS3::start().await.unwrap();
    let store = open(&server, KEY_SECRET, None);
    let refused = |result: std::io::Result<objects::Tag>| result.unwrap_err().kind() == ErrorKind::AlreadyExists;
    let first = store.swap("heads/a.json", "1".into(), None).await.unwrap();
    assert!(refused(store.swap("heads/a.json", "x".into(), None).await), "there is one");
    let (bytes, read) = store.get("heads/a.json").await.unwrap().unwrap();
    assert_eq!((&bytes[..], &read), (&b"1"[..], &first));
    let racing = (0..8).map(|n| {
        let (store, read) = (store.clone(), read.clone());
        tokio::spawn(async move { store.swap("heads/a.json", format!("racer {n}").into(), Some(&read)).await })
    });
    let mut won = Vec::new();
    for (n, racer) in racing.collect::<Vec<_>>().into_iter().enumerate() {
        match racer.await.unwrap() {
            Ok(tag) => won.push((n, tag)),
            Err(error) => assert_eq!(error.kind(), ErrorKind::AlreadyExists),
        }
    }
    let (bytes, now) = store.get("heads/a.json").await.unwrap().unwrap();
    assert_eq!(won.len(), 1);
    assert_eq!((&bytes[..], now), (format!("racer {}", won[0].0).as_bytes(), won[0].1.clone()));
    assert!(refused(store.swap("heads/a.json", "late".into(), Some(&first)).await));
    assert!(refused(store.swap("heads/none.json", "x".into(), Some(&first)).await), "there is nothing to replace");
    let listed = store.list("heads").await.unwrap();
    store.swap("heads/a.json", "next".into(), Some(&won[0].1)).await.unwrap();
    assert_ne!(listed[0].mark, store.list("heads").await.unwrap()[0].mark, "a listing tells that it changed");
}

#[tokio::test]
async fn a_store_that_is_away_says_so_and_is_there_again() {
    let mut server = TestS3::start().await.unwrap();
    let store = open(&server, KEY_SECRET, None);
    store.put("files/a/1", "one".into()).await.unwrap();
    let wrong = open(&server, "not-the-secret", None);
    assert!(is_away(&wrong.put("files/a/2", "x".into()).await.unwrap_err()));
    server.stop().await;
    assert!(is_away(&store.put("files/a/2", "two".into()).await.unwrap_err()));
    assert!(is_away(&store.list("files").await.unwrap_err()));
    server.start_again().await.unwrap();
    assert_eq!(read(&store, "files/a/1").await, b"one");
    assert!(store.stat("files/a/2").await.unwrap().is_none());
}

#[tokio::test]
async fn what_is_read_slowly_is_read_to_its_end() {
    let server = TestS3::start().await.unwrap();
    let store = open(&server, KEY_SECRET, None);
    let whole = vec![7u8; 6 << 20];
    store.put("slow", whole.clone().into()).await.unwrap();
    let mut content = store.read("slow").await.unwrap();
    let mut got = Vec::new();
    // For longer than a broken answer is asked for again, and never so long that the store seems to be silent.
    for _ in 0..24 {
        let mut piece = vec![0; 200 << 10];
        content.read_exact(&mut piece).await.unwrap();
        got.extend(piece);
        tokio::time::pause();
        tokio::time::advance(std::time::Duration::from_secs(9)).await;
        tokio::time::resume();
    }
    content.read_to_end(&mut got).await.unwrap();
    assert_eq!(got, whole);
}
