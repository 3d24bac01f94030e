//! `qabul school check` and `lint`: what is wrong, and what is weak.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use tenants::{Diagnostic, Registry};
use words::SchoolId;

use crate::bundles::{Setup, render};

/// Places that are shown of each kind, when all schools are looked over.
const PLACES: usize = 3;

/// What to look over.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The school's id.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub id: Option<String>,
    /// Every school, summed up by kind of finding.
    #[arg(long)]
    pub all: bool,
    /// With --all: every finding in its lines.
    #[arg(long)]
    pub full: bool,
    /// Print the findings as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Findings by school.
type Found = BTreeMap<String, Vec<Diagnostic>>;

/// `qabul school check`: fails when a school has errors.
pub fn check(args: &CheckArgs, setup: &Setup, out: &mut dyn Write) -> Result<ExitCode> {
    let begun = Instant::now();
    let registry = setup.open()?;
    let Some(mut found) = registry.check(args.id.as_deref()) else {
        bail!("there is no school `{}` in {}", args.id.as_deref().unwrap_or_default(), setup.schools_dir.display());
    };
    // What the desk would not take does not pass here either.
    for (school, flaws) in registry.rehearse(args.id.as_deref(), setup.now_ms) {
        found.entry(school).or_default().extend(flaws);
    }
    show(args, setup, &found, begun, out)?;
    if !args.json && (!args.all || args.full) {
        for school in found.keys() {
            outward(&registry, school, out)?;
            unreached(&registry, setup, school, out)?;
        }
    }
    let is_broken = found.values().flatten().any(Diagnostic::is_error);
    Ok(if is_broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Where a bundle sends what is not its own, and with which keys of this server: whoever takes in a bundle that others wrote reads
/// it here.
pub(super) fn outward(registry: &Registry, folder: &str, out: &mut dyn Write) -> Result<()> {
    let Some(school) = SchoolId::parse(folder).ok().and_then(|id| registry.school(&id)) else { return Ok(()) };
    let config = school.config();
    let key = |name: &Option<String>| name.as_deref().unwrap_or("no key").to_owned();
    if let Some(sms) = &config.sms {
        let to = if sms.calling_codes.is_empty() { "every country".to_owned() } else { sms.calling_codes.join(", ") };
        writeln!(out, "{folder}: text messages go to {} with {}, to numbers of {to}", sms.url, key(&sms.token_env))?;
    }
    if config.captcha.provider.is_foreign() {
        let provider = serde_json::to_value(config.captcha.provider)?;
        let provider = provider.as_str().unwrap_or_default();
        writeln!(out, "{folder}: {provider} is asked about riddles with {}", key(&config.captcha.secret_env))?;
    }
    Ok(())
}

/// How many sign in by a number that the school sends no texts to: since it took a country out they are turned away at the door.
fn unreached(registry: &Registry, setup: &Setup, folder: &str, out: &mut dyn Write) -> Result<()> {
    let Some(school) = SchoolId::parse(folder).ok().and_then(|id| registry.school(&id)) else { return Ok(()) };
    let Some(gateway) = &school.config().sms else { return Ok(()) };
    match numbers(setup, school.id()) {
        Ok(numbers) => {
            let count = numbers.iter().filter(|number| !gateway.reaches(number)).count();
            if count > 0 {
                let accounts = counted(count, "account");
                writeln!(
                    out,
                    "{folder}: {accounts} with a number that the school sends no texts to (sms.calling_codes): nobody signs in there"
                )?;
            }
        }
        Err(error) => writeln!(out, "{folder}: whether all numbers of its people get texts is not known: {error:#}")?,
    }
    Ok(())
}

/// The numbers that people of a school sign in by; none where there is no database yet.
fn numbers(setup: &Setup, id: &SchoolId) -> Result<Vec<String>> {
    let Some(mut source) = setup.place.source(id)? else { return Ok(Vec::new()) };
    let Some(users) = source.tables()?.into_iter().find(|table| table.name == "users") else { return Ok(Vec::new()) };
    let at = |name: &str| users.columns.iter().position(|column| column.name == name);
    let (Some(phone), Some(proved), Some(kind), Some(status)) =
        (at("phone"), at("phone_verified_at"), at("kind"), at("status"))
    else {
        return Ok(Vec::new());
    };
    let mut numbers = Vec::new();
    source.rows(&users, &mut |row| {
        let is = |column: usize, value: &str| row[column].as_deref() == Some(value);
        if row[proved].is_some() && is(kind, "family") && is(status, "active") {
            numbers.extend(row[phone].clone());
        }
        Ok(())
    })?;
    Ok(numbers)
}

/// `qabul school lint`: never fails.
pub fn lint(args: &CheckArgs, setup: &Setup, out: &mut dyn Write) -> Result<ExitCode> {
    let begun = Instant::now();
    let registry = setup.open()?;
    let Some(found) = registry.lint(args.id.as_deref(), |school| school.today(setup.now_ms)) else {
        bail!("there is no live school `{}`: `qabul school check` says why", args.id.as_deref().unwrap_or_default());
    };
    show(args, setup, &found, begun, out)?;
    Ok(ExitCode::SUCCESS)
}

fn show(args: &CheckArgs, setup: &Setup, found: &Found, begun: Instant, out: &mut dyn Write) -> Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(found)?)?;
        return Ok(());
    }
    if !args.all || args.full {
        for finding in found.values().flatten() {
            write!(out, "{}", render(&setup.schools_dir, finding))?;
        }
    }
    let errors = found.values().flatten().filter(|finding| finding.is_error()).count();
    let warnings = found.values().flatten().count() - errors;
    if !args.all {
        let (schools, errors) = (counted(found.len(), "school"), counted(errors, "error"));
        writeln!(out, "{schools}: {errors}, {}", counted(warnings, "warning"))?;
        return Ok(());
    }
    sum_up(found, begun, out)
}

