//! `qabul migrate`.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use kernel::caller::SchoolScope;
use kernel::db::DbConfig;
use words::SchoolId;

use crate::options::Options;
use crate::serve::runtime;

/// Brings the databases up to date: PostgreSQL by opening it, SQLite school by school.
pub fn run(options: Options) -> Result<ExitCode> {
    let config = options.config()?;
    runtime()?.block_on(async {
        let (db, _woken) = server::app::open_database(&config).await?;
        let platform = server::app::open_platform(&config).await?;
        // Its SQLite file migrates when it is opened, which reading does.
        drop(platform.read().await.context("the platform's own database")?);
        platform.close().await;
        let mut out = std::io::stdout();
        let mut schools = 0;
        if let DbConfig::Lite { folder, .. } = &config.database {
            for id in school_files(folder)? {
                db.migrate(&SchoolScope::vouch(id.clone())).await.with_context(|| format!("school {id}"))?;
                schools += 1;
            }
            writeln!(out, "up to date: {schools} schools in {}", folder.display())?;
        } else {
            writeln!(out, "up to date: the PostgreSQL database")?;
        }
        db.close().await;
        Ok(ExitCode::SUCCESS)
    })
}

/// The schools that have a file, by id.
fn school_files(folder: &std::path::Path) -> Result<Vec<SchoolId>> {
    let mut ids = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        ids.extend(name.strip_suffix(".sqlite").and_then(|id| SchoolId::parse(id).ok()));
    }
    ids.sort();
    Ok(ids)
}
