//! The staff's list over many submissions, beside its own SQL without a server around it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::Plan;
use crate::http::{Connection, request};
use crate::load::{self, in_turn};
use crate::sql::{Bare, median_ms};
use crate::submissions::{Families, Taker};
use crate::table::Report;

/// So many people read in turn: none reads more lines than one may in an hour.
const DESKS: usize = 128;
const PASSWORD: &str = "olive-lantern-saffron-71";
const LIST: &str = "/api/v1/oa/enquiries";

/// Measures.
pub async fn measure(plan: &Plan, report: &mut Report) -> Result<()> {
    let taker = Taker::start(plan, Families::One, &[]).await?;
    let mut bearers = Vec::with_capacity(DESKS);
    for desk in 0..=DESKS {
        let email = format!("desk-{desk}@abq.example");
        add_user(plan, &taker.data, &email, "admissions_officer")?;
        bearers.push(sign_in(&taker.host, taker.running.port, &email).await?);
    }
    for rows in if plan.schools < 10_000 { [500, 2_000] } else { [1_000, 50_000] } {
        over(plan, report, &taker, &bearers, rows).await?;
    }
    Ok(())
}

async fn over(plan: &Plan, report: &mut Report, taker: &Taker, bearers: &[String], rows: u64) -> Result<()> {
    let ask_as = |bearer: &String, path: &str| {
        request("GET", &taker.host, path, &[("school-id", "abq"), ("authorization", bearer)], b"")
    };
    // One looks around, the others are measured.
    let (around, desks) = bearers.split_last().context("nobody reads")?;
    let ask = |path: &str| ask_as(around, path);
    let all = |path: &str| in_turn(desks.iter().map(|bearer| ask_as(bearer, path)).collect());
    let port = taker.running.port;

    report.section(&format!("The inbox over {rows} submissions (SQLite, one connection, p50 / p99)"));
    let mut stored = 0;
    while stored < rows {
        taker.load(64, Duration::from_millis(if rows > 10_000 { 2_000 } else { 100 })).await?;
        let counts = json(port, &ask(&format!("{LIST}?page_size=1"))).await?;
        let states = counts["counts"].as_object().context("no counts")?;
        stored = states.values().filter_map(Value::as_u64).sum();
    }
    report.line("submissions that it held", &stored.to_string(), "");
    // What the load has left for the worker is not to run beside the list.
    settled(taker).await;
    let page = json(port, &ask(&format!("{LIST}?page_size=50"))).await?;
    let first = page["items"][0].clone();
    let (id, reference) =
        (first["id"].as_str().context("no id")?, first["reference"].as_str().context("no reference")?);
    let deep = deep_cursor(port, &ask, rows).await?;
    let person = first["person"].as_str().and_then(|name| name.split(' ').next()).context("no person")?;
    let tail = &reference[reference.len().saturating_sub(5)..];
    let mut bare = Bare::open(&taker.data).await?;

    let beside = "at most 2 (0.5 of the speed)";
    let calls = [
        ("first page of 50, with the counts per state", String::new(), bare.page(plan, "", 51).await?),
        ("a page of 50 in the middle, by its cursor", deep, 0.0),
        ("one state, by score", "&state=new&sort=-score".to_owned(), 0.0),
        ("search for a whole reference", format!("&q={reference}"), bare.page(plan, reference, 51).await?),
        ("search for its number", format!("&q={tail}"), bare.page(plan, tail, 51).await?),
        ("search for what nobody wrote", "&q=zzzzzz".to_owned(), bare.page(plan, "zzzzzz", 51).await?),
        ("search for what all have in common", format!("&q={person}"), bare.page(plan, person, 51).await?),
    ];
    for (what, query, sql) in calls {
        let outcome = load::run(port, 1, plan.time, 200, all(&format!("{LIST}?page_size=50{query}"))).await?;
        report.line(what, &format!("{:.2} / {:.2} ms", outcome.p50, outcome.p99), "");
        if sql > 0.0 {
            report.line("  the same SQL, bare through sqlx, p50", &format!("{sql:.2} ms"), "");
            report.line("  ratio", &format!("{:.2}", outcome.p50 / sql), if query.is_empty() { beside } else { "" });
        }
    }

    let whole = json(port, &ask(&format!("{LIST}?page_size=500"))).await?;
    let written = median_ms(plan, || serde_json::to_vec(&whole).map(|bytes| bytes.len()))?;
    let sql = bare.page(plan, "", 501).await?;
    let outcome = load::run(port, 1, plan.time, 200, all(&format!("{LIST}?page_size=500"))).await?;
    report.line("a page of 500", &format!("{:.2} / {:.2} ms", outcome.p50, outcome.p99), "");
    report.line("  the same SQL, bare through sqlx, p50", &format!("{sql:.2} ms"), "");
    report.line("  writing the answer as JSON, p50", &format!("{written:.2} ms"), "");
    report.line("  ratio to both together", &format!("{:.2}", outcome.p50 / (sql + written)), "at most 2");

    let by_key = bare.by_id(plan, id).await?;
    let outcome = load::run(port, 1, plan.time, 200, all(&format!("{LIST}/{id}"))).await?;
    report.line(
        &format!("one submission by its id, with {} twins", stored - 1),
        &format!("{:.2} / {:.2} ms", outcome.p50, outcome.p99),
        "under 5 ms",
    );
    report.line("  its row by its key, bare through sqlx, p50", &format!("{by_key:.2} ms"), "");
    report.line("  ratio", &format!("{:.2}", outcome.p50 / by_key), "");
    Ok(())
}

