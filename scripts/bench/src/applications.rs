//! The list of applications over many, search in it, moves of a thousand, and a file of all.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _};

use crate::http::{Connection, request};
use crate::inbox::{add_user, sign_in};
use crate::load::{self, in_turn};
use crate::server::Running;
use crate::sql::Bare;
use crate::submissions::{body, copy_school};
use crate::table::{Report, median};
use crate::{Plan, server};

/// So many people read in turn: none reads more lines than one may in an hour.
const DESKS: usize = 24;
pub const LIST: &str = "/api/v1/oa/student/student_list";
const MOVES: &str = "/api/v1/oa/student/moves";
const EXPORTS: &str = "/api/v1/oa/enquiries/exports";
/// A bucket of its own for those that are moved together, and how many these are.
pub const BUCKET: &str = "bench";
/// The form that they are sent by.
const FORM: &str = "abq";
/// The others stand in as many buckets as fifteen grades of three years are.
const BUCKETS: u64 = 45;
pub const MOVED: u64 = 1_000;
/// What a quarter of them bears.
const TAG: &str = "bench";
/// Single moves that are measured.
const SINGLE: u64 = 20;
/// By when whatever is waited for has to be there.
const PATIENCE: Duration = Duration::from_secs(600);

/// A server with applications, and who asks it.
pub struct Desk {
    pub running: Running,
    pub host: String,
    pub bearers: Vec<String>,
    admin: String,
}

impl Desk {
    pub fn asked(&self, bearer: &str, method: &str, path: &str, body: &Value) -> Vec<u8> {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        request(method, &self.host, path, &[("school-id", "abq"), ("authorization", bearer)], &body)
    }

    pub async fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value> {
        Ok(serde_json::from_slice(&self.answer(method, path, body).await?)?)
    }

    /// The same, of what is answered with a paper.
    pub async fn draw(&self, path: &str, body: &Value) -> Result<()> {
        let paper = self.answer("POST", path, body).await?;
        ensure!(paper.starts_with(b"%PDF"), "{path}: no paper");
        Ok(())
    }

    async fn answer(&self, method: &str, path: &str, body: &Value) -> Result<Vec<u8>> {
        let asked = self.asked(&self.admin, method, path, body);
        let answer = Connection::open(self.running.port).await?.call(&asked).await?;
        let text = String::from_utf8_lossy(&answer.body);
        ensure!(matches!(answer.status, 200 | 201), "{path}: {} {text}", answer.status);
        Ok(answer.body)
    }

    /// Loads the list with one question, everybody in turn on one connection.
    async fn list(&self, plan: &Plan, wanted: &Value) -> Result<load::Outcome> {
        let all = self.bearers.iter().map(|bearer| self.asked(bearer, "POST", LIST, wanted)).collect();
        load::run(self.running.port, 1, plan.time, 200, in_turn(all)).await
    }
}

/// Measures.
pub async fn measure(plan: &Plan, report: &mut Report) -> Result<()> {
    let rows = if plan.schools < 10_000 { 2_000 } else { 50_000 };
    let place = tempfile::tempdir()?;
    let data = place.path().join("data");
    let desk = school(plan, &data, rows).await?;
    let mut bare = Bare::open(&data).await?;
    report.section(&format!("Applications over {rows} (SQLite, one connection, p50 / p95 / p99)"));
    let number = civil(rows - 2);
    for (what, words, is_goal) in [
        ("student_list, a page of 50 with its counts", "", false),
        ("search by a name in Latin letters that is kept in Arabic", "Maryam Al Busaidi", true),
        ("search by one such word", "maryam", true),
        ("search by an identity number", number.as_str(), true),
    ] {
        let outcome = desk.list(plan, &json!({ "page_size": 50, "q": words })).await?;
        let goal = if is_goal { "p95 under 50 ms" } else { "" };
        let figures = format!("{:.2} / {:.2} / {:.2} ms", outcome.p50, outcome.p95, outcome.p99);
        report.line(what, &figures, goal);
        let sql = bare.students(plan, FORM, words, 51).await?;
        report.line("  the same SQL, bare through sqlx, p50", &format!("{sql:.2} ms"), "");
        let goal = if is_goal { "" } else { "at least 0.5" };
        report.line("  its speed to that of the SQL", &format!("{:.2}", sql / outcome.p50), goal);
    }
    for (what, wanted) in [
        ("those that lack documents", json!({ "page_size": 50, "documents": "missing" })),
        ("what lacks most documents first", json!({ "page_size": 50, "sort": "-missing_docs" })),
    ] {
        let outcome = desk.list(plan, &wanted).await?;
        report.line(what, &format!("{:.2} / {:.2} / {:.2} ms", outcome.p50, outcome.p95, outcome.p99), "");
    }
    moves(&desk, report).await?;
    let quarter = export(&desk, report, "a quarter of the applications", Some(TAG)).await?;
    let all = export(&desk, report, "all of them", None).await?;
    report.line("  at most for all to at most for a quarter", &format!("{:.2}", all / quarter), "about 1");
    Ok(())
}

