//! `qabul form …`: example answers of a school's forms.

use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Subcommand};
use form::FormDocument;
use tenants::FormError;
use words::{Language, SchoolId};

use crate::bundles::Setup;
use crate::school::find;

/// What to do with forms.
#[derive(Debug, Subcommand)]
pub enum FormCommand {
    /// Print example answers that are right today: the bare values, as JSON.
    Sample(SampleArgs),
}

/// Which example.
#[derive(Debug, Args)]
pub struct SampleArgs {
    /// The school's id.
    #[arg(long)]
    pub school: SchoolId,
    /// The form's id.
    #[arg(long)]
    pub form: String,
    /// `ar` prefers an example in Arabic, where the form has one.
    #[arg(long, default_value = "en")]
    pub locale: String,
    /// The example's name; the first one unless given.
    #[arg(long)]
    pub name: Option<String>,
}

/// Does it.
pub fn run(command: FormCommand, setup: &Setup, out: &mut (dyn Write + Send)) -> anyhow::Result<ExitCode> {
    let FormCommand::Sample(args) = command;
    let Some(language) = Language::parse(&args.locale) else { bail!("the locale is en or ar") };
    let registry = setup.open()?;
    let school = find(&registry, &args.school)?;
    let document = match school.form(&args.form) {
        Ok(document) => document,
        Err(FormError::NotOffered) => {
            let forms: Vec<&str> = school.config().forms.keys().map(String::as_str).collect();
            bail!("`{}` does not offer the form `{}`; it offers {}", args.school, args.form, forms.join(", "))
        }
        Err(FormError::Broken(found)) => {
            let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
            bail!("the form `{}` is broken:\n{}", args.form, lines.join("\n"))
        }
    };
    let name = args.name.as_deref().or_else(|| in_language(&document, language));
    let Some(values) = document.sample(name, school.today(setup.now_ms)) else {
        let names: Vec<&str> = document.sample_names().collect();
        bail!("the form has no example `{}`; it has {}", name.unwrap_or_default(), names.join(", "))
    };
    writeln!(out, "{}", serde_json::to_string_pretty(&values)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The example named after the language, when there is one.
fn in_language(document: &FormDocument, language: Language) -> Option<&str> {
    let wanted = match language {
        Language::En => return None,
        Language::Ar => "arabic",
    };
    document.sample_names().find(|name| *name == wanted)
}
