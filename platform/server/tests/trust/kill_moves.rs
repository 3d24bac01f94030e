//! `kill -9` while applications are moved: each has one result, seats are what is held, a mail leaves once, and nobody is enrolled by halves.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use kernel::Db;
use serde_json::{Value, json};

use crate::database::{Place, execute, number};
use crate::forms;
use crate::ordeal::{Ordeal, PATIENCE};
use crate::process::binary;

/// Two grades with so many places, and so many that ask for one of the first, three chunks of a bulk job; of the second as many as it has.
const PLACES: i64 = 40;
const ASKING: i64 = 1_199;
const LATER: i64 = 30;
/// Where an application keeps a seat.
const HOLDERS: &str =
    "SELECT COUNT(*) FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id
     WHERE a.school_id = $1 AND (s.state LIKE 'F/%' OR s.state LIKE 'B/%' OR s.state = 'C') AND a.bucket = ";

/// A school with applications that wait.
async fn begin(place: Place) -> Ordeal {
    let school = |schools: &Path| {
        let places = format!("{{ kg1: {PLACES}, g1: {PLACES} }}");
        let round = format!("  - id: \"2027\"\n    year: 2027-2028\n    places: {places}\n    direct_offer: Y\n");
        forms::applying(&schools.join("alpha"), &format!("rounds:\n{round}"));
    };
    let mut ordeal = Ordeal::begin(place, school).await;
    let values = json!({
        "child_name": "Sara", "grade": "kg1", "year": "2027-2028", "dob": "2021-03-04", "guardian_email": "huda@example.org",
    });
    let body = json!({ "values": values, "locale": "en" });
    ordeal.good("POST", "/public/forms/apply/submissions", &body).await;
    ordeal.die(copies).await;
    ordeal
}

/// Dies, and what it left is counted.
async fn counted(ordeal: &mut Ordeal, look: &[&str]) -> Vec<i64> {
    let counting = async |db: &Db| {
        let mut found = Vec::new();
        for sql in look {
            found.push(number(db, "alpha", sql).await);
        }
        found
    };
    ordeal.die(counting).await
}

async fn transition(ordeal: &Ordeal, id: &str, version: i64, more: Value) -> std::io::Result<(u16, Value)> {
    let body = json!({ "version": version, "transition": more });
    ordeal.ask("PATCH", &format!("/student/student_update?student_id={id}"), &body).await
}

/// How many mails lie there for each family but the first.
fn mails(ordeal: &Ordeal) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for file in std::fs::read_dir(ordeal.data().join("mail")).into_iter().flatten() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap_or_default();
        let to = text.lines().find_map(|line| line.strip_prefix("To: ")).unwrap_or_default().to_owned();
        if to.contains("huda1") {
            *found.entry(to).or_default() += 1;
        }
    }
    found
}

/// Waits until so many families have a mail; each has one.
async fn expect_mails(ordeal: &Ordeal, n: i64) {
    let (began, n) = (Instant::now(), usize::try_from(n).unwrap());
    while mails(ordeal).len() < n {
        assert!(began.elapsed() < PATIENCE, "{} of {n} families have a mail", mails(ordeal).len());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mails = mails(ordeal);
    assert!(mails.len() == n && mails.values().all(|count| *count == 1), "{mails:#?}");
}

/// The same application many times, each of another family, the last of them for the other grade. The first one is closed.
async fn copies(db: &Db) {
    let n = ASKING + LATER;
    let many = format!("WITH RECURSIVE n(i) AS (SELECT 10001 UNION ALL SELECT i + 1 FROM n WHERE i < {})", 10_000 + n);
    let answers = "CAST(REPLACE(CAST(s.answers AS TEXT), 'huda@', 'huda' || CAST(i AS TEXT) || '@') AS jsontext)";
    let last = 10_000 + ASKING;
    for sql in [
        format!(
            "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, draft_id, version, answers, locale, person, search_text,
                 state, owner_id, score_points, score_out_of, sort_score, tags, route, plugin_failure, verdict, is_duplicate, submitted_at,
                 updated_at)
             {many} SELECT s.school_id, 'id-' || CAST(i AS TEXT), 'MANY-' || CAST(i AS TEXT), s.form_id, s.form_digest, NULL, s.version,
                 {answers}, 'en', 'Child ' || CAST(i AS TEXT), '', s.state, NULL, NULL, NULL, -1, '[]', NULL, NULL, NULL, FALSE,
                 s.submitted_at + i, s.updated_at FROM n CROSS JOIN submissions s WHERE s.school_id = $1"
        ),
        format!(
            "INSERT INTO applications (school_id, submission_id, registration_id, round, bucket, held_from, review_by, hold_until, reason,
                 status_since)
             {many} SELECT a.school_id, 'id-' || CAST(i AS TEXT), 'ALPHA-' || CAST(i AS TEXT), a.round,
                 CASE WHEN i > {last} THEN 'g1' ELSE a.bucket END, NULL, NULL, NULL, NULL, a.status_since
             FROM n CROSS JOIN applications a WHERE a.school_id = $1"
        ),
        "UPDATE submissions SET state = 'R/withdrawn' WHERE school_id = $1 AND id NOT LIKE 'id-%'".to_owned(),
    ] {
        execute(db, "alpha", &sql).await.unwrap();
    }
}