/// A school with so many applications: one is sent, the others are like it, each with a name and a number of its own.
pub async fn school(plan: &Plan, data: &Path, rows: u64) -> Result<Desk> {
    copy_school(plan, data)?;
    let first = server::start(plan, data).await?;
    let host = format!("abq.localhost:{}", first.port);
    let headers = [("school-id", "abq"), ("idempotency-key", "bench-application")];
    let sent = body(plan, data, "abq").context("a sample of abq")?;
    let sent = request("POST", &host, "/api/v1/oa/public/forms/abq/submissions", &headers, &sent);
    let answer = Connection::open(first.port).await?.call(&sent).await?;
    ensure!(answer.status == 201, "{} {}", answer.status, String::from_utf8_lossy(&answer.body));
    add_user(plan, data, "admin@abq.example", "school_admin")?;
    for desk in 0..DESKS {
        add_user(plan, data, &format!("desk-{desk}@abq.example"), "admissions_officer")?;
    }
    drop(first);
    fill(data, rows - 1).await?;
    let running = server::start(plan, data).await?;
    let host = format!("abq.localhost:{}", running.port);
    let mut bearers = Vec::with_capacity(DESKS);
    for desk in 0..DESKS {
        bearers.push(sign_in(&host, running.port, &format!("desk-{desk}@abq.example")).await?);
    }
    let admin = sign_in(&host, running.port, "admin@abq.example").await?;
    let desk = Desk { running, host, bearers, admin };
    // What they are found by is folded by the server itself, in the order of their ids.
    let last = json!({ "page_size": 1, "q": civil(rows - 2) });
    wait("the words of the search", async || -> Result<bool> {
        Ok(desk.ask("POST", LIST, &last).await?["total"] == 1)
    })
    .await?;
    Ok(desk)
}

/// The identity number of one.
fn civil(n: u64) -> String {
    (20_000_000 + n).to_string()
}

/// Puts applications beside the only one.
async fn fill(data: &Path, rows: u64) -> Result<()> {
    let file = data.join("db/abq.sqlite");
    let options = SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_secs(30));
    let mut connection = options.disable_statement_logging().connect().await?;
    let many = format!("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {})", rows - 1);
    let id = "'bench-' || CAST(1000000 + i AS TEXT)";
    let (given, family) = (
        r#"'["مريم","محمد","فاطمة","أحمد","عائشة","سالم","خديجة","يوسف","زينب","علي","نورة","خالد","هدى","عبد الله","ليلى","سعيد"]'"#,
        r#"'["البوسعيدي","الحارثي","الكندي","البلوشي","اللواتي","الريامي","الشامسي","الرواحي","المعمري"]'"#,
    );
    let name = format!("({given} ->> (i % 16)) || ' ' || ({family} ->> (i / 16 % 9))");
    let tags = format!(r#"CASE WHEN i % 4 = 0 THEN '["{TAG}"]' ELSE '[]' END"#);
    let bucket = format!("CASE WHEN i < {MOVED} THEN '{BUCKET}' ELSE '{BUCKET}-' || CAST(i % {BUCKETS} AS TEXT) END");
    for sql in [
        format!(
            "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, version, answers, locale, person, search_text, state,
                 sort_score, tags, verdict, is_duplicate, papers_until, submitted_at, updated_at)
             {many} SELECT s.school_id, {id}, 'BENCH-' || CAST(i AS TEXT), s.form_id, s.form_digest, 1, s.answers, 'ar', {name},
                 'BENCH-' || CAST(i AS TEXT) || char(10) || {name} || char(10) || CAST(20000000 + i AS TEXT), s.state, -1, {tags}, s.verdict, FALSE,
                 NULL, s.submitted_at + i, s.updated_at + i FROM n CROSS JOIN submissions s"
        ),
        format!(
            "INSERT INTO applications (school_id, submission_id, registration_id, round, bucket, status_since)
             {many} SELECT a.school_id, {id}, 'BENCH-' || CAST(i AS TEXT), a.round, {bucket}, a.status_since FROM n CROSS JOIN applications a"
        ),
        format!("INSERT INTO submission_tags (school_id, tag, submission_id) {many} SELECT 'abq', '{TAG}', {id} FROM n WHERE i % 4 = 0"),
        format!(
            "INSERT INTO paper_marks (school_id, submission_id, mark, audience, n)
             {many} SELECT 'abq', {id}, m.mark, m.audience, m.n + i % 3 FROM n CROSS JOIN paper_marks m WHERE i % 4 > 0"
        ),
        "DELETE FROM counters WHERE name = 'search-keys'".to_owned(),
        // Their answers are all the same: what they are found by is not to be told of these.
        "INSERT OR REPLACE INTO counters (school_id, name, last_value) VALUES ('abq', 'declared-names', 2)".to_owned(),
    ] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await?;
    }
    Ok(())
}

