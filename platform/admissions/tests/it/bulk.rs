//! A long list as a file: chunk by chunk, over the death of a server, and only for who may have it.

use kernel::StoreError;
use kernel::bulk::{CHUNK, KEEP_MS};
use kernel::jobs::{Outcome, Work};
use kernel::outbox::{self, Lane};
use serde_json::{Value, json};
use words::{Clock as _, Role};

use crate::database::{execute, number, scope};
use crate::desk::{Desk, Got, on_both};

on_both!(
    a_long_list_becomes_a_file_chunk_by_chunk,
    a_sheet_of_a_form_holds_its_answers,
    a_job_goes_on_from_its_cursor_when_a_server_dies,
    a_job_that_is_cancelled_leaves_nothing,
    who_loses_the_right_in_the_middle_gets_nothing,
    who_sees_less_than_then_gets_nothing,
    what_is_asked_for_has_bounds,
    bytes_that_are_kept_have_bounds,
    a_disk_that_is_full_ends_the_job_and_takes_its_parts,
    trouble_that_does_not_pass_ends_the_job,
    what_is_over_is_swept,
    a_file_is_who_asked_for_it,
);

const EXPORTS: &str = "/v1/oa/enquiries/exports";
const HOUR: i64 = 3_600_000;

/// So many submissions of a form, like one that was sent.
async fn many(desk: &Desk, form: &str, n: usize) {
    desk.submit(form, json!({ "child_name": "Sara", "points": 7 }), None).await.is(201);
    let digits = r#"json_each('["0","1","2","3","4","5","6","7","8","9"]')"#;
    let name = "a.value || b.value || c.value || d.value || e.value";
    let number = format!("CAST({name} AS BIGINT)");
    let rows = format!(
        "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, draft_id, version, answers, locale, person, search_text,
             state, owner_id, score_points, score_out_of, sort_score, tags, route, plugin_failure, verdict, is_duplicate, submitted_at,
             updated_at)
         SELECT s.school_id, 'many-' || s.form_id || {name}, 'MANY-' || s.form_id || {name}, s.form_id, s.form_digest, NULL, 1, s.answers, 'en',
             'Child ' || {name}, '', 'new', NULL, NULL, NULL, -1, '[]', NULL, NULL, NULL, FALSE, s.submitted_at - {number} - 1, s.updated_at
         FROM submissions s, {digits} a, {digits} b, {digits} c, {digits} d, {digits} e
         WHERE s.school_id = $1 AND s.form_id = '{form}' AND s.reference NOT LIKE 'MANY%' AND {number} < {}",
        n - 1
    );
    execute(&desk.db, "one", &rows).await.unwrap();
}

async fn ask(desk: &Desk, role: Role, wanted: Value) -> Got {
    desk.post(EXPORTS, wanted).staff(role).send().await
}

pub async fn asked(desk: &Desk, wanted: Value) -> String {
    ask(desk, Role::SchoolAdmin, wanted).await.is(201)["export"]["id"].as_str().unwrap().to_owned()
}

async fn stands(desk: &Desk, id: &str) -> (String, i64) {
    let listed = desk.get(EXPORTS).staff(Role::SchoolAdmin).send().await.is(200);
    let item = listed["items"].as_array().unwrap().iter().find(|item| item["id"] == id).unwrap().clone();
    (item["state"].as_str().unwrap().to_owned(), item["done"].as_i64().unwrap())
}

pub async fn fetch(desk: &Desk, id: &str) -> Got {
    desk.get(&format!("{EXPORTS}/{id}/file")).staff(Role::SchoolAdmin).send().await
}

/// Names of the files that are kept for the school.
async fn files(desk: &Desk) -> Vec<String> {
    let listed = desk.made.list(scope("one").id()).await.unwrap();
    assert!(listed.arriving.is_empty(), "{listed:?}");
    listed.kept.into_iter().map(|(name, _)| name).collect()
}

/// A server: it knows nothing of what another one did but what the database says.
fn server(desk: &Desk) -> Work {
    over(desk, desk.made.clone())
}

