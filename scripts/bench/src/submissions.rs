//! Checks under load, and submissions that are on disk before they are answered.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result};

use crate::http::request;
use crate::load::{self, Maker, same};
use crate::table::{Report, median, spread};
use crate::{Plan, server};

fn copy_school(plan: &Plan, data: &Path) -> Result<()> {
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
fn body(plan: &Plan, data: &Path, form: &str) -> Result<Vec<u8>> {
    let sample = server::command(plan, data, &["form", "sample", "--school", "abq", "--form", form])?;
    let values: serde_json::Value = serde_json::from_str(&sample)?;
    Ok(serde_json::to_vec(&serde_json::json!({ "values": values, "locale": "en" }))?)
}

/// Measures.
pub async fn measure(plan: &Plan, report: &mut Report) -> Result<()> {
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

    report.section("Durable submissions (SQLite, synchronous=FULL)");
    let sent = body(plan, &data, "new").context("a sample of new")?;
    let bare_folder = place.path().join("bare");
    std::fs::create_dir_all(&bare_folder)?;
    let bare = server::start_bare(&bare_folder).await?;
    let row = same(request("POST", "localhost", "/rows", &[], &sent));
    let count = Arc::new(AtomicUsize::new(0));
    let ours: Maker = Arc::new(move |_, _| {
        let key = format!("bench-{:016}", count.fetch_add(1, Ordering::Relaxed));
        request(
            "POST",
            &host,
            "/api/v1/oa/public/forms/new/submissions",
            &[("school-id", "abq"), ("idempotency-key", &key)],
            &sent,
        )
    });
    let (mut many, mut plain) = (Vec::new(), Vec::new());
    let (mut lone, mut lone_plain) = (Vec::new(), Vec::new());
    for _ in 0..plan.rounds {
        plain.push(load::run(bare.port, 64, plan.time, 201, row.clone()).await?.per_second);
        many.push(load::run(running.port, 64, plan.time, 201, ours.clone()).await?.per_second);
        lone_plain.push(load::run(bare.port, 1, plan.time / 2, 201, row.clone()).await?.p50);
        lone.push(load::run(running.port, 1, plan.time / 2, 201, ours.clone()).await?.p50);
    }
    report.line("submissions/s, 64 connections (least / middle / most)", &spread(&many), "");
    report.line("bare handler, as many rows, a commit for each request", &spread(&plain), "");
    report.line("ratio of the middles", &format!("{:.1}", median(&many) / median(&plain)), "at least 5");
    report.line("a lone submission, p50", &format!("{:.2} ms", median(&lone)), "");
    report.line("a lone plain commit, p50", &format!("{:.2} ms", median(&lone_plain)), "");
    report.line("ratio", &format!("{:.2}", median(&lone) / median(&lone_plain)), "at most 1.5");
    Ok(())
}
