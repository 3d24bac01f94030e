//! The vendor's three forms: HR and payroll, bills, and the plan of a school's system.

pub mod bills;
pub mod contact;
pub mod decimal;
pub mod erp;
pub mod hr;
pub mod show;
pub mod tables;

use plugin_sdk::{Checked, Context, Decision, Descriptor, EffectKind, FormPlugin, Host, PluginError, Value};
use rules::answers::Answers;

/// The plugin.
#[derive(Debug)]
pub struct Mogra;

fn unknown(form: &str) -> PluginError {
    PluginError::new("form", format!("mogra has no form {form}"))
}

impl FormPlugin for Mogra {
    fn describe() -> Descriptor {
        let mut descriptor = Descriptor::new("mogra", env!("CARGO_PKG_VERSION"))
            .form("mograhr")
            .form("mograbills")
            .form("mograerp")
            .effect(EffectKind::Task);
        for table in tables::NAMES {
            descriptor = descriptor.table(table);
        }
        for kind in contact::KNOWN.map(|(kind, _)| kind).into_iter().chain(bills::earlier::KNOWN) {
            descriptor = descriptor.known(kind);
        }
        descriptor
    }

    fn document(form: &str) -> Option<String> {
        match form {
            "mograhr" => Some(hr::DOCUMENT.to_owned()),
            "mograbills" => Some(bills::DOCUMENT.to_owned()),
            "mograerp" => Some(erp::DOCUMENT.to_owned()),
            _ => None,
        }
    }

    fn check(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Checked, PluginError> {
        let answers = Answers(values);
        match ctx.form.as_str() {
            "mograhr" => Ok(hr::review::review(ctx, answers, host)?.checked),
            "mograbills" => Ok(bills::show::checked(bills::review::review(ctx, answers, host)?)),
            "mograerp" => Ok(erp::show::checked(erp::review::review(ctx, answers, host)?)),
            other => Err(unknown(other)),
        }
    }

    fn decide(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Decision, PluginError> {
        let answers = Answers(values);
        match ctx.form.as_str() {
            "mograhr" => hr::verdict::decide(ctx, answers, hr::review::review(ctx, answers, host)?, host),
            "mograbills" => bills::verdict::decide(ctx, answers, &bills::review::review(ctx, answers, host)?, host),
            "mograerp" => erp::verdict::decide(ctx, answers, &erp::review::review(ctx, answers, host)?, host),
            other => Err(unknown(other)),
        }
    }
}

plugin_sdk::export_plugin!(Mogra);
