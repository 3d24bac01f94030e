//! What a scanner says of files, and that nobody is given one before: against a speaker of clamd's protocol, and against clamd itself where
//! this machine has it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use admissions::scans::{Scanner, ScannerSettings, Scans, Word};
use kernel::jobs::Outcome;
use kernel::outbox::{self, Lane, OutboxRow};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use words::Role;

use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, on_both};
use crate::pictures::pdf;

on_both!(
    nothing_leaves_before_its_word,
    what_is_harmful_is_given_to_nobody,
    a_scanner_that_gives_no_word_lets_nothing_pass,
    a_harmful_file_of_a_draft_is_chosen_again,
    without_a_scanner_nothing_waits,
);

const OFFICER: Role = Role::AdmissionsOfficer;
const HOUR: i64 = 60 * 60 * 1000;
/// What the speaker takes for harmful.
const HARMFUL: &[u8] = b"HARMFUL-TEST-FILE";

/// Speaks clamd's protocol: reads the chunks of a stream and says what it found.
pub struct Speaker {
    scanner: Scanner,
    /// How many it hangs up on without a word.
    mute: Arc<AtomicUsize>,
    /// How many files it heard to their end.
    heard: Arc<AtomicUsize>,
}

impl Speaker {
    pub async fn listen() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let scanner = scanner_at(&listener.local_addr().unwrap().to_string());
        let (mute, heard) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (is_mute, counted) = (mute.clone(), heard.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let left = is_mute.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
                let says_nothing = left.is_ok();
                if !says_nothing && Self::answer(stream).await.is_ok() {
                    counted.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        Self { scanner, mute, heard }
    }

    async fn answer(mut stream: TcpStream) -> io::Result<()> {
        let mut command = [0; 10];
        stream.read_exact(&mut command).await?;
        assert_eq!(&command, b"zINSTREAM\0");
        let mut file = Vec::new();
        loop {
            let mut chunk = vec![0; usize::try_from(stream.read_u32().await?).unwrap()];
            if chunk.is_empty() {
                break;
            }
            stream.read_exact(&mut chunk).await?;
            file.extend(chunk);
        }
        let is_harmful = file.windows(HARMFUL.len()).any(|part| part == HARMFUL);
        stream.write_all(if is_harmful { b"stream: Harmful.Test FOUND\0" } else { b"stream: OK\0" }).await
    }
}

fn scanner_at(address: &str) -> Scanner {
    ScannerSettings { address: address.to_owned(), timeout_seconds: Some(20) }.scanner().unwrap()
}

pub fn harmful() -> Vec<u8> {
    [pdf(70_000), HARMFUL.to_vec()].concat()
}

/// A desk with a scanner, over the same database.
pub async fn scanned(desk: &Desk, speaker: &Speaker) -> Desk {
    Desk::open_scanned(desk.place.clone(), speaker.scanner.clone()).await
}

/// Carries out what waits for the scanner; what became of each.
pub async fn work(desk: &Desk) -> Vec<Outcome> {
    let (one, now) = (scope("one"), words::Clock::now_ms(&*desk.clock));
    let leased = desk.db.write(&one, move |tx| {
        Box::pin(async move { outbox::lease_jobs(tx, Lane::Scans, now, now + 1_000 * DAY, 50).await })
    });
    let jobs: Result<Vec<OutboxRow>, kernel::StoreError> = leased.await;
    let work = Scans::new(desk.forms.clone()).work(desk.registry.clone());
    let mut outcomes = Vec::new();
    for job in jobs.unwrap() {
        outcomes.push(work.carry_out(&one, &job).await);
    }
    outcomes
}

/// What a guardian sent with this file for the question of a scan; the submission and the file.
async fn sent(desk: &Desk, bytes: &[u8]) -> (String, String) {
    let draft = desk.draft("trial", json!({})).await;
    let file = desk.upload(&draft, "scan", "scan.pdf", bytes).await.is(201)["upload"]["upload_id"].clone();
    let file = file.as_str().unwrap().to_owned();
    let values = json!({ "child_name": "Sara", "guardian_email": "mother@example.org", "scan": file });
    let key = format!("key-of-{file}");
    let reference = desk.submit_as("trial", values, Some(&draft), &key).staff(Role::Guardian).send().await.reference();
    let listed = desk.list(&format!("q={reference}")).await;
    (listed["items"][0]["id"].as_str().unwrap().to_owned(), file)
}

/// How the paper stands for staff, and for the family.
async fn states(desk: &Desk, id: &str) -> (String, String) {
    let of_scan = |papers: &Value| {
        let paper = papers.as_array().unwrap().iter().find(|paper| paper["field"] == "scan").unwrap();
        assert_eq!(paper["state"], paper["files"][0]["state"]);
        paper["state"].as_str().unwrap().to_owned()
    };
    let staff = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(OFFICER).send().await.is(200);
    let path = format!("/v1/oa/public/applications/{id}");
    let family = desk.get(&path).staff(Role::Guardian).send().await.is(200);
    (of_scan(&staff["items"]), of_scan(&family["application"]["papers"]))
}

fn both(state: &str) -> (String, String) {
    (state.to_owned(), state.to_owned())
}

/// A file as each door gives it: kept, and shown.
async fn doors(desk: &Desk, id: &str, file: &str) -> [(u16, Value); 2] {
    let path = format!("/v1/oa/enquiries/{id}/files/{file}");
    let kept = desk.get(&path).staff(OFFICER).send().await;
    let shown = desk.post(&format!("{path}/show"), json!({})).staff(OFFICER).send().await;
    [kept, shown].map(|got| (got.status.as_u16(), got.json()["messageId"].clone()))
}

fn kept_at(desk: &Desk, file: &str) -> PathBuf {
    desk.folder.path().join("files/one").join(&file[file.len() - 2..]).join(file)
}

async fn scans_that(desk: &Desk, condition: &str) -> i64 {
    number(&desk.db, "one", &format!("SELECT COUNT(*) FROM upload_scans WHERE school_id = $1 AND {condition}")).await
}

async fn nothing_leaves_before_its_word(desk: &Desk) {
    let speaker = Speaker::listen().await;
    let desk = &scanned(desk, &speaker).await;
    desk.person("one", OFFICER).await;
    let (id, file) = sent(desk, &pdf(70_000)).await;
    let waits = (423, json!("D005"));
    assert_eq!(doors(desk, &id, &file).await, [waits.clone(), waits]);
    assert_eq!(states(desk, &id).await, both("scanning"));
    let review = format!("/v1/oa/enquiries/{id}/files/{file}/review");
    desk.put(&review, json!({ "state": "accepted" })).staff(OFFICER).send().await.refused(423, "D005");
    assert_eq!(work(desk).await, [Outcome::Done]);
    assert_eq!(doors(desk, &id, &file).await, [(200, Value::Null), (200, json!(""))]);
    assert_eq!(states(desk, &id).await, both("received"));
    desk.put(&review, json!({ "state": "accepted" })).staff(OFFICER).send().await.is(200);
    // An address that was given before is no way around it.
    let show = desk.post(&format!("/v1/oa/enquiries/{id}/files/{file}/show"), json!({})).staff(OFFICER);
    let address = show.send().await.is(200)["address"].as_str().unwrap().replacen("/api", "", 1);
    desk.get(&address).send().await.is(200);
    for (state, status, refusal) in [("waiting", 423, "D005"), ("infected", 410, "D006")] {
        let sql = format!("UPDATE upload_scans SET state = '{state}' WHERE school_id = $1");
        execute(&desk.db, "one", &sql).await.unwrap();
        desk.get(&address).send().await.refused(status, refusal);
    }
    assert_eq!(speaker.heard.load(Ordering::Relaxed), 1, "a file is looked at once");
    desk.db.close().await;
}

async fn what_is_harmful_is_given_to_nobody(desk: &Desk) {
    let speaker = Speaker::listen().await;
    let desk = &scanned(desk, &speaker).await;
    desk.person("one", OFFICER).await;
    let (id, file) = sent(desk, &harmful()).await;
    assert!(kept_at(desk, &file).exists());
    assert_eq!(work(desk).await, [Outcome::Done]);
    let gone = (410, json!("D006"));
    assert_eq!(doors(desk, &id, &file).await, [gone.clone(), gone]);
    assert_eq!(states(desk, &id).await, both("infected"));
    assert!(!kept_at(desk, &file).exists(), "its bytes are gone");
    let evidence = "state = 'infected' AND finding = 'Harmful.Test' AND is_kept = FALSE";
    assert_eq!((desk.count("uploads").await, scans_that(desk, evidence).await), (1, 1), "what it was stays");
    // Its history and the audit say so, once, however often it is looked at.
    Scans::new(desk.forms.clone()).scan(&desk.registry, &scope("one"), &file.as_str().into()).await.unwrap();
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    let entries = opened["enquiry"]["timeline"].as_array().unwrap();
    let said: Vec<_> = entries.iter().filter(|entry| entry["kind"] == "paper").collect();
    assert_eq!(said.len(), 1, "{entries:?}");
    assert_eq!((&said[0]["to"], &said[0]["from"]), (&json!("infected"), &json!("scan")));
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.infected'";
    assert_eq!(number(&desk.db, "one", audited).await, 1);
    // Whoever looks after it asks for it again: one task, and no other each time that it is looked at.
    let tasks = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(OFFICER).send().await.is(200);
    let tasks = tasks["items"].as_array().unwrap();
    assert_eq!((tasks.len(), desk.count("tasks").await), (1, 1), "{tasks:?}");
    // Nobody says of it that it is taken, and another is asked for.
    let review = format!("/v1/oa/enquiries/{id}/files/{file}/review");
    desk.put(&review, json!({ "state": "accepted" })).staff(OFFICER).send().await.refused(410, "D006");
    let asked = desk.post(&format!("/v1/oa/enquiries/{id}/papers/ask"), json!({})).staff(OFFICER).send().await.is(201);
    let text = asked["message"]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("• Text of scan (the file carried something harmful)"), "{text}");
    // The family sends another, which is looked at as well.
    let path = format!("/v1/oa/public/applications/{id}/files");
    let add = desk.multipart(&path, &[("field", "scan")], "b.pdf", &pdf(100)).staff(Role::Guardian);
    let papers = add.send().await.is(201)["application"]["papers"].clone();
    let paper = papers.as_array().unwrap().iter().find(|paper| paper["field"] == "scan").unwrap();
    assert_eq!(paper["state"], "scanning");
    assert_eq!(work(desk).await, [Outcome::Done]);
    let papers = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(OFFICER).send().await.is(200);
    assert_eq!(papers["items"][0]["state"], "received");
    desk.db.close().await;
}

