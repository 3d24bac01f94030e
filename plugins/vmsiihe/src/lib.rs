//! The form of a hospitality college in India: marks of many boards become one percentage, categories relax the limits,
//! and the family sees at once whether the programme is open, what it costs and when the test is.

pub mod eligibility;
pub mod entrance;
pub mod fees;
pub mod foreign;
pub mod intake;
pub mod marks;
pub mod origin;
pub mod review;
pub mod show;
pub mod tables;
pub mod verdict;

use plugin_sdk::{Checked, Context, Decision, Descriptor, EffectKind, FormPlugin, Host, PluginError, Value};
use rules::answers::Answers;

/// The form document.
pub const DOCUMENT: &str = include_str!("../vmsiihe.json");

/// The plugin.
#[derive(Debug)]
pub struct Vmsiihe;

impl FormPlugin for Vmsiihe {
    fn describe() -> Descriptor {
        let mut descriptor =
            Descriptor::new("vmsiihe", env!("CARGO_PKG_VERSION")).form("vmsiihe").effect(EffectKind::Task);
        for table in tables::NAMES.into_iter().chain([tables::FOREIGN_PLAN]) {
            descriptor = descriptor.table(table);
        }
        for (kind, ..) in verdict::KNOWN {
            descriptor = descriptor.known(kind);
        }
        descriptor
    }

    fn document(form: &str) -> Option<String> {
        (form == "vmsiihe").then(|| DOCUMENT.to_owned())
    }

    fn check(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Checked, PluginError> {
        Ok(show::checked(ctx, review::review(ctx, Answers(values), host)?))
    }

    fn decide(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Decision, PluginError> {
        let answers = Answers(values);
        let review = review::review(ctx, answers, host)?;
        verdict::decide(ctx, answers, &review, host)
    }
}

plugin_sdk::export_plugin!(Vmsiihe);
