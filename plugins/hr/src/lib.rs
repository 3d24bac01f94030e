//! A job application to a school, offered by every school that switches it on.
//!
//! The fields are JSON Schema's; this plugin counts overlapping jobs once, asks about breaks, weighs the fit with the
//! post, compares expiries with the first day, looks whether relatives are known or of the staff, and estimates the salary step.
//! Posts, weights, salary steps and limits come from the school's dated tables.

mod case;
mod fit;
mod papers;
mod people;
mod salary;
mod show;
mod tables;
mod verdict;
mod work;

use plugin_sdk::{
    Checked, Context, Decision, Descriptor, EffectKind, FormPlugin, Host, PluginError, STAFF_NAME, STAFF_PHONE, Value,
};

use case::Case;

/// The form document, shared by both languages.
const DOCUMENT: &str = include_str!("../form.json");

/// The plugin.
pub struct Hr;

impl FormPlugin for Hr {
    fn describe() -> Descriptor {
        let described = Descriptor::new("hr", "1.0.0")
            .form("hr")
            .known("phone")
            .known(STAFF_PHONE)
            .known(STAFF_NAME)
            .effect(EffectKind::Task)
            .effect(EffectKind::Notify);
        tables::NAMES.iter().fold(described, |described, name| described.table(name))
    }

    fn document(form: &str) -> Option<String> {
        (form == "hr").then(|| DOCUMENT.to_owned())
    }

    fn check(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Checked, PluginError> {
        let case = Case::read(ctx, values, host)?;
        Ok(Checked { errors: case.issues(), computed: show::computed(&case) })
    }

    fn decide(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Decision, PluginError> {
        Ok(verdict::decide(&Case::read(ctx, values, host)?))
    }
}

plugin_sdk::export_plugin!(Hr);
