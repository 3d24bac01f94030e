//! Misbehaves on request.
use plugin_sdk::{Checked, Context, Decision, Descriptor, FormPlugin, Host, Issue, PluginError, Value};

struct Hostile;

impl FormPlugin for Hostile {
    fn describe() -> Descriptor { Descriptor::new("hostile", "1.0.0").form("hostile") }
    fn document(form: &str) -> Option<String> { (form == "hostile").then(|| "{}".to_owned()) }
    fn check(_: &Context, values: &Value, _: &dyn Host) -> Result<Checked, PluginError> {
        let mut c = Checked::default();
        if values["age"].as_u64().is_some_and(|a| a < 3) { c.errors.push(Issue::error("/age", "too_young").with("years", 3)); }
        Ok(c)
    }
    fn decide(_: &Context, _: &Value, _: &dyn Host) -> Result<Decision, PluginError> { Ok(Decision::default()) }
}
plugin_sdk::export_plugin!(Hostile);
