//! How soon an edit of a school with plugins is live, when nothing is compiled yet and when all is.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::http::{Connection, request};
use crate::submissions::copy_school;
use crate::table::Report;
use crate::{Plan, server};

/// Edits a server's first file, and its second.
pub async fn first(plan: &Plan, report: &mut Report) -> Result<()> {
    report.section("An edit of a school with two plugins, after a start with an empty cache of plugins");
    let place = tempfile::tempdir()?;
    let data = place.path().join("data");
    copy_school(plan, &data)?;
    let running = server::start(plan, &data).await?;
    let file = data.join("schools/abq/school.yaml");
    let yaml = std::fs::read_to_string(&file)?;
    let name = yaml.lines().find_map(|line| line.trim().strip_prefix("en: ")).context("a school without a name")?;
    let ask = request("GET", &format!("abq.localhost:{}", running.port), "/api/v1/oa/common/school-details", &[], b"");
    let mut taken = Vec::new();
    for round in ["first", "second"] {
        let edited = format!("The {round} edit");
        std::fs::write(&file, yaml.replacen(&format!("en: {name}"), &format!("en: {edited}"), 1))?;
        let began = Instant::now();
        let mut connection = Connection::open(running.port).await?;
        while !String::from_utf8_lossy(&connection.call(&ask).await?.body).contains(&edited) {
            ensure!(began.elapsed() < Duration::from_secs(60), "the {round} edit is not live after a minute");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        taken.push(began.elapsed().as_secs_f64());
    }
    report.line("the first edit is live after", &format!("{:.2} s", taken[0]), "within 2 s");
    report.line("the second one", &format!("{:.2} s", taken[1]), "");
    report.line("ratio", &format!("{:.1}", taken[0] / taken[1]), "");
    Ok(())
}
