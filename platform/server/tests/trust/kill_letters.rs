//! `kill -9` while letters are drawn, released and signed: each is as it was or as it will be, nobody's seat counts twice, a mail leaves once,
//! and no file stays that nobody names.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::Db;
use plugin_host::Trial;
use serde_json::{Value, json};
use server::{App, Config, Parts, Settings};
use words::SystemRng;
use words::clock::FixedClock;

use crate::database::{Place, number, texts};
use crate::lettered::{acceptance, answer_path, family, lettered, link_in_mail, mailed};
use crate::ordeal::{LIVES, Ordeal, PATIENCE};
use crate::process::binary;

const FAMILIES: usize = 4;
/// A mail server would have each mail once: where there is none it lies as a file by the name of its job.
async fn all_mails_left(ordeal: &mut Ordeal) {
    let began = Instant::now();
    loop {
        let jobs = "SELECT id FROM outbox WHERE school_id = $1 AND kind = 'message'";
        let jobs = ordeal.die(async |db| texts(db, "alpha", jobs).await).await;
        let folder = ordeal.data().join("mail");
        let missing: Vec<_> = jobs.iter().filter(|id| !folder.join(format!("{id}.eml")).exists()).collect();
        if missing.is_empty() {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "never sent: {missing:?}");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    ordeal.server.kill().await;
    let links = mailed(&ordeal.data());
    let addresses: BTreeSet<&str> = links.iter().map(|(to, _)| to.as_str()).collect();
    let of_second = links.iter().filter(|(to, _)| to.contains("salim")).count();
    // The second guardians have an address of their own, which the mail of the new status does not reach.
    assert_eq!(
        (links.len() - of_second, of_second, addresses.len()),
        (FAMILIES, 2 * FAMILIES, 2 * FAMILIES),
        "one link each, to everybody, and one to the signed paper"
    );
}

/// Whatever happened: a letter is out with file, record and links, or with none of them; signed with all of it, or not at all.
async fn is_whole(db: &Db) {
    let of = async |sql: &str| number(db, "alpha", sql).await;
    let files = async |kind: &str| {
        of(&format!("SELECT COUNT(*) FROM letter_files WHERE school_id = $1 AND kind = '{kind}'")).await
    };
    let entries = async |kind: &str| {
        let like = format!("%\"kind\":\"{kind}\"%");
        of(&format!("SELECT COUNT(*) FROM letter_entries WHERE school_id = $1 AND body LIKE '{like}'")).await
    };
    let signers = "SELECT COUNT(*) FROM letter_signers WHERE school_id = $1 AND role <> 'school' AND ";
    let out = of("SELECT COUNT(*) FROM family_letters WHERE school_id = $1 AND state <> 'draft'").await;
    assert_eq!([files("offered").await, entries("made").await], [out; 2], "what is out has its file and its record");
    let invited = of(&format!("{signers} state <> 'waiting'")).await;
    let signed = of("SELECT COUNT(*) FROM family_letters WHERE school_id = $1 AND state = 'signed'").await;
    let links = of("SELECT COUNT(*) FROM links WHERE school_id = $1 AND purpose = 'letter'").await;
    assert_eq!(links, invited + signed, "one each, and one to each signed paper for who hears of it by no other mail");
    let mails = "SELECT COUNT(*) FROM letter_signers s JOIN family_letters l ON l.school_id = s.school_id AND l.id = s.letter_id
        WHERE s.school_id = $1 AND l.state = 'draft' AND s.state NOT IN ('waiting', 'sealed')";
    assert_eq!(of(mails).await, 0, "nobody is invited to what is not out");
    assert_eq!(of(&format!("{signers} state = 'signed'")).await, entries("signed").await);
    let accepted = of("SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state LIKE 'A/%'").await;
    assert_eq!([files("signed").await, entries("sealed").await, accepted], [signed; 3], "signed with everything");
    let all_signed = "SELECT COUNT(*) FROM family_letters l WHERE l.school_id = $1 AND l.state <> 'draft' AND NOT EXISTS (SELECT 1 FROM letter_signers s
        WHERE s.school_id = l.school_id AND s.letter_id = l.id AND s.state NOT IN ('signed', 'sealed'))";
    assert_eq!(of(all_signed).await, signed);
    let taken = of("SELECT CAST(COALESCE(SUM(taken), 0) AS BIGINT) FROM seats WHERE school_id = $1").await;
    let keeping =
        of("SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND (state LIKE 'F/%' OR state LIKE 'A/%')").await;
    assert_eq!(taken, keeping, "no seat counts twice");
    for letter in texts(db, "alpha", "SELECT DISTINCT letter_id FROM letter_entries WHERE school_id = $1").await {
        let of = |column: &str| {
            format!("SELECT {column} FROM letter_entries WHERE school_id = $1 AND letter_id = '{letter}' ORDER BY seq")
        };
        let (bodies, hashes) = (texts(db, "alpha", &of("body")).await, texts(db, "alpha", &of("hash")).await);
        blocks::evidence::verify(&bodies, hashes.last().unwrap()).expect("a whole record");
    }
}