async fn a_scanner_that_gives_no_word_lets_nothing_pass(desk: &Desk) {
    let speaker = Speaker::listen().await;
    let desk = &scanned(desk, &speaker).await;
    desk.person("one", OFFICER).await;
    let (id, file) = sent(desk, &pdf(100)).await;
    speaker.mute.store(2, Ordering::Relaxed);
    let outcomes = work(desk).await;
    assert!(matches!(&outcomes[..], [Outcome::Later(_)]), "{outcomes:?}");
    assert_eq!(scans_that(desk, "state = 'waiting' AND tries = 1").await, 1);
    assert_eq!(doors(desk, &id, &file).await[0], (423, json!("D005")));
    // Where its job gave up, whoever looks the school over asks again, and ends with the first that gets no word.
    let scans = Scans::new(desk.forms.clone());
    let catch_up = async || {
        let before = words::Clock::now_ms(&*desk.clock) - 2 * HOUR;
        scans.catch_up(&desk.registry, &scope("one"), before).await
    };
    assert_eq!(catch_up().await.unwrap(), 0, "it was tried just now");
    desk.clock.advance(3 * HOUR);
    assert!(catch_up().await.is_err());
    assert_eq!(scans_that(desk, "state = 'waiting' AND tries = 2").await, 1);
    desk.clock.advance(3 * HOUR);
    assert_eq!(catch_up().await.unwrap(), 1);
    assert_eq!(doors(desk, &id, &file).await[0].0, 200);
    // Nobody listens where it should be.
    let nobody = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let away = scanner_at(&nobody.local_addr().unwrap().to_string());
    drop(nobody);
    assert!(away.scan(&b"bytes"[..]).await.is_err());
    assert!(scanner_at("unix:/nowhere/clamd.sock").scan(&b"bytes"[..]).await.is_err());
    desk.db.close().await;
}

