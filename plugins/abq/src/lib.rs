//! The admission form of a K-12 school in Oman with a Cambridge and a bilingual stream.
//!
//! JSON Schema checks the fields; this plugin does what takes looking things up and reckoning: the grade by age on the
//! ministry's cut-off of that year, the documents for this child, brothers and sisters, the fee estimate with its
//! cheques, and the desk that reads the application. All numbers come from the school's dated tables.

mod case;
mod desk;
mod documents;
mod family;
mod fees;
mod place;
mod show;
mod tables;
mod verdict;
mod year;

use plugin_sdk::{Checked, Context, Decision, Descriptor, EffectKind, FormPlugin, Host, PluginError, Value};

use case::Case;

/// The form document, shared by both languages.
const DOCUMENT: &str = include_str!("../form.json");

/// The plugin.
pub struct Abq;

impl FormPlugin for Abq {
    fn describe() -> Descriptor {
        let described = Descriptor::new("abq", "1.0.0").form("abq").known("national_id").effect(EffectKind::Task);
        tables::NAMES.iter().fold(described, |described, name| described.table(name))
    }

    fn document(form: &str) -> Option<String> {
        (form == "abq").then(|| DOCUMENT.to_owned())
    }

    fn check(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Checked, PluginError> {
        let case = Case::read(ctx, values, host)?;
        Ok(Checked { errors: case.issues()?, computed: show::computed(&case)? })
    }

    fn decide(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Decision, PluginError> {
        verdict::decide(&Case::read(ctx, values, host)?, host)
    }
}

plugin_sdk::export_plugin!(Abq);