/// Each family is offered a place, and the server dies at another step of each.
async fn release(ordeal: &mut Ordeal) {
    for n in 0..FAMILIES {
        let mut values = family(&format!("Child {n}"));
        values["guardian_email"] = format!("huda{n}@example.org").into();
        values["second_mail"] = format!("salim{n}@example.org").into();
        let body = json!({ "values": values, "locale": "en" });
        let (status, sent) = ordeal.ask("POST", "/public/forms/apply/submissions", &body).await.unwrap();
        assert_eq!(status, 201, "{sent}");
        let reference = sent["reference"].as_str().unwrap();
        let (_, listed) = ordeal.ask("GET", &format!("/enquiries?q={reference}"), &Value::Null).await.unwrap();
        let id = listed["items"][0]["id"].as_str().unwrap().to_owned();
        let (_, seen) = ordeal.ask("GET", &format!("/enquiries/{id}/application"), &Value::Null).await.unwrap();
        let asked = json!({ "version": seen["version"], "transition": { "to": "F/unconditional", "notify": true } });
        let path = format!("/student/student_update?student_id={id}");
        let (status, answer) = ordeal.ask("PATCH", &path, &asked).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        for life in LIVES.iter().skip(n % 2).step_by(2) {
            tokio::time::sleep(Duration::from_millis(*life)).await;
            ordeal.die(is_whole).await;
        }
        let out = |answer: &Value| answer["items"][0]["state"] == "released";
        ordeal.until("the letter is out", &format!("/enquiries/{id}/letters"), out).await;
    }
    ordeal.die(is_whole).await;
}

/// One of a family signs, and the server dies while it is asked; asked again, the same comes of it.
async fn sign(ordeal: &mut Ordeal, address: &str, (name, status): (&str, &str), lives: impl Iterator<Item = u64>) {
    let token = link_in_mail(&ordeal.data(), address, "offer-letter").await;
    let asked = json!({ "token": token, "proof": "2021-03-04" });
    let (got, answer) = ordeal.ask("POST", "/public/letter_proof", &asked).await.unwrap();
    assert_eq!(got, 200, "{answer}");
    let grant = answer["grant"].as_str().unwrap();
    let read = json!({ "read_by": grant });
    let path = format!("/public/student_data?offerLetterToken={token}");
    let (got, seen) = ordeal.ask("GET", &path, &read).await.unwrap();
    assert_eq!(got, 200, "{seen}");
    let path = answer_path(&token);
    let path = path.strip_prefix("/api/v1/oa").unwrap();
    let said = acceptance(&seen, grant, name);
    for life in lives {
        let _ = tokio::time::timeout(Duration::from_millis(life), ordeal.ask("POST", path, &said)).await;
        ordeal.die(is_whole).await;
    }
    let (got, answer) = ordeal.ask("POST", path, &said).await.unwrap();
    assert_eq!((got, answer["status"].as_str()), (200, Some(status)), "{answer}");
}

async fn signing(ordeal: &mut Ordeal) {
    for n in 0..FAMILIES {
        let lives = || LIVES.into_iter().skip(n % 3).step_by(3);
        sign(ordeal, &format!("huda{n}@example.org"), ("Huda Al-Said", "offered"), lives()).await;
        sign(ordeal, &format!("salim{n}@example.org"), ("Salim Al-Said", "accepted"), lives()).await;
    }
    ordeal.die(is_whole).await;
}

fn walk(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => walk(&entry.path(), found),
            false => drop(found.insert(entry.file_name().to_string_lossy().into_owned())),
        }
    }
}

/// Two days later the sweep has taken what no row names, and no more.
async fn swept(ordeal: &mut Ordeal) {
    let settings = Settings {
        data: Some(ordeal.data()),
        schools: Some(ordeal.folder.path().join("schools")),
        database: ordeal.place.url(),
        base_domain: Some("schools.test".into()),
        ..Settings::default()
    };
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let clock = Arc::new(FixedClock::at(i64::try_from(since.as_millis()).unwrap() + 2 * 86_400_000));
    let parts = Parts { clock, rng: Arc::new(SystemRng), trial: Trial::Here };
    let (app, _woken) = App::open(Config::from_settings(settings).unwrap(), parts).await.unwrap();
    app.worker().sweep().await;
    let rows: BTreeSet<String> =
        texts(&app.db, "alpha", "SELECT id FROM letter_files WHERE school_id = $1").await.into_iter().collect();
    let mut files = BTreeSet::new();
    walk(&ordeal.data().join("files/alpha"), &mut files);
    assert_eq!(rows.len(), 2 * FAMILIES);
    assert_eq!(files, rows, "a file for each row, and a row for each file");
    app.db.close().await;
}

async fn ordeal(place: Place) {
    let mut ordeal = Ordeal::begin(place, |schools| lettered(schools, "alpha")).await;
    release(&mut ordeal).await;
    signing(&mut ordeal).await;
    all_mails_left(&mut ordeal).await;
    swept(&mut ordeal).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_letter_is_signed_by_halves_on_sqlite() {
    if binary().is_some() {
        ordeal(Place::Lite).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_letter_is_signed_by_halves_on_postgresql() {
    if binary().is_none() {
        return;
    }
    if let Some(place) = Place::postgres().await {
        ordeal(place).await;
    }
}