/// A thousand ask for forty places. The server dies within a chunk, again in it, and in those after it.
async fn moves(ordeal: &mut Ordeal) {
    let asked = json!({
        "to": "F/unconditional", "filter": { "status": ["W"], "grade": ["kg1"] }, "notify": true, "reason_text": "It was agreed",
    });
    let (status, answer) = ordeal.ask("POST", "/student/moves", &asked).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    assert_eq!(answer["moves"]["total"], ASKING, "{answer}");
    let done = |answer: &Value| answer["items"][0]["done"].as_i64().unwrap_or_default();
    let mut unfinished = 0;
    for at in [5, 60, 520, 1_010] {
        ordeal.until("results", "/student/moves", |answer| done(answer) >= at).await;
        let look = [
            "SELECT COUNT(*) FROM bulk_moves WHERE school_id = $1",
            "SELECT COUNT(*) FROM bulk_moves WHERE school_id = $1 AND outcome = 'moved'",
            "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state LIKE 'F/%'",
            "SELECT CAST(COALESCE(SUM(taken), 0) AS BIGINT) FROM seats WHERE school_id = $1",
            "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'status' AND to_value LIKE 'F/%'",
        ];
        let found = counted(ordeal, &look).await;
        unfinished += i64::from(found[0] < ASKING);
        assert_eq!(found[1..], [found[1]; 4], "what was moved has its result, its seat and its entry: {found:?}");
    }
    assert!(unfinished > 0, "the job was never met in the middle");
    ordeal.until("the end", "/student/moves", |answer| answer["items"][0]["state"] == "done").await;
    let holders = format!("{HOLDERS}'kg1'");
    let look = [
        "SELECT COUNT(*) FROM bulk_moves WHERE school_id = $1",
        "SELECT COUNT(DISTINCT submission_id) FROM bulk_moves WHERE school_id = $1",
        "SELECT COUNT(*) FROM bulk_moves WHERE school_id = $1 AND outcome = 'moved'",
        "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'status' AND to_value LIKE 'F/%'",
        "SELECT CAST(COALESCE(SUM(taken), 0) AS BIGINT) FROM seats WHERE school_id = $1 AND bucket = 'kg1'",
        holders.as_str(),
    ];
    let found = counted(ordeal, &look).await;
    assert_eq!(found[..2], [ASKING; 2], "one result each");
    assert_eq!(found[4..], [PLACES; 2], "forty places are offered, and forty are kept");
    assert_eq!(found[2], found[3], "each by one entry");
    expect_mails(ordeal, found[2]).await;
}

/// Offers that are decided now and told at a minute at which the server dies.
async fn release(ordeal: &mut Ordeal) {
    let before = i64::try_from(mails(ordeal).len()).unwrap();
    let ids: Vec<String> = (1..=LATER).map(|i| format!("id-{}", 10_000 + ASKING + i)).collect();
    let mut waiting = Vec::new();
    for id in ids {
        let (status, seen) = ordeal.ask("GET", &format!("/enquiries/{id}/application"), &Value::Null).await.unwrap();
        assert_eq!(status, 200, "{seen}");
        if seen["status"] != "W" {
            continue;
        }
        let at = words::clock::iso(now() + 600_000);
        let more = json!({ "to": "F/unconditional", "publish_at": at, "notify": true });
        let (status, answer) = transition(ordeal, &id, seen["version"].as_i64().unwrap(), more).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        waiting.push(id);
    }
    let n = i64::try_from(waiting.len()).unwrap();
    assert!(n > 0, "nothing is decided");
    let kept = "SELECT CAST(COALESCE(SUM(taken), 0) AS BIGINT) FROM seats WHERE school_id = $1";
    let pending = "SELECT COUNT(*) FROM decisions WHERE school_id = $1";
    // The minute comes while no server runs.
    let coming = async |db: &Db| {
        assert_eq!(number(db, "alpha", pending).await, n);
        execute(db, "alpha", "UPDATE decisions SET publish_at = 1 WHERE school_id = $1").await.unwrap();
        let due = "UPDATE outbox SET due_at = 1 WHERE school_id = $1 AND kind = 'application.release'";
        execute(db, "alpha", due).await.unwrap();
        number(db, "alpha", kept).await
    };
    let seats = ordeal.die(coming).await;
    let told = |answer: &Value| answer["status"] == "F";
    let path = |id: &str| format!("/enquiries/{id}/application");
    ordeal.until("the first is told", &path(&waiting[0]), told).await;
    let released = "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state LIKE 'F/%' AND id IN (SELECT object_id FROM timeline
         WHERE school_id = $1 AND action = 'status')";
    let all = "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state LIKE 'F/%'";
    let found = counted(ordeal, &[pending, released, all, kept]).await;
    assert_eq!(
        (found[1], found[3]),
        (found[2], seats),
        "each that was told was told by an entry, and no seat is taken twice"
    );
    for id in &waiting {
        ordeal.until("it is told", &path(id), told).await;
    }
    let entries = "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'status' AND to_value LIKE 'F/%'";
    let found = counted(ordeal, &[pending, entries, all, kept]).await;
    assert_eq!((found[0], found[1], found[3]), (0, found[2], seats), "none waits, and each has one entry");
    expect_mails(ordeal, before + n).await;
}