pub(crate) fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// How many, which kinds, where first, and what to do.
fn sum_up(found: &Found, begun: Instant, out: &mut dyn Write) -> Result<()> {
    let of = |wanted: fn(&Diagnostic) -> bool| found.values().filter(move |all| all.iter().any(wanted)).count();
    let broken = of(Diagnostic::is_error);
    let warned = of(|finding| !finding.is_error());
    let clean = found.values().filter(|all| all.is_empty()).count();
    let (schools, seconds) = (counted(found.len(), "school"), begun.elapsed().as_secs_f64());
    writeln!(
        out,
        "{schools} in {seconds:.1} s: {clean} without findings, {broken} with errors, {warned} with warnings"
    )?;
    for (title, is_error) in [("Errors", true), ("Warnings", false)] {
        let mut kinds: BTreeMap<&str, Vec<&Diagnostic>> = BTreeMap::new();
        for finding in found.values().flatten().filter(|finding| finding.is_error() == is_error) {
            kinds.entry(finding.code).or_default().push(finding);
        }
        let mut kinds: Vec<_> = kinds.into_iter().collect();
        kinds.sort_by_key(|(code, all)| (std::cmp::Reverse(all.len()), *code));
        if !kinds.is_empty() {
            writeln!(out, "{title}:")?;
        }
        for (code, all) in kinds {
            let schools: BTreeSet<&str> = all.iter().filter_map(|finding| finding.file.split('/').next()).collect();
            writeln!(out, "  {code}: {} in {}", all.len(), counted(schools.len(), "school"))?;
            for finding in all.iter().take(PLACES) {
                writeln!(out, "    {} {}", finding.place(), finding.told())?;
            }
            if all.len() > PLACES {
                writeln!(out, "    and {} more", all.len() - PLACES)?;
            }
            if let Some(hint) = all.first().and_then(|finding| finding.hint.as_deref()) {
                writeln!(out, "    → {hint}")?;
            }
        }
    }
    if broken > 0 {
        let first = found.iter().find(|(_, all)| all.iter().any(Diagnostic::is_error));
        let first = first.map(|(id, _)| id.as_str()).unwrap_or_default();
        writeln!(
            out,
            "Next: `qabul school check {first}` shows the lines; --full those of all, --json is for programs."
        )?;
    }
    Ok(())
}