fn over(desk: &Desk, made: kernel::files::FileStore) -> Work {
    let rng = std::sync::Arc::new(words::SystemRng);
    let bulk = kernel::bulk::Bulk::new(desk.db.clone(), desk.clock.clone(), rng, made);
    bulk.work(vec![desk.enquiries.carries_exports(desk.registry.clone())])
}

async fn a_disk_that_is_full_ends_the_job_and_takes_its_parts(desk: &Desk) {
    many(desk, "short", 1_201).await;
    let id = asked(desk, json!({ "format": "csv" })).await;
    step(desk, true).await.unwrap();
    assert_eq!(files(desk).await.len(), 1);
    // What is free is the staff's and the database's.
    let (one, now) = (scope("one"), desk.clock.now_ms());
    let mut leased = desk.db.write(&one, move |tx| Box::pin(async move { lease_one(tx, now).await })).await.unwrap();
    let full = desk.made.clone().with_room(0, u64::MAX);
    let outcome = over(desk, full).carry_out(&one, &leased.pop().unwrap()).await;
    assert_eq!((outcome, stands(desk, &id).await.0.as_str()), (Outcome::Done, "failed"));
    run(desk).await;
    assert_eq!(files(desk).await, Vec::<String>::new());
}

/// Takes the next step and carries it out; without `settled` the server dies before it can say so.
async fn step(desk: &Desk, settled: bool) -> Option<Outcome> {
    let (now, one) = (desk.clock.now_ms(), scope("one"));
    let mut leased = desk.db.write(&one, move |tx| Box::pin(async move { lease_one(tx, now).await })).await.unwrap();
    let job = leased.pop()?;
    let outcome = server(desk).carry_out(&one, &job).await;
    if settled {
        let (id, tries, done) = (job.id.clone(), job.attempts, outcome == Outcome::Done);
        let settle = desk.db.write(&one, move |tx| {
            Box::pin(async move {
                if done {
                    outbox::finish_job(tx, &id, tries, now).await
                } else {
                    outbox::retry_job(tx, &id, tries, now + 30_000, "later").await
                }
            })
        });
        settle.await.map_err(|error: StoreError| error).unwrap();
    }
    Some(outcome)
}

async fn lease_one(tx: &mut kernel::SchoolTx, now: i64) -> Result<Vec<outbox::OutboxRow>, StoreError> {
    outbox::lease_jobs(tx, Lane::Bulk, now, now + 120_000, 1).await
}

pub async fn run(desk: &Desk) {
    while let Some(outcome) = step(desk, true).await {
        assert_eq!(outcome, Outcome::Done);
    }
}

fn lines(file: &Got) -> Vec<csv::StringRecord> {
    assert_eq!(file.status.as_u16(), 200, "{}", file.json());
    assert_eq!(file.header("content-length"), file.body.len().to_string());
    let body = file.body.strip_prefix("\u{FEFF}".as_bytes()).expect("a byte-order mark");
    csv::Reader::from_reader(body).records().map(Result::unwrap).collect()
}

