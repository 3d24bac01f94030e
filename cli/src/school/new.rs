//! `qabul school new`: from its arguments, or asked for at a terminal.

use std::io::{IsTerminal as _, Write};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use inquire::validator::Validation;
use inquire::{CustomUserError, Select, Text};
use tenants::registry::resolve::RESERVED_LABELS;
use tenants::template::{CreateError, NewSchool, create};
use words::{Currency, SchoolId};

use crate::bundles::Setup;

/// The new school's words; what is left out is asked for.
#[derive(Debug, Clone, Default, Args)]
pub struct NewArgs {
    /// Its id: 1 to 63 of a-z, 0-9 and -; the first label of its address, for ever.
    pub id: Option<String>,
    /// Its name in English.
    #[arg(long)]
    pub name_en: Option<String>,
    /// Its name in Arabic.
    #[arg(long)]
    pub name_ar: Option<String>,
    /// IANA time zone, such as Asia/Muscat.
    #[arg(long)]
    pub time_zone: Option<String>,
    /// ISO 4217 code, such as OMR.
    #[arg(long)]
    pub currency: Option<String>,
    /// Address of its first administrator.
    #[arg(long)]
    pub admin_email: Option<String>,
    /// Sender of its mail; `admissions@<id>.<base domain>` unless given.
    #[arg(long)]
    pub mail_from: Option<String>,
}

/// Every word that a school needs.
struct Words {
    id: SchoolId,
    name_en: String,
    name_ar: String,
    time_zone: String,
    currency: String,
    admin_email: String,
}

/// Makes the school. `first_admin` makes its administrator's account and gives the one-time link to its password.
pub async fn new(
    args: NewArgs,
    setup: &Setup,
    out: &mut (dyn Write + Send),
    first_admin: impl AsyncFnOnce(&SchoolId, &str) -> Result<String>,
) -> Result<ExitCode> {
    let mail_from = args.mail_from.clone();
    let missing = missing(&args);
    let asked = !missing.is_empty();
    let words = if asked { ask(args, &missing, setup)? } else { words_of(args)? };
    let Words { id, name_en, name_ar, time_zone, currency, admin_email } = words;
    let mut school = NewSchool::under(&setup.policy.base_domain, id.clone())
        .named(&name_en, &name_ar)
        .in_place(&time_zone, &currency);
    if let Some(from) = mail_from {
        school.mail_from = from;
    }
    std::fs::create_dir_all(&setup.schools_dir).with_context(|| setup.schools_dir.display().to_string())?;
    let place = match create(&setup.schools_dir, &school, setup.today()) {
        Ok(place) => place,
        Err(CreateError::Invalid(found)) => {
            for problem in &found {
                let hint = problem.hint.as_deref().map(|hint| format!(" ({hint})")).unwrap_or_default();
                writeln!(out, "{}: {}{hint}", problem.pointer, problem.message)?;
            }
            bail!("this makes no school; nothing was written");
        }
        Err(error) => return Err(error.into()),
    };
    writeln!(out, "Made {} in {}", school.name_en, place.display())?;
    writeln!(out, "Address:   {}", setup.origin(&format!("{id}.{}", setup.policy.base_domain)))?;
    let link = first_admin(&id, &admin_email).await.with_context(|| {
        format!("the school was made, its administrator not: try `qabul user add --school {id} --email {admin_email} --role school_admin`")
    })?;
    writeln!(out, "Password:  {link}")?;
    writeln!(out, "           (for {admin_email}; the link works once)")?;
    if asked {
        writeln!(out, "\nNext:")?;
        writeln!(out, "  1. Send {admin_email} the link above, by a way that others do not read.")?;
        writeln!(out, "  2. `qabul serve`, if it does not run: it shows the school within two seconds.")?;
        writeln!(out, "  3. The administrator signs in: logo, colours, dates and forms are set up there.")?;
        writeln!(
            out,
            "  4. Later: `qabul school check {id}` and `qabul school lint {id}`; `qabul doctor` for the server."
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What was not given, by the names of the arguments.
fn missing(args: &NewArgs) -> Vec<&'static str> {
    let all = [
        ("ID", args.id.is_none()),
        ("--name-en", args.name_en.is_none()),
        ("--name-ar", args.name_ar.is_none()),
        ("--time-zone", args.time_zone.is_none()),
        ("--currency", args.currency.is_none()),
        ("--admin-email", args.admin_email.is_none()),
    ];
    all.into_iter().filter(|(_, is_missing)| *is_missing).map(|(name, _)| name).collect()
}

fn words_of(args: NewArgs) -> Result<Words> {
    let NewArgs { id, name_en, name_ar, time_zone, currency, admin_email, .. } = args;
    let some = |value: Option<String>| value.unwrap_or_default();
    Ok(Words {
        id: SchoolId::parse(&some(id))?,
        name_en: some(name_en),
        name_ar: some(name_ar),
        time_zone: some(time_zone),
        currency: some(currency),
        admin_email: some(admin_email),
    })
}

type Checked = Result<Validation, CustomUserError>;

fn verdict(fault: Option<String>) -> Checked {
    Ok(fault.map_or(Validation::Valid, |fault| Validation::Invalid(fault.into())))
}

/// Asks for what is missing, and holds each answer against the rules as it is typed.
fn ask(mut args: NewArgs, missing: &[&str], setup: &Setup) -> Result<Words> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        bail!("these are missing, and there is no terminal to ask for them at: {}", missing.join(", "));
    }
    let schools = setup.schools_dir.clone();
    let base_domain = setup.policy.base_domain.clone();
    if args.id.is_none() {
        let help = format!("The school lives at <id>.{base_domain}, for ever.");
        let check = move |text: &str| verdict(id_fault(text, &schools));
        args.id = Some(Text::new("Id:").with_help_message(&help).with_validator(check).prompt()?);
    }
    let named = |what: &str| -> Result<String> {
        let check = |text: &str| verdict(text.trim().is_empty().then(|| "A name is needed.".to_owned()));
        Ok(Text::new(what).with_validator(check).prompt()?)
    };
    if args.name_en.is_none() {
        args.name_en = Some(named("Name in English:")?);
    }
    if args.name_ar.is_none() {
        args.name_ar = Some(named("Name in Arabic:")?);
    }
    if args.time_zone.is_none() {
        let zones: Vec<String> = jiff::tz::db().available().map(|name| name.to_string()).collect();
        let own = jiff::tz::TimeZone::system().iana_name().and_then(|own| zones.iter().position(|zone| zone == own));
        let select = Select::new("Time zone:", zones)
            .with_page_size(12)
            .with_help_message("Type a part of its name, such as Muscat.");
        args.time_zone = Some(select.with_starting_cursor(own.unwrap_or(0)).prompt()?);
    }
    if args.currency.is_none() {
        let check = |text: &str| {
            verdict(
                Currency::parse(text)
                    .is_none()
                    .then(|| "No currency has this ISO 4217 code: write it as OMR.".to_owned()),
            )
        };
        let upper = Text::new("Currency:").with_placeholder("OMR").with_validator(check).prompt()?;
        args.currency = Some(upper);
    }
    if args.admin_email.is_none() {
        let check = |text: &str| verdict(mail_fault(text));
        let help = "They get a link to set their password, and set the school up.";
        args.admin_email = Some(
            Text::new("E-mail of its first administrator:").with_help_message(help).with_validator(check).prompt()?,
        );
    }
    words_of(args)
}

