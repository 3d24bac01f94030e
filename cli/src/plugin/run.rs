//! `qabul plugin run`: a component's verdict on answers.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail, ensure};
use clap::Args;
use plugin_host::{Call, CallContext, CallFault, Grants, KnownSet, Report};
use serde_json::{Value, json};
use server::plugins::SchoolTables;
use tenants::Tables;
use words::{Clock as _, SystemClock};

use super::{load, say, tables};

/// What to run, and on which answers.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The component.
    file: PathBuf,
    /// Which of its forms.
    #[arg(long)]
    form: String,
    /// The answers, a JSON object; `-` reads standard input.
    #[arg(long)]
    input: PathBuf,
    /// The family's language.
    #[arg(long, default_value = "en", value_parser = ["en", "ar"])]
    locale: String,
    /// The step on screen; all of the form when left out.
    #[arg(long, default_value = "")]
    step: String,
    /// A folder of rule tables, such as a bundle's (default: `tables` beside the component).
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Somebody the school knows, as kind=value (may be repeated).
    #[arg(long)]
    known: Vec<String>,
    /// The school.
    #[arg(long, default_value = "demo")]
    school: String,
    /// The day of the call, YYYY-MM-DD (default: today, UTC).
    #[arg(long)]
    today: Option<jiff::civil::Date>,
    /// The school's currency.
    #[arg(long, default_value = "OMR")]
    currency: String,
}

/// Prints the verdict as JSON. Everything the plugin asks for is granted.
pub(super) fn run(args: &RunArgs) -> anyhow::Result<()> {
    let (host, plugin) = load(&args.file)?;
    let forms = &plugin.descriptor().forms;
    ensure!(forms.contains(&args.form), "the plugin has no form {}; it has {}", args.form, forms.join(", "));
    let asks = &plugin.descriptor().asks;
    let tables = Arc::new(tables::find(&args.file, args.tables.as_deref())?);
    let call = call(args, Grants::all_asked(asks), tables.clone())?;
    let failed = |function: &str, fault: &CallFault| {
        let hint = tables::missing(&asks.tables, &tables).map_or_else(String::new, |hint| format!("\n{hint}"));
        anyhow!("{}{hint}", describe_fault(function, fault))
    };

    let checked = host.check_blocking(&plugin, &call).map_err(|fault| failed("check", &fault))?;
    // The server asks for a decision only on answers that it takes.
    let refused = checked.verdict.errors.iter().any(words::verdict::Issue::is_error);
    let decided = if refused {
        None
    } else {
        Some(host.decide_blocking(&plugin, &call).map_err(|fault| failed("decide", &fault))?)
    };
    let verdict = json!({
        "check": checked.verdict,
        "decide": decided.as_ref().map(|answer| &answer.verdict),
        "used": { "check": used(&checked.report), "decide": decided.as_ref().map(|answer| used(&answer.report)) },
    });
    say(&serde_json::to_string_pretty(&verdict)?);
    Ok(())
}

fn used(report: &Report) -> Value {
    json!({
        "fuel": report.fuel,
        "micros": u64::try_from(report.elapsed.as_micros()).unwrap_or(u64::MAX),
        "lookups": report.lookups,
        "denied": report.denied,
        "log": report.log,
    })
}

fn call(args: &RunArgs, grants: Grants, tables: Arc<Tables>) -> anyhow::Result<Call> {
    let values = if args.input.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        text
    } else {
        std::fs::read_to_string(&args.input).with_context(|| format!("cannot read {}", args.input.display()))?
    };
    let parsed: Value = serde_json::from_str(&values).context("the input is no JSON")?;
    ensure!(parsed.is_object(), "the input must be a JSON object of answers");

    let mut known = KnownSet::new();
    for pair in &args.known {
        let Some((kind, value)) = pair.split_once('=') else { bail!("--known is kind=value, not {pair}") };
        known.insert(kind, value, 100);
    }
    let now = words::clock::timestamp(SystemClock.now_ms());
    let today = args.today.unwrap_or_else(|| now.to_zoned(jiff::tz::TimeZone::UTC).date());
    Ok(Call {
        context: CallContext {
            school: args.school.clone(),
            form: args.form.clone(),
            locale: args.locale.clone(),
            step: args.step.clone(),
            role: "family".to_owned(),
            now_ms: u64::try_from(now.as_millisecond()).unwrap_or_default(),
            today: today.to_string(),
            currency: args.currency.clone(),
        },
        values,
        tables: Arc::new(SchoolTables(tables)),
        known: Arc::new(known),
        grants: Arc::new(grants),
        ended: None,
    })
}

fn describe_fault(function: &str, fault: &CallFault) -> String {
    let log: Vec<&str> = fault.report.log.iter().map(|line| line.message.as_str()).collect();
    let log = if log.is_empty() { String::new() } else { format!("\nlog: {}", log.join("\nlog: ")) };
    format!("{function} failed ({}): {fault}; {} fuel used{log}", fault.code(), fault.report.fuel)
}
