//! `qabul school suspend | resume | rename-host | lock | unlock`: single edits of a bundle's files, comments kept.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};
use clap::Subcommand;
use serde_json::{Value, json};
use tenants::bundle::edit::{appended, edit_file, put, removed, replaced};
use tenants::bundle::locks::{LOCKS_FILE, OPERATORS};
use tenants::bundle::suspension::set_suspended;
use tenants::bundle::{BundleFiles, FileKind, Locks, SCHOOL_FILE, parse_config};
use words::SchoolId;

use crate::bundles::Setup;

/// What edits a bundle.
#[derive(Debug, Subcommand)]
pub enum EditCommand {
    /// Suspend a school: its pages say so, every call is refused; nothing is removed.
    #[command(after_help = "Example:\n  qabul school suspend alnoor")]
    Suspend {
        /// The school's id.
        id: SchoolId,
    },
    /// End a suspension.
    Resume {
        /// The school's id.
        id: SchoolId,
    },
    /// Give one of a school's own hosts another name. (`<id>.<base domain>` is its own for ever.)
    #[command(after_help = "Example:\n  qabul school rename-host alnoor apply.alnoor.edu admissions.alnoor.edu")]
    RenameHost {
        /// The school's id.
        id: SchoolId,
        /// The host as it is.
        old: String,
        /// The host as it shall be.
        new: String,
    },
    /// Keep a place for the operators: the school sees it and cannot change it.
    #[command(
        after_help = "Examples:\n  qabul school lock alnoor /branding/logo\n  qabul school lock alnoor forms/new.json\n  \
                            qabul school lock alnoor tables/"
    )]
    Lock {
        /// The school's id.
        id: SchoolId,
        /// A pointer of school.yaml, a file of the bundle, or a folder that ends in a slash.
        key: String,
    },
    /// Give such a place back to the school.
    Unlock {
        /// The school's id.
        id: SchoolId,
        /// As it was locked.
        key: String,
    },
}