/// Children are enrolled while the server dies: student and status together, or neither; asked again, the same.
async fn enrolment(ordeal: &mut Ordeal) {
    let booking = async |db: &Db| {
        let booked =
            "UPDATE submissions SET state = 'B/originals_due', version = 9 WHERE school_id = $1 AND state LIKE 'F/%'";
        execute(db, "alpha", "UPDATE applications SET hold_until = NULL WHERE school_id = $1").await.unwrap();
        execute(db, "alpha", booked).await.unwrap()
    };
    let n = i64::try_from(ordeal.die(booking).await).unwrap();
    let students = "SELECT COUNT(*) FROM students WHERE school_id = $1";
    let together =
        "SELECT COUNT(*) FROM students t JOIN submissions s ON s.school_id = t.school_id AND s.id = t.submission_id
         WHERE t.school_id = $1 AND s.state = 'C'";
    let enrolled = "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state = 'C'";
    let all: Vec<String> = (1..=ASKING + LATER).map(|i| format!("id-{}", 10_000 + i)).collect();
    let mut asked = 0;
    for (at, id) in all.iter().enumerate() {
        if asked == n {
            break;
        }
        let (status, seen) = ordeal.ask("GET", &format!("/enquiries/{id}/application"), &Value::Null).await.unwrap();
        assert_eq!(status, 200, "{seen}");
        if seen["status"] != "B" {
            continue;
        }
        asked += 1;
        let sending = transition(ordeal, id, 9, json!({ "to": "C", "reason_text": "Seen" }));
        if asked % 12 == 3 {
            // Nobody knows whether this one was taken: the server dies while it is asked.
            let dying = tokio::time::timeout(Duration::from_millis(u64::try_from(at % 5).unwrap()), sending).await;
            let known = matches!(dying, Ok(Ok((200, _))));
            let found = counted(ordeal, &[students, together, enrolled]).await;
            assert_eq!(found, [found[0]; 3], "student and status together, or neither");
            let (status, answer) =
                transition(ordeal, id, 9, json!({ "to": "C", "reason_text": "Seen" })).await.unwrap();
            let (again, seen) = ordeal.ask("GET", &format!("/enquiries/{id}/application"), &Value::Null).await.unwrap();
            assert_eq!((again, seen["status"].as_str()), (200, Some("C")), "{known} {status} {answer}");
        } else {
            let (status, answer) = sending.await.unwrap();
            assert_eq!(status, 200, "{answer}");
        }
    }
    let numbers = "SELECT COUNT(DISTINCT admission_number) FROM students WHERE school_id = $1";
    let last = "SELECT last_value FROM counters WHERE school_id = $1 AND name = 'admission-2027'";
    let entries = "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'enrolled'";
    let found = counted(ordeal, &[students, together, enrolled, numbers, last, entries]).await;
    assert_eq!(found, [n; 6], "each is enrolled once, by a number of its own without a gap");
}

fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

async fn ordeal(place: Place) {
    let mut ordeal = begin(place).await;
    moves(&mut ordeal).await;
    release(&mut ordeal).await;
    enrolment(&mut ordeal).await;
    ordeal.server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_application_is_moved_by_halves_on_sqlite() {
    if binary().is_some() {
        ordeal(Place::Lite).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_application_is_moved_by_halves_on_postgresql() {
    if binary().is_none() {
        return;
    }
    if let Some(place) = Place::postgres().await {
        ordeal(place).await;
    }
}
