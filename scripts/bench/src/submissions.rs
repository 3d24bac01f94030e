//! Checks under load, and submissions that are on disk before they are answered.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context as _, Result};
use sqlx::Connection as _;

use crate::http::request;
use crate::load::{self, Maker, same};
use crate::table::{Report, median, spread};
use crate::{Plan, server};

/// The demo school with plugins.
pub fn copy_school(plan: &Plan, data: &Path) -> Result<()> {
    fn copy(from: &Path, to: &Path) -> Result<()> {
        std::fs::create_dir_all(to)?;
        for entry in std::fs::read_dir(from)? {
            let entry = entry?;
            let target = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                copy(&entry.path(), &target)?
            } else {
                std::fs::copy(entry.path(), target).map(drop)?
            }
        }
        Ok(())
    }
    copy(&plan.root.join("tenants/schools/abq"), &data.join("schools/abq"))
}

/// A body with answers that are valid today.
pub fn body(plan: &Plan, data: &Path, form: &str) -> Result<Vec<u8>> {
    let sample = server::command(plan, data, &["form", "sample", "--school", "abq", "--form", form])?;
    let values: serde_json::Value = serde_json::from_str(&sample)?;
    Ok(serde_json::to_vec(&serde_json::json!({ "values": values, "locale": "en" }))?)
}

/// Checks under load: a plugin's verdict over HTTP.
pub async fn checks(plan: &Plan, report: &mut Report) -> Result<()> {
    let place = tempfile::tempdir()?;
    let data = place.path().join("data");
    copy_school(plan, &data)?;
    let running = server::start(plan, &data).await?;
    let host = format!("abq.localhost:{}", running.port);

    report.section("Checks over HTTP");
    let checked = body(plan, &data, "abq").context("a sample of abq")?;
    let asked = request("POST", &host, "/api/v1/oa/public/forms/abq/check", &[("school-id", "abq")], &checked);
    load::run(running.port, 4, plan.time / 4, 200, same(asked.clone())).await?;
    let outcome = load::run(running.port, 32, plan.time, 200, same(asked)).await?;
    report.line("…/forms/abq/check, 32 connections", &format!("{:.0} a second", outcome.per_second), "");
    report.line("p50", &format!("{:.1} ms", outcome.p50), "");
    report.line("p99", &format!("{:.1} ms", outcome.p99), "");
    report.line("p99 / p50", &format!("{:.1}", outcome.p99 / outcome.p50), "at most 3");
    Ok(())
}

/// Whose submissions are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Families {
    /// All of one: they have address and telephone in common.
    One,
    /// Each of another, as on a school's last evening.
    Many,
}

impl Families {
    /// The answers of one of them.
    fn answers(self, sample: &str, number: usize) -> String {
        match self {
            Self::One => sample.to_owned(),
            Self::Many => sample
                .replace("ahmed.alharthy@", &format!("family.{number}@"))
                .replace("+96891234567", &format!("+9689{:07}", number % 10_000_000)),
        }
    }
}

/// A server of its own that takes submissions in.
pub struct Taker {
    /// The server.
    pub running: server::Running,
    /// What its requests name as host.
    pub host: String,
    /// Its data folder.
    pub data: PathBuf,
    send: Maker,
    sent: Vec<u8>,
    _place: tempfile::TempDir,
}

impl Taker {
    /// Starts it, with more in its environment.
    pub async fn start(plan: &Plan, families: Families, environment: &[(&str, &str)]) -> Result<Self> {
        let place = tempfile::tempdir()?;
        let data = place.path().join("data");
        copy_school(plan, &data)?;
        let running = server::start_with(plan, &data, environment).await?;
        let host = format!("abq.localhost:{}", running.port);
        let sent = body(plan, &data, "new").context("a sample of new")?;
        let at = host.clone();
        let (count, sample) = (Arc::new(AtomicUsize::new(0)), String::from_utf8(sent.clone())?);
        let send: Maker = Arc::new(move |_, _| {
            let number = count.fetch_add(1, Ordering::Relaxed);
            let key = format!("bench-{number:016}");
            request(
                "POST",
                &at,
                "/api/v1/oa/public/forms/new/submissions",
                &[("school-id", "abq"), ("idempotency-key", &key)],
                families.answers(&sample, number).as_bytes(),
            )
        });
        Ok(Self { running, host, data, send, sent, _place: place })
    }

