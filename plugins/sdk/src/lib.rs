//! What authors of Qabul form plugins depend on.
//!
//! A plugin is a type that implements [`FormPlugin`] and is named once in [`export_plugin!`]. The same code runs natively
//! (unit tests, with [`NativeHost`]) and as a WebAssembly component inside the server. A plugin has no clock, no network,
//! no files and no randomness: everything it may know comes in as [`Context`], the answers, and what [`Host`] tells.
//!
//! ```
//! use plugin_sdk::{Checked, Context, Decision, Descriptor, FormPlugin, Host, Issue, PluginError, Value};
//!
//! struct Tiny;
//!
//! impl FormPlugin for Tiny {
//!     fn describe() -> Descriptor {
//!         Descriptor::new("tiny", "1.0.0").form("tiny")
//!     }
//!     fn document(form: &str) -> Option<String> {
//!         (form == "tiny").then(|| "{}".to_owned())
//!     }
//!     fn check(_: &Context, values: &Value, _: &dyn Host) -> Result<Checked, PluginError> {
//!         let mut checked = Checked::default();
//!         if values["age"].as_u64().is_some_and(|age| age < 3) {
//!             checked.errors.push(Issue::error("/age", "too_young").with("years", 3));
//!         }
//!         Ok(checked)
//!     }
//!     fn decide(_: &Context, _: &Value, _: &dyn Host) -> Result<Decision, PluginError> {
//!         Ok(Decision { tags: vec!["new".into()], ..Decision::default() })
//!     }
//! }
//!
//! plugin_sdk::export_plugin!(Tiny);
//! ```

mod host;
mod plugin;
mod records;

#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub mod guest;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(not(target_arch = "wasm32"))]
pub mod testing;

pub use host::{Host, Known, Level, LookupError};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{NativeHost, TableError};
pub use plugin::{Asks, CONTRACT, Context, Descriptor, FormPlugin, PluginError};
pub use records::{EARLIER, Earlier, EarlierSubmission, STAFF_LOAD, STAFF_NAME, STAFF_PHONE, load_of};
pub use serde_json::{Map, Value, json};
pub use verdict::{
    Checked, Computed, Decision, Effect, EffectKind, Explain, Issue, Kind, Params, Score, Severity, Wanted,
};

/// Makes a type that implements [`FormPlugin`] the component's plugin. Off wasm32 it only checks that it is one.
#[cfg(not(target_arch = "wasm32"))]
#[macro_export]
macro_rules! export_plugin {
    ($plugin:ty) => {
        const _: fn() -> $crate::Descriptor = <$plugin as $crate::FormPlugin>::describe;
    };
}