/// Makes an account of the school that signs in by its password.
pub fn add_user(plan: &Plan, data: &Path, email: &str, role: &str) -> Result<()> {
    let mut child = Command::new(&plan.qabul)
        .args(["user", "add", "--school", "abq", "--email", email, "--role", role, "--name", "Desk"])
        .arg("--password-stdin")
        .env("QABUL_DATA", data)
        .env_remove("QABUL_SCHOOLS")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    writeln!(child.stdin.take().context("no input")?, "{PASSWORD}")?;
    ensure!(child.wait()?.success(), "the account was not made");
    Ok(())
}

/// Signs such an account in; the header that its requests carry.
pub async fn sign_in(host: &str, port: u16, email: &str) -> Result<String> {
    let body = serde_json::to_vec(&serde_json::json!({ "email": email, "password": PASSWORD }))?;
    let origin = format!("http://{host}");
    let headers = [("school-id", "abq"), ("origin", origin.as_str())];
    let asked = request("POST", host, "/api/v1/oa/auth/login", &headers, &body);
    let answer = Connection::open(port).await?.call(&asked).await?;
    let text = String::from_utf8_lossy(&answer.body);
    let value: Value = serde_json::from_slice(&answer.body).with_context(|| text.to_string())?;
    let token = value["token"].as_str().or_else(|| value["access_token"].as_str());
    Ok(format!("Bearer {}", token.with_context(|| format!("no token in {text}"))?))
}

/// Each on a connection of its own: between two of them the server may close one that is idle.
async fn json(port: u16, asked: &[u8]) -> Result<Value> {
    let answer = Connection::open(port).await?.call(asked).await?;
    ensure!(answer.status == 200, "{}: {}", answer.status, String::from_utf8_lossy(&answer.body));
    Ok(serde_json::from_slice(&answer.body)?)
}

/// The cursor in the middle of the list.
async fn deep_cursor(port: u16, ask: &impl Fn(&str) -> Vec<u8>, rows: u64) -> Result<String> {
    let mut cursor = String::new();
    for _ in 0..rows / 2 / 500 {
        let page = json(port, &ask(&format!("{LIST}?page_size=500{cursor}"))).await?;
        cursor = format!("&cursor={}", page["next_cursor"].as_str().context("the list ended early")?);
    }
    Ok(cursor)
}

/// Waits until the worker has sent the confirmations, for a minute at most.
async fn settled(taker: &Taker) {
    let mail = taker.data.join("mail");
    let count = || std::fs::read_dir(&mail).map_or(0, Iterator::count);
    let mut last = count();
    for _ in 0..60 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let now = count();
        if now == last {
            return;
        }
        last = now;
    }
}