fn id_fault(text: &str, schools: &std::path::Path) -> Option<String> {
    match SchoolId::parse(text) {
        Err(error) => Some(error.to_string()),
        Ok(_) if RESERVED_LABELS.contains(&text) => Some(format!("`{text}` is kept for the platform.")),
        Ok(_) if schools.join(text).exists() => Some(format!("There is a school `{text}` already.")),
        Ok(_) => None,
    }
}

fn mail_fault(text: &str) -> Option<String> {
    let sound = text.trim().split_once('@').is_some_and(|(name, host)| {
        !name.is_empty()
            && host.contains('.')
            && !host.starts_with('.')
            && !host.ends_with('.')
            && !text.contains(char::is_whitespace)
    });
    (!sound).then(|| "This is no address.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_held_against_the_rules() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("abq")).unwrap();
        let fault = |id: &str| id_fault(id, folder.path());
        assert!(fault("alnoor").is_none());
        assert!(fault("Al Noor").is_some() && fault("www").is_some() && fault("abq").is_some() && fault("").is_some());
        assert!(mail_fault("head@alnoor.example").is_none());
        for bad in ["head", "head@", "@alnoor.example", "head@alnoor", "he ad@alnoor.example", "head@.example"] {
            assert!(mail_fault(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn what_is_missing_is_named_as_it_is_given() {
        let args = NewArgs { id: Some("a".into()), currency: Some("OMR".into()), ..NewArgs::default() };
        assert_eq!(missing(&args), ["--name-en", "--name-ar", "--time-zone", "--admin-email"]);
    }
}