async fn a_long_list_becomes_a_file_chunk_by_chunk(desk: &Desk) {
    many(desk, "short", 2 * CHUNK + 3).await;
    let total = 2 * CHUNK + 3;
    let direct = desk.get("/v1/oa/enquiries/export?format=csv").staff(Role::SchoolAdmin).send().await;
    assert_eq!(lines(&direct).len(), total, "it would be answered at once");
    let got = ask(desk, Role::SchoolAdmin, json!({ "format": "csv", "sort": "person" })).await.is(201);
    let export = got["export"].clone();
    assert_eq!((&export["state"], &export["total"], &export["done"]), (&json!("waiting"), &json!(total), &json!(0)));
    assert_eq!((&export["expires_at"], &export["bytes"], &export["fault"]), (&Value::Null, &Value::Null, &Value::Null));
    let id = export["id"].as_str().unwrap();
    fetch(desk, id).await.refused(404, "A001");
    // Sent after it was asked for: not in it. Deleted before its chunk: left out.
    desk.submit("short", json!({ "child_name": "AA too late" }), None).await.is(201);
    for (step_no, done) in [CHUNK, 2 * CHUNK, total].into_iter().enumerate() {
        assert_eq!(step(desk, true).await, Some(Outcome::Done));
        assert_eq!(stands(desk, id).await, ("running".into(), i64::try_from(done).unwrap()));
        assert_eq!(files(desk).await.len(), step_no + 1);
        if step_no == 0 {
            let gone = "DELETE FROM submissions WHERE school_id = $1 AND id = 'many-short00999'";
            assert_eq!(execute(&desk.db, "one", gone).await.unwrap(), 1);
        }
    }
    run(desk).await;
    assert_eq!(stands(desk, id).await, ("done".into(), i64::try_from(total).unwrap()));
    assert_eq!(files(desk).await.len(), 1, "parts are gone, the file is there");
    assert_eq!(desk.count("bulk_chunks").await, 0);
    let file = fetch(desk, id).await;
    let rows = lines(&file);
    assert_eq!(rows.len(), total - 1);
    let people: Vec<&str> = rows.iter().map(|row| &row[3]).collect();
    assert!(people.is_sorted() && !people.contains(&"AA too late") && !people.contains(&"Child 00999"));
    assert!(people.contains(&"Sara") && people.contains(&"Child 00000") && people.contains(&"Child 01001"));
    assert_eq!(file.header("cache-control"), "no-store");
    assert!(file.header("content-disposition").starts_with("attachment; filename=\"one-enquiries.csv\""));
    for (action, n) in [("export", 2), ("export_fetch", 1)] {
        let audited = format!(
            "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.{action}' AND actor_id = 'school_admin'"
        );
        assert_eq!(number(&desk.db, "one", &audited).await, n, "{action}");
    }
    // Who has not shown for a while who they are shows it once more.
    let stale = desk.get(&format!("{EXPORTS}/{id}/file")).stale().staff(Role::SchoolAdmin);
    stale.send().await.refused(403, "L018");
    let stale = desk.post(EXPORTS, json!({ "format": "csv" })).stale().staff(Role::SchoolAdmin);
    stale.send().await.refused(403, "L018");
}

async fn a_sheet_of_a_form_holds_its_answers(desk: &Desk) {
    many(desk, "trial", CHUNK + 1).await;
    desk.submit("short", json!({ "child_name": "Elsewhere" }), None).await.is(201);
    let wanted = json!({ "format": "xlsx", "form": "trial", "lng": "ar", "columns": "person,state,answer.points" });
    let id = asked(desk, wanted).await;
    run(desk).await;
    let file = fetch(desk, &id).await;
    assert!(file.header("content-type").ends_with("spreadsheetml.sheet"), "{}", file.json());
    let mut book = zip::ZipArchive::new(std::io::Cursor::new(file.body.to_vec())).unwrap();
    let mut sheet = String::new();
    std::io::Read::read_to_string(&mut book.by_name("xl/worksheets/sheet1.xml").unwrap(), &mut sheet).unwrap();
    assert_eq!(sheet.matches("<row ").count(), CHUNK + 2, "the heading too");
    assert!(sheet.contains("rightToLeft=\"1\"") && sheet.contains("Text of points") && !sheet.contains("Elsewhere"));
    assert!(sheet.contains("جديد") && !sheet.contains("Text of child_name") && !sheet.contains("ONE-E26-"));
    // An empty list is a file with a heading.
    let id = asked(desk, json!({ "format": "csv", "state": "lost" })).await;
    run(desk).await;
    assert_eq!(lines(&fetch(desk, &id).await).len(), 0);
}

