//! `qabul school push`, and what the other commands do where several servers share their schools: the newest state comes here
//! before a bundle is changed, and the changed bundle goes to all servers afterwards.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use server::Config;
use tenants::bundle::SCHOOL_FILE;
use tenants::depot::{Depot, Pushed};
use words::SchoolId;

use super::SchoolCommand;
use super::edit::EditCommand;
use super::overlay::OverlayCommand;
use crate::serve::runtime;

/// Kinds of files that lie in the store.
const KINDS: [&str; 2] = ["files", "avatars"];

/// Which schools.
#[derive(Debug, Args)]
pub struct PushArgs {
    /// The school's id.
    #[arg(required_unless_present = "all")]
    id: Option<SchoolId>,
    /// Every school of this machine.
    #[arg(long, conflicts_with = "id")]
    all: bool,
    /// Overrule what another server's operators pushed meanwhile.
    #[arg(long)]
    force: bool,
}

/// The depot of servers that have this one's secret.
pub fn agreed_depot(config: &Config) -> Result<Option<Depot>> {
    if config.store.is_none() {
        return Ok(None);
    }
    let secret = runtime()?.block_on(server::shared::agreed_secret(config))?;
    server::shared::depot(config, Some(secret))
}

/// Puts schools into the store: bundles, and uploads and pictures that lie here from the time before there was a store.
pub fn push(args: &PushArgs, config: &Config, out: &mut dyn Write) -> Result<ExitCode> {
    let Some(depot) = agreed_depot(config)? else {
        bail!("no `store` stands in qabul.yaml: this server has its schools to itself, and nothing has to be pushed")
    };
    let ids = match &args.id {
        Some(id) => BTreeSet::from([id.clone()]),
        None => local(config)?,
    };
    let mut failed = 0;
    for id in &ids {
        if let Err(error) = push_one(&depot, config, id, args.force, out) {
            writeln!(out, "{id}: {error:#}")?;
            failed += 1;
        }
    }
    ensure!(failed == 0, "{failed} of {} schools were not pushed", ids.len());
    Ok(ExitCode::SUCCESS)
}

/// One school with its files, and a line about it.
pub fn push_one(depot: &Depot, config: &Config, id: &SchoolId, force: bool, out: &mut dyn Write) -> Result<()> {
    runtime()?.block_on(async {
        let mut files = 0;
        for kind in KINDS {
            files += depot.push_files(&config.data, &format!("{kind}/{id}")).await?;
        }
        let pushed = depot.push(id, force).await?;
        let told = match pushed {
            Pushed::New => "pushed: every server follows within seconds",
            Pushed::Same => "is in the store as it is here",
        };
        let files = if files > 0 { format!(" ({files} uploads and pictures went along)") } else { String::new() };
        writeln!(out, "{id} {told}{files}.")?;
        Ok(())
    })
}

/// The bundles of this machine.
fn local(config: &Config) -> Result<BTreeSet<SchoolId>> {
    let mut ids = BTreeSet::new();
    for entry in std::fs::read_dir(&config.schools).with_context(|| config.schools.display().to_string())? {
        let entry = entry?;
        if entry.path().join(SCHOOL_FILE).is_file() {
            ids.extend(SchoolId::parse(&entry.file_name().to_string_lossy()).ok());
        }
    }
    Ok(ids)
}

/// What a command will have changed.
pub struct Touching {
    depot: Depot,
    id: Option<SchoolId>,
    before: BTreeSet<SchoolId>,
    empties: bool,
}

impl Touching {
    /// Before a command that changes a bundle: its newest state comes here, so that nothing older is pushed over it. `None`
    /// where there is nothing to do.
    pub fn begin(command: &SchoolCommand, config: &Config) -> Result<Option<Self>> {
        let (id, empties) = match command {
            SchoolCommand::New(_) => (None, false),
            SchoolCommand::Edit(
                EditCommand::Suspend { id }
                | EditCommand::Resume { id }
                | EditCommand::RenameHost { id, .. }
                | EditCommand::Lock { id, .. }
                | EditCommand::Unlock { id, .. },
            ) => (Some(id), false),
            SchoolCommand::Overlay(OverlayCommand::Absorb { id }) => (Some(id), true),
            _ => return Ok(None),
        };
        let Some(depot) = agreed_depot(config)? else { return Ok(None) };
        let id = id.cloned();
        let followed = runtime()?.block_on(async {
            match &id {
                Some(id) => depot.follow_one(id).await.map(drop),
                None => depot.follow().await.map(drop),
            }
        });
        followed.context("the object store does not answer; nothing was done")?;
        Ok(Some(Self { depot, id, before: local(config).unwrap_or_default(), empties }))
    }

    /// After it.
    pub fn end(self, config: &Config, out: &mut dyn Write) -> Result<()> {
        let new = || Ok::<_, anyhow::Error>(local(config)?.difference(&self.before).cloned().collect());
        let ids: Vec<SchoolId> = match &self.id {
            Some(id) => vec![id.clone()],
            None => new()?,
        };
        for id in ids {
            let pushed = push_one(&self.depot, config, &id, false, out).and_then(|()| {
                let overlay = async { if self.empties { self.depot.push_overlay(&id).await } else { Ok(()) } };
                Ok(runtime()?.block_on(overlay)?)
            });
            pushed.with_context(|| {
                format!("it is done on this machine only; `qabul school push {id}` brings it to all servers")
            })?;
        }
        Ok(())
    }
}

/// The newest state of every school, before all of them are read; of one, where it is named.
pub fn follow(config: &Config, id: Option<&SchoolId>) -> Result<()> {
    let Some(depot) = agreed_depot(config)? else { return Ok(()) };
    let followed = runtime()?.block_on(async {
        match id {
            Some(id) => depot.follow_one(id).await.map(drop),
            None => depot.follow().await.map(drop),
        }
    });
    followed.context("the object store does not answer")
}

/// After schools were taken in.
pub fn taken_in(config: &Config, ids: &[SchoolId], out: &mut dyn Write) -> Result<()> {
    let Some(depot) = agreed_depot(config)? else { return Ok(()) };
    for id in ids {
        push_one(&depot, config, id, false, out).with_context(|| {
            format!("{id} was taken in on this machine only; `qabul school push {id}` brings it to all servers")
        })?;
    }
    Ok(())
}
