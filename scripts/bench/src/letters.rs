//! Letters for many: how many a second are made, drawn, sealed and out, and what whoever asks for something else meanwhile notices of it.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _};

use crate::Plan;
use crate::applications::{BUCKET, Desk, LIST, MOVED, school, wait};
use crate::http::request;
use crate::load::{self, Outcome, same};
use crate::table::{Report, median};

const BULK: &str = "/api/v1/oa/letters/bulk";
const TEMPLATE: &str = "confirmation";
/// Papers that are drawn one after another for the baseline.
const DRAWN: usize = 20;

/// What whoever asks for something else is answered in.
struct Others {
    list: Outcome,
    page: Outcome,
}

/// Measures.
pub async fn measure(plan: &Plan, report: &mut Report) -> Result<()> {
    let is_quick = plan.schools < 10_000;
    let wanted = if is_quick { 60 } else { 400 };
    let place = tempfile::tempdir()?;
    let data = place.path().join("data");
    let desk = school(plan, &data, MOVED + 200).await?;
    apart(&data, wanted).await?;
    // The first letter makes the school's key, and the first paper reads the fonts.
    let first = format!("/api/v1/oa/enquiries/bench-{}/letters", 1_000_000 + MOVED);
    desk.ask("POST", &first, &json!({ "code": TEMPLATE })).await?;
    wait("the first letter", async || -> Result<bool> {
        Ok(desk.ask("GET", &first, &Value::Null).await?["items"][0]["state"] == "released")
    })
    .await?;
    report.section(&format!("{wanted} letters for many (SQLite, p50 / p99)"));
    let mut taken = Vec::with_capacity(DRAWN);
    for n in 0..DRAWN {
        let path = format!("/api/v1/oa/enquiries/bench-{}/letters/preview", 1_000_001 + MOVED as usize + n);
        let began = Instant::now();
        desk.draw(&path, &json!({ "code": TEMPLATE })).await?;
        taken.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    let drawn = median(&taken);
    report.line("one paper, filled and drawn for whoever looks at it", &format!("{drawn:.1} ms"), "");
    let time = plan.time * 2;
    let quiet = others(&desk, time).await?;
    let began = Instant::now();
    desk.ask("POST", BULK, &json!({ "code": TEMPLATE, "filter": { "grade": [BUCKET] } })).await?;
    let (meanwhile, all) = tokio::join!(others(&desk, time), all_out(&desk, began));
    let (meanwhile, (seconds, sent)) = (meanwhile?, all?);
    ensure!(sent == wanted, "{sent} letters went out");
    let speed = sent as f64 / seconds;
    report.line("letters made, drawn, sealed and out, a second", &format!("{speed:.1}"), "at least 20");
    report.line("  to papers that are only drawn, one after another", &format!("{:.2}", speed * drawn / 1000.0), "");
    for (what, before, then) in [
        ("student_list, a page of 10, nothing else at work", &quiet.list, &meanwhile.list),
        ("a form's page, nothing else at work", &quiet.page, &meanwhile.page),
    ] {
        report.line(what, &format!("{:.2} / {:.2} ms", before.p50, before.p99), "");
        report.line("  while letters are made", &format!("{:.2} / {:.2} ms", then.p50, then.p99), "");
        report.line("  p99 to p99", &format!("{:.2}", then.p99 / before.p99), "at most 2");
    }
    Ok(())
}

/// So many in the bucket, each with an address of its own: an address gets so many mails in a day.
async fn apart(data: &Path, wanted: u64) -> Result<()> {
    let options =
        SqliteConnectOptions::new().filename(data.join("db/abq.sqlite")).busy_timeout(Duration::from_secs(30));
    let mut connection = options.disable_statement_logging().connect().await?;
    for sql in [
        "UPDATE submissions SET answers = REPLACE(answers, '@', '.' || id || '@') WHERE id LIKE 'bench-%'".to_owned(),
        format!(
            "UPDATE applications SET bucket = 'other' WHERE bucket = '{BUCKET}' AND submission_id >= 'bench-{}'",
            1_000_000 + wanted
        ),
    ] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await?;
    }
    Ok(())
}

/// Waits until the last one is out; how long that took since, and how many they are.
async fn all_out(desk: &Desk, began: Instant) -> Result<(f64, u64)> {
    let told = async || -> Result<Value> { Ok(desk.ask("GET", BULK, &Value::Null).await?["items"][0].clone()) };
    wait("the letters", async || -> Result<bool> {
        // Who waits for them asks no more often than a page does.
        tokio::time::sleep(Duration::from_millis(100)).await;
        let one = told().await?;
        Ok(one["state"] == "done" && one["sent"] == one["issued"])
    })
    .await?;
    let seconds = began.elapsed().as_secs_f64();
    Ok((seconds, told().await?["sent"].as_u64().unwrap_or_default()))
}

/// What others are answered in: one who reads the list, and one who opens a form.
async fn others(desk: &Desk, time: Duration) -> Result<Others> {
    let all = desk.bearers.iter().map(|bearer| desk.asked(bearer, "POST", LIST, &json!({ "page_size": 10 }))).collect();
    let page = request("GET", &desk.host, "/api/v1/oa/public/forms/abq?lng=en", &[("school-id", "abq")], b"");
    let (list, page) = tokio::join!(
        load::run(desk.running.port, 1, time, 200, load::in_turn(all)),
        load::run(desk.running.port, 1, time, 200, same(page)),
    );
    Ok(Others { list: list?, page: page? })
}