/// It dies between a chunk's part and its commit, between commit and the end of the job, and before it began.
async fn a_job_goes_on_from_its_cursor_when_a_server_dies(desk: &Desk) {
    many(desk, "short", 3 * CHUNK).await;
    let id = asked(desk, json!({ "format": "csv", "sort": "person" })).await;
    assert_eq!(step(desk, true).await, Some(Outcome::Done));
    // The part of the second chunk is there, half of it, and nobody knows.
    let mut part = desk.made.begin("half").await.unwrap();
    part.write(b"{\"row\":").await.unwrap();
    desk.made.keep(scope("one").id(), &format!("{id}-00001"), part).await.unwrap();
    assert_eq!(stands(desk, &id).await, ("running".into(), i64::try_from(CHUNK).unwrap()));
    // The second is carried out, and the server dies before it can say so: its lease ends, and another one looks.
    assert_eq!(step(desk, false).await, Some(Outcome::Done));
    assert_eq!(stands(desk, &id).await.1, i64::try_from(2 * CHUNK).unwrap());
    // Leased, and nothing of it done.
    let (now, one) = (desk.clock.now_ms(), scope("one"));
    let lost = desk.db.write(&one, move |tx| Box::pin(async move { lease_one(tx, now).await }));
    assert_eq!(lost.await.unwrap().len(), 1);
    assert_eq!(step(desk, true).await, None, "both are leased");
    assert_eq!(stands(desk, &id).await.1, i64::try_from(2 * CHUNK).unwrap());
    desk.clock.advance(121_000);
    run(desk).await;
    assert_eq!(stands(desk, &id).await, ("done".into(), i64::try_from(3 * CHUNK).unwrap()));
    let rows = lines(&fetch(desk, &id).await);
    let references: std::collections::BTreeSet<_> = rows.iter().map(|row| row[0].to_owned()).collect();
    assert_eq!((rows.len(), references.len()), (3 * CHUNK, 3 * CHUNK), "each line once");
    assert!(rows.iter().map(|row| &row[3]).is_sorted());
}

async fn a_job_that_is_cancelled_leaves_nothing(desk: &Desk) {
    many(desk, "short", 2 * CHUNK).await;
    let id = asked(desk, json!({ "format": "csv" })).await;
    step(desk, true).await;
    let cancel = || desk.post(&format!("{EXPORTS}/{id}/cancel"), json!({})).staff(Role::SchoolAdmin);
    assert_eq!(cancel().send().await.is(200)["export"]["state"], "cancelled");
    assert_eq!(cancel().send().await.is(200)["export"]["state"], "cancelled", "once more changes nothing");
    run(desk).await;
    assert_eq!((files(desk).await.len(), desk.count("bulk_chunks").await), (0, 0));
    assert_eq!(stands(desk, &id).await.0, "cancelled");
    fetch(desk, &id).await.refused(404, "A001");
    // A part that came late, of a server that was slow, is swept.
    let mut part = desk.made.begin("late").await.unwrap();
    part.write(b"late").await.unwrap();
    desk.made.keep(scope("one").id(), &format!("{id}-00001"), part).await.unwrap();
    server(desk).look_over(&scope("one")).await;
    assert_eq!(files(desk).await.len(), 0);
    // Another may be asked for at once; removed while it runs, nothing of it stays.
    let id = asked(desk, json!({ "format": "csv" })).await;
    step(desk, true).await;
    desk.delete(&format!("{EXPORTS}/{id}")).staff(Role::SchoolAdmin).send().await.is(200);
    run(desk).await;
    assert_eq!((files(desk).await.len(), desk.count("bulk_chunks").await, desk.count("bulk_jobs").await), (0, 0, 1));
    // What is ready is not cancelled.
    let id = asked(desk, json!({ "format": "csv" })).await;
    run(desk).await;
    let told = desk.post(&format!("{EXPORTS}/{id}/cancel"), json!({})).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(told["export"]["state"], "done");
    assert_eq!(lines(&fetch(desk, &id).await).len(), 2 * CHUNK);
}

async fn become_roles(desk: &Desk, roles: &str, status: &str) {
    let sql =
        format!("UPDATE users SET roles = '{roles}', status = '{status}' WHERE school_id = $1 AND id = 'school_admin'");
    execute(&desk.db, "one", &sql).await.unwrap();
}

