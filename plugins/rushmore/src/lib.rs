//! The programme finder of a school with several campuses: what fits and why, credits brought along, scholarships,
//! agents' codes, who calls in which language and hour, and what the law of the family's country says.

pub mod agents;
pub mod counsellor;
pub mod credits;
pub mod grades;
pub mod rank;
pub mod review;
pub mod scholarship;
pub mod show;
pub mod tables;
pub mod verdict;

use plugin_sdk::{Checked, Context, Decision, Descriptor, EffectKind, FormPlugin, Host, PluginError, Value};
use rules::answers::Answers;

/// The form document.
pub const DOCUMENT: &str = include_str!("../rushmore.json");

/// The plugin.
#[derive(Debug)]
pub struct Rushmore;

impl FormPlugin for Rushmore {
    fn describe() -> Descriptor {
        let mut descriptor =
            Descriptor::new("rushmore", env!("CARGO_PKG_VERSION")).form("rushmore").effect(EffectKind::Task);
        for table in tables::NAMES {
            descriptor = descriptor.table(table);
        }
        for (kind, _) in verdict::KNOWN {
            descriptor = descriptor.known(kind);
        }
        descriptor.known(plugin_sdk::STAFF_LOAD)
    }

    fn document(form: &str) -> Option<String> {
        (form == "rushmore").then(|| DOCUMENT.to_owned())
    }

    fn check(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Checked, PluginError> {
        Ok(show::checked(ctx, review::review(ctx, Answers(values), host)?))
    }

    fn decide(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Decision, PluginError> {
        let answers = Answers(values);
        Ok(verdict::decide(ctx, answers, &review::review(ctx, answers, host)?, host))
    }
}

plugin_sdk::export_plugin!(Rushmore);