/// Does it.
pub fn run(command: EditCommand, setup: &Setup, out: &mut dyn Write) -> Result<ExitCode> {
    match command {
        EditCommand::Suspend { id } => suspend(setup, &id, true, out)?,
        EditCommand::Resume { id } => suspend(setup, &id, false, out)?,
        EditCommand::RenameHost { id, old, new } => rename_host(setup, &id, &old, &new, out)?,
        EditCommand::Lock { id, key } => lock(setup, &id, &key, out)?,
        EditCommand::Unlock { id, key } => unlock(setup, &id, &key, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The base of a school, as its operators have it.
pub fn base(setup: &Setup, id: &SchoolId) -> Result<BundleFiles> {
    let folder = setup.schools_dir.join(id.as_str());
    ensure!(
        folder.join(SCHOOL_FILE).is_file(),
        "there is no school `{id}`; `qabul school list` shows the ones there are"
    );
    Ok(BundleFiles::new(folder))
}

fn edit_school(
    files: &BundleFiles,
    what: &str,
    change: impl FnOnce(&str) -> Option<String>,
    meant: impl FnOnce(&mut Value),
) -> Result<()> {
    let label = files.label(SCHOOL_FILE);
    let check = |bytes: &[u8]| parse_config(&label, bytes).map(drop);
    Ok(edit_file(&files.root().join(SCHOOL_FILE), &label, what, change, meant, check)?)
}

fn suspend(setup: &Setup, id: &SchoolId, to: bool, out: &mut dyn Write) -> Result<()> {
    let files = base(setup, id)?;
    let state = if to { "suspended" } else { "live" };
    if !set_suspended(&files, to)? {
        writeln!(out, "{id} is {state} already.")?;
        return Ok(());
    }
    writeln!(out, "{id} is {state}. A running server follows within two seconds.")?;
    Ok(())
}

fn rename_host(setup: &Setup, id: &SchoolId, old: &str, new: &str, out: &mut dyn Write) -> Result<()> {
    let files = base(setup, id)?;
    let registry = setup.open()?;
    let base_domain = &setup.policy.base_domain;
    ensure!(
        old != format!("{id}.{base_domain}"),
        "{old} is the school's own for ever; hosts of its own stand under `hosts` in school.yaml"
    );
    let hosts = match tenants::bundle::read_config(&files) {
        Ok(checked) => checked.config.hosts,
        Err(found) => bail!("school.yaml is broken: {}", found.first().map(ToString::to_string).unwrap_or_default()),
    };
    let Some(at) = hosts.iter().position(|host| host == old) else {
        bail!(
            "{old} is none of the hosts of {id}; they are {}",
            if hosts.is_empty() { "none".into() } else { hosts.join(", ") }
        )
    };
    if let Some(holder) = registry.all().iter().find(|school| school.config().hosts.iter().any(|host| host == new)) {
        bail!("{new} is the school {}'s already", holder.id());
    }
    ensure!(
        new != base_domain && !new.ends_with(&format!(".{base_domain}")),
        "{new} belongs to the platform; the school lives at {id}.{base_domain} without it"
    );
    let pointer = format!("/hosts/{at}");
    // A host's letters need no quotes in YAML, unless it is made of digits and dots.
    let quoted = serde_json::to_string(new)?;
    let plain = new.bytes().any(|byte| byte.is_ascii_alphabetic());
    let value = if plain { new } else { quoted.as_str() };
    let set = |text: &str| replaced(text, &pointer, value);
    edit_school(&files, &format!("{old} to {new}"), set, |value| value["hosts"][at] = json!(new))?;
    writeln!(out, "{id} answers at {new}, and not at {old} any more. A running server follows within two seconds.")?;
    writeln!(out, "Links in mails that were sent name {old}: let it redirect for a while.")?;
    Ok(())
}

fn locks(files: &BundleFiles) -> Result<Locks> {
    Locks::read(files).map_err(|found| {
        anyhow::anyhow!("{LOCKS_FILE} is broken: {}", found.first().map(ToString::to_string).unwrap_or_default())
    })
}

fn lock(setup: &Setup, id: &SchoolId, key: &str, out: &mut dyn Write) -> Result<()> {
    let files = base(setup, id)?;
    if OPERATORS.contains(&key) {
        writeln!(out, "{key} is the operators' in every school.")?;
        return Ok(());
    }
    check_key(&files, key)?;
    let known = locks(&files)?.locked;
    if known.iter().any(|lock| lock == key) {
        writeln!(out, "{key} is locked already.")?;
        return Ok(());
    }
    let path = files.root().join(LOCKS_FILE);
    let quoted = serde_json::to_string(key)?;
    if known.is_empty() {
        put(&path, file_of(&[key.to_owned()])?.as_bytes())?;
    } else {
        let change = |text: &str| appended(text, "/locked", &quoted);
        let meant = |value: &mut Value| {
            if let Some(list) = value["locked"].as_array_mut() {
                list.push(json!(key));
            }
        };
        edit_file(&path, &files.label(LOCKS_FILE), &format!("the lock {key}"), change, meant, |_| Ok(()))?;
    }
    writeln!(out, "{key} of {id} is locked: the school's screens say so, and edits of it are refused.")?;
    let overlay = setup.overlay(id).read()?;
    let file_is = |file: &str| key == file || (key.ends_with('/') && file.starts_with(key));
    let held = |entry: &&tenants::bundle::Entry| match key.starts_with('/') {
        true => entry.file == SCHOOL_FILE && tenants::bundle::place::overlap(&entry.pointer, key.trim_end_matches('/')),
        false => file_is(&entry.file),
    };
    if overlay.entries.iter().any(|entry| held(&entry)) {
        writeln!(
            out,
            "The school has changed it already; that stays as it is until it is absorbed: `qabul school diff {id}`."
        )?;
    }
    Ok(())
}

/// A place that a bundle can have.
fn check_key(files: &BundleFiles, key: &str) -> Result<()> {
    if key.starts_with('/') {
        ensure!(tenants::bundle::place::parts(key.trim_end_matches('/')).is_some(), "`{key}` is no pointer");
        let name = key.trim_start_matches('/').split('/').next().unwrap_or_default();
        let known = tenants::school_schema()["properties"].get(name).is_some() || key == "/";
        ensure!(
            known,
            "school.yaml has no key `{name}`; a file is named without the first slash, such as forms/new.json"
        );
        return Ok(());
    }
    let is_folder = key.ends_with('/')
        && FileKind::of(&format!("{key}en/x.json")).or(FileKind::of(&format!("{key}x.json"))).is_some();
    let others = ["tables/", "mail/", "sms/", "assets/", "plugins/", "forms/", "locales/", "texts/", "letters/"];
    let is_file = FileKind::of(key).is_some() || files.root().join(key).is_file();
    ensure!(
        is_folder || others.contains(&key) || is_file,
        "`{key}` is neither a pointer of school.yaml nor a file of a bundle"
    );
    Ok(())
}

fn unlock(setup: &Setup, id: &SchoolId, key: &str, out: &mut dyn Write) -> Result<()> {
    let files = base(setup, id)?;
    ensure!(!OPERATORS.contains(&key), "{key} is the operators' in every school and cannot be unlocked");
    let known = locks(&files)?.locked;
    let Some(at) = known.iter().position(|lock| lock == key) else {
        bail!("{key} is not locked; locked are: {}", if known.is_empty() { "none".into() } else { known.join(", ") })
    };
    let path = files.root().join(LOCKS_FILE);
    if known.len() == 1 {
        put(&path, file_of(&[])?.as_bytes())?;
    } else {
        let change = |text: &str| removed(text, &format!("/locked/{at}"));
        let meant = |value: &mut Value| {
            if let Some(list) = value["locked"].as_array_mut() {
                list.remove(at);
            }
        };
        edit_file(&path, &files.label(LOCKS_FILE), &format!("the lock {key}"), change, meant, |_| Ok(()))?;
    }
    writeln!(out, "{key} of {id} is the school's again.")?;
    Ok(())
}

fn file_of(locked: &[String]) -> Result<String> {
    let mut text =
        "# Places that the school cannot change: `qabul school lock` and `unlock` edit this file too.\n".to_owned();
    if locked.is_empty() {
        text.push_str("locked: []\n");
        return Ok(text);
    }
    text.push_str("locked:\n");
    for key in locked {
        text.push_str(&format!("  - {}\n", serde_json::to_string(key)?));
    }
    Ok(text)
}