async fn who_loses_the_right_in_the_middle_gets_nothing(desk: &Desk) {
    many(desk, "short", 2 * CHUNK).await;
    let admin = r#"["school_admin"]"#;
    for (roles, status) in [(r#"["auditor"]"#, "active"), (admin, "disabled")] {
        for chunks in [1, 2] {
            let id = asked(desk, json!({ "format": "csv" })).await;
            for _ in 0..chunks {
                step(desk, true).await;
            }
            become_roles(desk, roles, status).await;
            run(desk).await;
            let told = desk.get(EXPORTS).staff(Role::SchoolAdmin).send().await.is(200)["items"][0].clone();
            assert_eq!((&told["state"], &told["fault"]), (&json!("failed"), &json!("A002")), "{roles} {status}");
            assert_eq!(files(desk).await.len(), 0);
            become_roles(desk, admin, "active").await;
            desk.delete(&format!("{EXPORTS}/{id}")).staff(Role::SchoolAdmin).send().await.is(200);
        }
    }
    // At the fetch the session's own roles count, as for everything that is asked for in it.
    let id = asked(desk, json!({ "format": "csv" })).await;
    run(desk).await;
    let path = format!("{EXPORTS}/{id}/file");
    desk.get(&path).staff(Role::Auditor).send().await.refused(403, "A002");
    assert_eq!(lines(&fetch(desk, &id).await).len(), 2 * CHUNK);
}

/// From everything to what an audience lets an officer see.
async fn who_sees_less_than_then_gets_nothing(desk: &Desk) {
    many(desk, "hidden", CHUNK).await;
    desk.submit("short", json!({ "child_name": "Seen" }), None).await.is(201);
    for (wanted, sees) in [
        (json!({ "format": "csv" }), false),
        (json!({ "format": "csv", "form": "hidden" }), false),
        (json!({ "format": "csv", "form": "short" }), true),
    ] {
        let id = asked(desk, wanted.clone()).await;
        become_roles(desk, r#"["admissions_officer"]"#, "active").await;
        run(desk).await;
        assert_eq!(stands(desk, &id).await.0, if sees { "done" } else { "failed" }, "{wanted}");
        become_roles(desk, r#"["school_admin"]"#, "active").await;
        let id = asked(desk, wanted.clone()).await;
        run(desk).await;
        let as_officer = "UPDATE bulk_jobs SET account = 'admissions_officer' WHERE school_id = $1 AND state = 'done'";
        execute(&desk.db, "one", as_officer).await.unwrap();
        let got = desk.get(&format!("{EXPORTS}/{id}/file")).staff(Role::AdmissionsOfficer).send().await;
        assert_eq!(got.status.as_u16(), if sees { 200 } else { 403 }, "{wanted}");
        execute(&desk.db, "one", "DELETE FROM bulk_jobs WHERE school_id = $1").await.unwrap();
    }
    // An officer's own holds what an officer sees.
    let got = ask(desk, Role::AdmissionsOfficer, json!({ "format": "csv" })).await.is(201);
    assert_eq!(got["export"]["total"], 1);
}

async fn what_is_asked_for_has_bounds(desk: &Desk) {
    many(desk, "short", admissions::enquiries::MOST + 1).await;
    let csv = || json!({ "format": "csv" });
    let told = ask(desk, Role::SchoolAdmin, csv()).await.refused(422, "A009");
    assert_eq!(told["limit"], 50_000);
    let direct = desk.get("/v1/oa/enquiries/export?format=csv").staff(Role::SchoolAdmin).send().await;
    assert_eq!(direct.refused(422, "A009")["limit"], 2_000);
    let one_less = "DELETE FROM submissions WHERE school_id = $1 AND id = 'many-short00000'";
    execute(&desk.db, "one", one_less).await.unwrap();
    let first = asked(desk, csv()).await;
    // One at a time of an account, and its refusal uses nothing up.
    assert_eq!(ask(desk, Role::SchoolAdmin, csv()).await.refused(409, "A008")["limit"], 1);
    let used = "SELECT CAST(COALESCE(SUM(used), 0) AS BIGINT) FROM allowances WHERE school_id = $1 AND name = 'export.bulk_lines'";
    assert_eq!(number(&desk.db, "one", used).await, 50_000);
    let cancel = async |id: &str| {
        desk.post(&format!("{EXPORTS}/{id}/cancel"), json!({})).staff(Role::SchoolAdmin).send().await.is(200);
    };
    // However long a list is, a step holds one chunk of it.
    let fifty_thousand = 50_000 / i64::try_from(CHUNK).unwrap();
    assert_eq!(desk.count("bulk_chunks").await, fifty_thousand);
    assert_eq!(step(desk, true).await, Some(Outcome::Done));
    assert_eq!(stands(desk, &first).await, ("running".into(), i64::try_from(CHUNK).unwrap()));
    cancel(&first).await;
    let second = asked(desk, csv()).await;
    cancel(&second).await;
    let refused = ask(desk, Role::SchoolAdmin, csv()).await;
    let told = refused.refused(429, "A010");
    assert_eq!((&told["left"], &told["limit"]), (&json!(0), &json!(100_000)));
    assert!(!refused.header("retry-after").is_empty());
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.export_refuse'";
    assert_eq!(number(&desk.db, "one", audited).await, 1);
    // Five of an account are kept, whatever became of them.
    let small = || json!({ "format": "csv", "state": "lost" });
    for _ in 0..3 {
        let id = asked(desk, small()).await;
        cancel(&id).await;
    }
    assert_eq!(ask(desk, Role::SchoolAdmin, small()).await.refused(409, "A008")["limit"], 5);
    desk.delete(&format!("{EXPORTS}/{first}")).staff(Role::SchoolAdmin).send().await.is(200);
    asked(desk, small()).await;
    // Four of a school are open: its other accounts wait.
    let others = "UPDATE bulk_jobs SET account = 'other', state = 'waiting' WHERE school_id = $1";
    execute(&desk.db, "one", others).await.unwrap();
    let busy = ask(desk, Role::AdmissionsOfficer, small()).await;
    busy.refused(429, "R012");
    assert!(!busy.header("retry-after").is_empty());
}

async fn bytes_that_are_kept_have_bounds(desk: &Desk) {
    many(desk, "short", 10).await;
    let id = asked(desk, json!({ "format": "csv" })).await;
    let full = format!(
        "INSERT INTO bulk_jobs (school_id, id, kind, account, state, wants, total, done, chunks, cursor, tries, bytes, file_name, media_type,
             created_at, updated_at, expires_at)
         VALUES ($1, 'full', 'other', 'other', 'done', '{{}}', 1, 1, 1, 1, 0, {}, 'a', 'b', 1, 1, {})",
        kernel::bulk::KEPT_BYTES - 100,
        desk.clock.now_ms() + HOUR
    );
    execute(&desk.db, "one", &full).await.unwrap();
    run(desk).await;
    let told = desk.get(EXPORTS).staff(Role::SchoolAdmin).send().await.is(200)["items"][0].clone();
    assert_eq!((&told["id"], &told["state"], &told["fault"]), (&json!(id), &json!("failed"), &json!("A008")));
    assert_eq!(files(desk).await.len(), 0);
    execute(&desk.db, "one", "DELETE FROM bulk_jobs WHERE school_id = $1 AND id = 'full'").await.unwrap();
    // The file counts among the bytes that its account keeps in a day.
    let used = "SELECT CAST(COALESCE(SUM(used), 0) AS BIGINT) FROM allowances WHERE school_id = $1 AND name = 'files.account' AND holder = 'school_admin'";
    let id = asked(desk, json!({ "format": "csv" })).await;
    run(desk).await;
    assert_eq!(number(&desk.db, "one", used).await, i64::try_from(fetch(desk, &id).await.body.len()).unwrap());
    let spent = "UPDATE allowances SET used = 1073741800 WHERE school_id = $1 AND name = 'files.account'";
    execute(&desk.db, "one", spent).await.unwrap();
    let spent = asked(desk, json!({ "format": "csv" })).await;
    run(desk).await;
    let listed = desk.get(EXPORTS).staff(Role::SchoolAdmin).send().await.is(200);
    let told = listed["items"].as_array().unwrap().iter().find(|item| item["id"] == *spent).unwrap();
    assert_eq!((&told["state"], &told["fault"]), (&json!("failed"), &json!("D004")));
    assert_eq!(files(desk).await.len(), 1, "the first one's");
}

async fn trouble_that_does_not_pass_ends_the_job(desk: &Desk) {
    many(desk, "short", 10).await;
    let id = asked(desk, json!({ "format": "csv" })).await;
    step(desk, true).await;
    // Its part is lost.
    for name in files(desk).await {
        desk.made.remove(&kernel::files::FileStore::key(scope("one").id(), &name)).await.unwrap();
    }
    for n in 1..=5 {
        let outcome = step(desk, true).await.unwrap();
        assert_eq!(matches!(outcome, Outcome::Later(_)), n < 5, "{outcome:?}");
        assert_eq!(stands(desk, &id).await.0, if n < 5 { "running" } else { "failed" });
        desk.clock.advance(40_000);
    }
}

async fn what_is_over_is_swept(desk: &Desk) {
    many(desk, "short", 10).await;
    let id = asked(desk, json!({ "format": "csv" })).await;
    run(desk).await;
    let sweep = async || server(desk).look_over(&scope("one")).await;
    // Of no job at all.
    let mut stray = desk.made.begin("stray").await.unwrap();
    stray.write(b"stray").await.unwrap();
    desk.made.keep(scope("one").id(), "stray", stray).await.unwrap();
    desk.clock.advance(KEEP_MS - 1);
    sweep().await;
    assert_eq!((files(desk).await.len(), desk.count("bulk_jobs").await), (1, 1), "what is kept is kept");
    assert_eq!(lines(&fetch(desk, &id).await).len(), 10);
    desk.clock.advance(1);
    fetch(desk, &id).await.refused(404, "A001");
    let listed = desk.get(EXPORTS).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(listed["items"], json!([]), "before the sweep comes by");
    sweep().await;
    assert_eq!((files(desk).await.len(), desk.count("bulk_jobs").await), (0, 0));
    // One whose step is nowhere any more is given up, and does not stand in its account's way for ever.
    let id = asked(desk, json!({ "format": "csv" })).await;
    execute(&desk.db, "one", "DELETE FROM outbox WHERE school_id = $1").await.unwrap();
    desk.clock.advance(6 * HOUR);
    sweep().await;
    assert_eq!(stands(desk, &id).await.0, "waiting");
    desk.clock.advance(1);
    sweep().await;
    assert_eq!(stands(desk, &id).await.0, "failed");
    assert_eq!(desk.count("bulk_chunks").await, 0);
}

async fn a_file_is_who_asked_for_it(desk: &Desk) {
    many(desk, "short", 10).await;
    let id = asked(desk, json!({ "format": "csv" })).await;
    run(desk).await;
    let (one, file, cancel) =
        (format!("{EXPORTS}/{id}"), format!("{EXPORTS}/{id}/file"), format!("{EXPORTS}/{id}/cancel"));
    // Another account of the school; the same name in another school.
    for (role, school) in [(Role::AdmissionsOfficer, "one"), (Role::SchoolAdmin, "two")] {
        desk.get(&file).staff(role).school(school).send().await.refused(404, "A001");
        desk.delete(&one).staff(role).school(school).send().await.refused(404, "A001");
        desk.post(&cancel, json!({})).staff(role).school(school).send().await.refused(404, "A001");
        assert_eq!(desk.get(EXPORTS).staff(role).school(school).send().await.is(200)["items"], json!([]));
    }
    for role in [Role::Principal, Role::Auditor, Role::Guardian] {
        desk.get(EXPORTS).staff(role).send().await.refused(403, "A002");
        desk.get(&file).staff(role).send().await.refused(403, "A002");
        ask(desk, role, json!({ "format": "csv" })).await.refused(403, "A002");
    }
    desk.get(&file).send().await.refused(401, "L014");
    assert_eq!(lines(&fetch(desk, &id).await).len(), 10);
}