    /// Sends as much as that many connections can.
    pub async fn load(&self, connections: usize, time: std::time::Duration) -> Result<load::Outcome> {
        load::run(self.running.port, connections, time, 201, self.send.clone()).await
    }
}

/// Submissions that are on disk before they are answered: grouped, one commit each, and the barest thing that has as many
/// rows and a commit of its own.
pub async fn durable(plan: &Plan, report: &mut Report) -> Result<()> {
    report.section("Durable submissions (SQLite, synchronous=FULL)");
    let grouped = Taker::start(plan, Families::Many, &[]).await?;
    let single = Taker::start(plan, Families::Many, &[("QABUL_COMMIT_BATCH", "1")]).await?;
    let bare_place = tempfile::tempdir()?;
    let bare = server::start_bare(bare_place.path()).await?;
    let row = same(request("POST", "localhost", "/rows", &[], &grouped.sent));
    let (mut many, mut one_each, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    let (mut lone, mut lone_plain, mut syncs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..plan.rounds {
        syncs.push(sync_p50(bare_place.path())?);
        plain.push(load::run(bare.port, 64, plan.time, 201, row.clone()).await?.per_second);
        many.push(grouped.load(64, plan.time).await?.per_second);
        one_each.push(single.load(64, plan.time).await?.per_second);
        lone_plain.push(load::run(bare.port, 1, plan.time / 2, 201, row.clone()).await?.p50);
        lone.push(grouped.load(1, plan.time / 2).await?.p50);
    }
    report.line("submissions/s, 64 connections (least / middle / most)", &spread(&many), "");
    report.line("the same server, a commit for each submission", &spread(&one_each), "");
    report.line("ratio of the middles", &format!("{:.1}", median(&many) / median(&one_each)), "at least 5");
    report.line("bare handler, as many rows, a commit for each request", &spread(&plain), "");
    report.line("ratio of the middles", &format!("{:.1}", median(&many) / median(&plain)), "");
    let spread_ms = syncs.iter().map(|ms| format!("{ms:.2}")).collect::<Vec<_>>().join(" / ");
    report.line("one fdatasync of 16 KB at a file's end, p50, round by round", &format!("{spread_ms} ms"), "");
    report.line("a lone submission, p50", &format!("{:.2} ms", median(&lone)), "");
    report.line("a lone plain commit, p50", &format!("{:.2} ms", median(&lone_plain)), "");
    report.line("ratio", &format!("{:.2}", median(&lone) / median(&lone_plain)), "at most 1.5");
    Ok(())
}

/// What the disk makes a commit wait for, at this moment.
fn sync_p50(folder: &Path) -> Result<f64> {
    let mut file = std::fs::File::create(folder.join("sync"))?;
    let mut taken = Vec::new();
    for _ in 0..100 {
        file.write_all(&[0; 16 * 1024])?;
        let began = Instant::now();
        file.sync_data()?;
        taken.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(median(&taken))
}

/// The same on PostgreSQL, which groups commits by itself; only where the script has started one.
pub async fn postgres(plan: &Plan, report: &mut Report) -> Result<()> {
    let Ok(url) = std::env::var("QABUL_BENCH_POSTGRES") else { return Ok(()) };
    report.section("Durable submissions (PostgreSQL, fsync and synchronous_commit on)");
    let taker = Taker::start(plan, Families::Many, &[("QABUL_DATABASE", &url)]).await?;
    // A database of a minute's age has no statistics yet, and looks up what a foreign key names along any index that begins with the
    // school. Autovacuum sees to that once a minute; here it is done at once.
    taker.load(64, plan.time).await?;
    sqlx::query("ANALYZE").execute(&mut sqlx::PgConnection::connect(&url).await?).await?;
    let (mut many, mut lone) = (Vec::new(), Vec::new());
    for _ in 0..plan.rounds {
        many.push(taker.load(64, plan.time).await?.per_second);
        lone.push(taker.load(1, plan.time / 2).await?);
    }
    let alone: Vec<f64> = lone.iter().map(|outcome| outcome.per_second).collect();
    let p50: Vec<f64> = lone.iter().map(|outcome| outcome.p50).collect();
    report.line("submissions/s, 64 connections (least / middle / most)", &spread(&many), "");
    report.line("submissions/s, one connection: a commit for each request", &spread(&alone), "");
    report.line("ratio of the middles", &format!("{:.1}", median(&many) / median(&alone)), "at least 5");
    report.line("a lone submission, p50", &format!("{:.2} ms", median(&p50)), "");
    Ok(())
}