async fn a_harmful_file_of_a_draft_is_chosen_again(desk: &Desk) {
    let speaker = Speaker::listen().await;
    let desk = &scanned(desk, &speaker).await;
    let draft = desk.draft("trial", json!({})).await;
    let file = desk.upload(&draft, "scan", "scan.pdf", &harmful()).await.is(201)["upload"]["upload_id"].clone();
    assert_eq!(work(desk).await, [Outcome::Done]);
    let kept = desk.get(&format!("/v1/oa/public/forms/drafts/{draft}")).send().await.is(200);
    assert_eq!(kept["uploads"], json!([]));
    let refused = desk.submit("trial", json!({ "child_name": "Sara", "scan": file }), Some(&draft)).await;
    let refused = refused.refused(422, "F003");
    assert_eq!((&refused["errors"][0]["path"], &refused["errors"][0]["code"]), (&json!("/scan"), &json!("format")));
    let another = desk.upload(&draft, "scan", "scan.pdf", &pdf(100)).await.is(201)["upload"]["upload_id"].clone();
    desk.submit("trial", json!({ "child_name": "Sara", "scan": another }), Some(&draft)).await.is(201);
    desk.db.close().await;
}

async fn without_a_scanner_nothing_waits(desk: &Desk) {
    desk.person("one", OFFICER).await;
    let (id, file) = sent(desk, &harmful()).await;
    assert_eq!((desk.count("upload_scans").await, work(desk).await), (0, Vec::new()));
    assert_eq!(states(desk, &id).await, both("received"));
    assert_eq!(doors(desk, &id, &file).await[0].0, 200);
}

