//! The staff's list over many submissions, beside the read of one submission by its key.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::Plan;
use crate::http::{Connection, request};
use crate::load::{self, same};
use crate::submissions::Taker;
use crate::table::Report;

const EMAIL: &str = "desk@abq.example";
const PASSWORD: &str = "olive-lantern-saffron-71";
const LIST: &str = "/api/v1/oa/enquiries";

/// Measures.
pub async fn measure(plan: &Plan, report: &mut Report) -> Result<()> {
    let rows = if plan.schools < 10_000 { 2_000 } else { 50_000 };
    let taker = Taker::start(plan, &[]).await?;
    add_user(plan, &taker)?;
    let bearer = sign_in(&taker).await?;
    let headers = [("school-id", "abq"), ("authorization", bearer.as_str())];
    let ask = |path: &str| request("GET", &taker.host, path, &headers, b"");
    let port = taker.running.port;

    report.section(&format!("The inbox over {rows} submissions (SQLite, one connection, p50 / p99)"));
    let mut stored = 0;
    while stored < rows {
        taker.load(64, Duration::from_secs(2)).await?;
        let counts = json(port, &ask(&format!("{LIST}?page_size=1"))).await?;
        let states = counts["counts"].as_object().context("no counts")?;
        stored = states.values().filter_map(Value::as_u64).sum();
    }
    // What the load has left for the worker is not to run beside the list.
    settled(&taker).await;
    let page = json(port, &ask(&format!("{LIST}?page_size=50"))).await?;
    let first = page["items"][0].clone();
    let (id, reference) =
        (first["id"].as_str().context("no id")?, first["reference"].as_str().context("no reference")?);
    let deep = deep_cursor(port, &ask, rows).await?;
    let word = &reference[reference.len().saturating_sub(5)..];
    let calls = [
        ("one submission by its id", format!("{LIST}/{id}")),
        ("first page of 50, with the counts per state", format!("{LIST}?page_size=50")),
        ("a page of 50 in the middle, by its cursor", format!("{LIST}?page_size=50{deep}")),
        ("search for a reference", format!("{LIST}?page_size=50&q={word}")),
        ("search for what nobody wrote", format!("{LIST}?page_size=50&q=zzzzzz")),
        ("one state, by score", format!("{LIST}?page_size=50&state=new&sort=-score")),
    ];
    let mut base = None;
    for (what, path) in calls {
        let outcome = load::run(taker.running.port, 1, plan.time, 200, same(ask(&path))).await?;
        let key = *base.get_or_insert(outcome.p50);
        let figure = format!("{:.2} / {:.2} ms, {:.1} times the first", outcome.p50, outcome.p99, outcome.p50 / key);
        report.line(what, &figure, "");
    }
    report.line("submissions that it held", &stored.to_string(), "");
    Ok(())
}

fn add_user(plan: &Plan, taker: &Taker) -> Result<()> {
    let mut child = Command::new(&plan.qabul)
        .args(["user", "add", "--school", "abq", "--email", EMAIL, "--role", "admissions_officer", "--name", "Desk"])
        .arg("--password-stdin")
        .env("QABUL_DATA", &taker.data)
        .env_remove("QABUL_SCHOOLS")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    writeln!(child.stdin.take().context("no input")?, "{PASSWORD}")?;
    ensure!(child.wait()?.success(), "the account was not made");
    Ok(())
}

async fn sign_in(taker: &Taker) -> Result<String> {
    let body = serde_json::to_vec(&serde_json::json!({ "email": EMAIL, "password": PASSWORD }))?;
    let origin = format!("http://{}", taker.host);
    let headers = [("school-id", "abq"), ("origin", origin.as_str())];
    let asked = request("POST", &taker.host, "/api/v1/oa/auth/login", &headers, &body);
    let answer = Connection::open(taker.running.port).await?.call(&asked).await?;
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

/// Waits until the worker has sent the receipts, for a minute at most.
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
