//! Many schools in one server: start, memory, what every page asks for, and a reload beside it.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::http::{Connection, request};
use crate::load::{self, same};
use crate::table::{Report, median, spread};
use crate::{Plan, server};
use tenants::NoPlugins;
use tenants::registry::{Policy, Registry, RegistryConfig};

/// The school that is asked: one in the middle.
fn chosen(plan: &Plan) -> String {
    format!("s{:05}", plan.schools / 2)
}

/// Makes the schools: one by the command line, the rest after its likeness.
fn make_schools(plan: &Plan, data: &Path) -> Result<()> {
    let words = ["--name-en", "School s00000", "--name-ar", "مدرسة", "--time-zone", "Asia/Muscat", "--currency", "OMR"];
    let mut args = vec!["school", "new", "s00000", "--admin-email", "admin@s00000.example"];
    args.extend(words);
    server::command(plan, data, &args)?;
    let schools = data.join("schools");
    let yaml = std::fs::read_to_string(schools.join("s00000/school.yaml"))?;
    for number in 1..plan.schools {
        let id = format!("s{number:05}");
        let folder = schools.join(&id);
        copy_tree(&schools.join("s00000"), &folder)?;
        std::fs::write(folder.join("school.yaml"), yaml.replace("s00000", &id))?;
    }
    Ok(())
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Measures.
pub async fn measure(plan: &Plan, report: &mut Report) -> Result<()> {
    let place = tempfile::tempdir()?;
    let data = place.path().join("data");
    make_schools(plan, &data).context("making the schools")?;

    report.section(&format!("{} schools", plan.schools));
    let running = server::start(plan, &data).await?;
    report.line("start until ready", &format!("{:.2} s", running.started_in.as_secs_f64()), "under 5 s");
    report.line("resident memory after the start", &format!("{:.0} MB", running.resident_mb()?), "under 400 MB");

    let school = chosen(plan);
    let host = format!("{school}.localhost:{}", running.port);
    let headers = [("school-id", school.as_str())];
    let details = request("GET", &host, "/api/v1/oa/common/school-details", &[], b"");
    let form = request("GET", &host, "/api/v1/oa/public/forms/new?lng=en", &headers, b"");
    let bare_folder = place.path().join("bare");
    std::fs::create_dir_all(&bare_folder)?;
    let mut connection = Connection::open(running.port).await?;
    let mut tags = Vec::new();
    for (name, asked) in [("details", &details), ("form", &form)] {
        // The second answer: the first one makes the bytes ready.
        connection.call(asked).await?;
        let answer = connection.call(asked).await?;
        ensure!(answer.status == 200, "{name}: {}", answer.status);
        tags.push(answer.header("etag").context("an answer without an entity tag")?);
        let head: String = answer.headers().iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
        std::fs::write(bare_folder.join(format!("{name}.head")), head)?;
        std::fs::write(bare_folder.join(format!("{name}.json")), answer.body)?;
    }
    let known = [
        request("GET", &host, "/api/v1/oa/common/school-details", &[("if-none-match", &tags[0])], b""),
        request("GET", &host, "/api/v1/oa/public/forms/new?lng=en", &[headers[0], ("if-none-match", &tags[1])], b""),
    ];
    let bare = server::start_bare(&bare_folder).await?;
    let calls = [("details", details, "school-details"), ("form", form, "forms/new")];
    for ((name, asked, what), known) in calls.into_iter().zip(known) {
        let baseline = |path: &str| same(request("GET", "localhost", &format!("/{path}/{name}"), &[], b""));
        let (mut ours, mut theirs, mut full, mut unchanged) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..plan.rounds {
            theirs.push(load::run(bare.port, 64, plan.time, 200, baseline("file")).await?.per_second);
            ours.push(load::run(running.port, 64, plan.time, 200, same(asked.clone())).await?.per_second);
            full.push(load::run(bare.port, 64, plan.time, 200, baseline("full")).await?.per_second);
            unchanged.push(load::run(running.port, 64, plan.time, 304, same(known.clone())).await?.per_second);
        }
        let ratio = |beside: &[f64]| format!("{:.2}", median(&ours) / median(beside));
        report.line(&format!("{what}, requests/s, 64 connections (least / middle / most)"), &spread(&ours), "");
        report.line(&format!("{what}, a bare axum handler with the same bytes"), &spread(&theirs), "");
        report.line(&format!("{what}, ratio of the middles"), &ratio(&theirs), "at least 0.8");
        report.line(&format!("{what}, a bare handler with the same headers too"), &spread(&full), "");
        report.line(&format!("{what}, ratio of the middles to that one"), &ratio(&full), "");
        report.line(&format!("{what}, answered 304 to If-None-Match"), &spread(&unchanged), "");
    }
    report.line("resident memory after the load", &format!("{:.0} MB", running.resident_mb()?), "under 400 MB");
    reload(plan, report, &data, running.port).await?;
    drop(running);
    looks(report, &data.join("schools"))
}

/// The reload itself, in this process: a look at every file with nothing changed, and one that finds a change.
fn looks(report: &mut Report, schools: &Path) -> Result<()> {
    let policy = Policy { base_domain: "localhost".into(), ..Policy::default() };
    let config = RegistryConfig {
        schools_dir: schools.to_owned(),
        overlays: schools.join(".overlays"),
        policy,
        catalog: Arc::new(NoPlugins),
    };
    let registry = Registry::open(config)?;
    let file = schools.join("s00002/school.yaml");
    let yaml = std::fs::read_to_string(&file)?;
    let timed = || {
        let began = Instant::now();
        (registry.poll(), began.elapsed().as_secs_f64() * 1000.0)
    };
    let (mut idle, mut busy) = (Vec::new(), Vec::new());
    for round in 0..5 {
        idle.push(timed().1);
        std::fs::write(&file, yaml.replace("School s00002", &format!("School of round {round}")))?;
        // Younger files may be in the middle of a write, and wait for the next look.
        std::thread::sleep(Duration::from_millis(400));
        let (changed, took) = timed();
        ensure!(changed == 1, "{changed} schools were reloaded");
        busy.push(took);
    }
    let (idle, busy) = (median(&idle), median(&busy));
    report.line(
        "a look at all files, nothing changed (on a thread of its own, once a second)",
        &format!("{idle:.1} ms"),
        "",
    );
    report.line("a look that reloads one school", &format!("{busy:.1} ms"), "");
    report.line("the reload itself: the difference", &format!("{:.1} ms", (busy - idle).max(0.0)), "under 50 ms");
    Ok(())
}

/// Edits a school while one client asks for another all the time.
async fn reload(plan: &Plan, report: &mut Report, data: &Path, port: u16) -> Result<()> {
    let file = data.join("schools/s00001/school.yaml");
    let yaml = std::fs::read_to_string(&file)?;
    let school = chosen(plan);
    let steady = request("GET", &format!("{school}.localhost:{port}"), "/api/v1/oa/common/school-details", &[], b"");
    let quiet = load::run(port, 1, Duration::from_secs(3), 200, same(steady.clone())).await?;
    let beside = tokio::spawn(load::run(port, 1, Duration::from_secs(3), 200, same(steady)));
    tokio::time::sleep(Duration::from_millis(300)).await;
    std::fs::write(&file, yaml.replace("School s00001", "Renamed school"))?;
    let began = std::time::Instant::now();
    let ask = request("GET", &format!("s00001.localhost:{port}"), "/api/v1/oa/common/school-details", &[], b"");
    let mut connection = Connection::open(port).await?;
    let mut seen = None;
    while began.elapsed() < Duration::from_secs(5) && seen.is_none() {
        let answer = connection.call(&ask).await?;
        if String::from_utf8_lossy(&answer.body).contains("Renamed school") {
            seen = Some(began.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let beside = beside.await??;
    let seen = seen.map_or_else(|| "not within 5 s".to_owned(), |time| format!("{:.2} s", time.as_secs_f64()));
    report.line("an edit is live after", &seen, "within 2 s");
    report.line("slowest request of 3 s without a reload", &format!("{:.1} ms", quiet.most), "");
    report.line("slowest request of 3 s with the reload in it", &format!("{:.1} ms", beside.most), "under 50 ms");
    Ok(())
}