/// clamd as it is installed here, with one signature of our own, at this port; none where there is none.
async fn clamd(folder: &Path, port: u16) -> Option<tokio::process::Child> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&paths).map(|path| path.join("clamd")).find(|path| path.is_file())?;
    let signatures = folder.join("signatures");
    std::fs::create_dir(&signatures).unwrap();
    let signature = format!("Harmful.Test:0:*:{}\n", data_encoding::HEXLOWER.encode(HARMFUL));
    std::fs::write(signatures.join("test.ndb"), signature).unwrap();
    let place = signatures.display();
    let config = format!("Foreground yes\nTCPAddr 127.0.0.1\nTCPSocket {port}\nDatabaseDirectory {place}\n");
    std::fs::write(folder.join("clamd.conf"), config).unwrap();
    let mut command = tokio::process::Command::new(found);
    command.arg(format!("--config-file={}", folder.join("clamd.conf").display())).kill_on_drop(true);
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut said = BufReader::new(running.stdout.take().unwrap()).lines();
    while let Some(line) = said.next_line().await.unwrap() {
        if line.contains("Bound to") {
            // What it says from now on is read, or it would stand still.
            tokio::spawn(async move { while let Ok(Some(_)) = said.next_line().await {} });
            return Some(running);
        }
    }
    panic!("clamd ended before it listened");
}

#[tokio::test]
async fn clamd_itself_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap().port();
    let Some(_running) = clamd(folder.path(), port).await else {
        println!("skipped: there is no clamd on PATH");
        return;
    };
    let scanner = scanner_at(&format!("127.0.0.1:{port}"));
    assert_eq!(scanner.scan(&pdf(200_000)[..]).await.unwrap(), Word::Clean);
    let found = scanner.scan(&harmful()[..]).await.unwrap();
    assert!(matches!(&found, Word::Infected(finding) if finding.starts_with("Harmful.Test")), "{found:?}");
}