/// A thousand at once, beside one at a time.
async fn moves(desk: &Desk, report: &mut Report) -> Result<()> {
    let mut taken = Vec::new();
    for n in 0..SINGLE {
        let path = format!("/api/v1/oa/student/student_update?student_id=bench-{}", 1_000_000 + MOVED + n);
        let body = json!({ "version": 1, "transition": { "to": "W/waitlist" } });
        let began = Instant::now();
        desk.ask("PATCH", &path, &body).await?;
        taken.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    let one = median(&taken);
    let wanted = json!({ "to": "W/waitlist", "filter": { "grade": [BUCKET] } });
    let began = Instant::now();
    let asked = desk.ask("POST", MOVES, &wanted).await?;
    let is_done = async || -> Result<bool> {
        let told = desk.ask("GET", MOVES, &Value::Null).await?;
        Ok(told["items"][0]["state"] == "done")
    };
    wait("the moves", is_done).await?;
    let all = began.elapsed().as_secs_f64() * 1000.0;
    let told = desk.ask("GET", MOVES, &Value::Null).await?;
    let moved = told["items"][0]["moved"].as_u64().unwrap_or_default();
    ensure!(moved == asked["moves"]["total"].as_u64().unwrap_or_default(), "not all were moved: {told}");
    report.line("one move, p50", &format!("{one:.2} ms"), "");
    report.line(&format!("a job that moves {moved}, from asking to its end"), &format!("{all:.0} ms"), "");
    report.line("  to one move", &format!("{:.1}", all / one), "under 20");
    report.line("  to as many single ones", &format!("{:.2}", all / (one * moved as f64)), "");
    Ok(())
}

/// Some of them in a file, or all; the most that the server holds in memory meanwhile, in MB.
async fn export(desk: &Desk, report: &mut Report, what: &str, tag: Option<&str>) -> Result<f64> {
    let before = desk.running.resident_mb()?;
    let began = Instant::now();
    desk.ask("POST", EXPORTS, &json!({ "format": "csv", "lng": "ar", "tag": tag })).await?;
    let mut most = before;
    let lines = loop {
        most = most.max(desk.running.resident_mb()?);
        let told = desk.ask("GET", EXPORTS, &Value::Null).await?;
        match told["items"][0]["state"].as_str() {
            Some("done") => break told["items"][0]["total"].as_u64().unwrap_or_default(),
            Some("waiting" | "running") => tokio::time::sleep(Duration::from_millis(20)).await,
            _ => anyhow::bail!("the file was not made: {told}"),
        }
        ensure!(began.elapsed() < PATIENCE, "the file takes for ever: {told}");
    };
    let seconds = began.elapsed().as_secs_f64();
    let after = desk.running.resident_mb()?;
    report.line(&format!("a file of {what}, {lines} lines"), &format!("{seconds:.1} s"), "");
    let memory = format!("{before:.0} / {most:.0} / {after:.0} MB");
    report.line("  resident memory before / at most / after", &memory, "");
    Ok(most)
}

/// Asks until it is so.
pub async fn wait(what: &str, is_so: impl AsyncFn() -> Result<bool>) -> Result<()> {
    let began = Instant::now();
    while !is_so().await? {
        ensure!(began.elapsed() < PATIENCE, "{what} did not come");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}
