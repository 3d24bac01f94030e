//! The WebAssembly face: between the component's bindings and the plain types that authors see.

use serde_json::Value;

use self::bindings::exports::qabul::forms::plugin as wire;
use self::bindings::qabul::forms::{host_log, host_lookup, types};
use crate::{Context, FormPlugin, Host, Known, Level, LookupError, Params, PluginError};

#[allow(missing_docs, clippy::all)]
pub mod bindings {
    wit_bindgen::generate!({
        path: "../wit/v1",
        world: "form-plugin",
        pub_export_macro: true,
        default_bindings_module: "plugin_sdk::guest::bindings",
    });
}

/// Makes a type that implements [`crate::FormPlugin`] the component's plugin.
#[macro_export]
macro_rules! export_plugin {
    ($plugin:ty) => {
        #[allow(unsafe_code)]
        const _: () = {
            use $crate::guest::bindings::exports::qabul::forms::plugin as wire;

            struct Component;

            impl wire::Guest for Component {
                fn describe() -> wire::Descriptor {
                    $crate::guest::describe::<$plugin>()
                }
                fn document(form: String) -> Option<String> {
                    <$plugin as $crate::FormPlugin>::document(&form)
                }
                fn check(ctx: wire::Context, values: String) -> Result<wire::Checked, wire::PluginError> {
                    $crate::guest::check::<$plugin>(ctx, &values)
                }
                fn decide(ctx: wire::Context, values: String) -> Result<wire::Decision, wire::PluginError> {
                    $crate::guest::decide::<$plugin>(ctx, &values)
                }
            }

    $crate::guest::bindings::export!(Component with_types_in $crate::guest::bindings);
        };
    };
}

/// `describe` on the wire.
pub fn describe<P: FormPlugin>() -> wire::Descriptor {
    let descriptor = P::describe();
    wire::Descriptor {
        id: descriptor.id,
        version: descriptor.version,
        contract: descriptor.contract,
        forms: descriptor.forms,
        asks: types::Asks {
            tables: descriptor.asks.tables,
            known: descriptor.asks.known,
            effects: descriptor.asks.effects.into_iter().map(effect_kind).collect(),
        },
    }
}

/// `check` on the wire.
pub fn check<P: FormPlugin>(ctx: wire::Context, values: &str) -> Result<wire::Checked, wire::PluginError> {
    tell_where_it_panicked();
    let values = parse(values)?;
    let checked = P::check(&context(ctx), &values, &Server).map_err(refusal)?;
    Ok(wire::Checked {
        errors: checked.errors.into_iter().map(issue).collect(),
        computed: checked.computed.into_iter().map(computed).collect(),
    })
}

/// `decide` on the wire.
pub fn decide<P: FormPlugin>(ctx: wire::Context, values: &str) -> Result<wire::Decision, wire::PluginError> {
    tell_where_it_panicked();
    let values = parse(values)?;
    let decision = P::decide(&context(ctx), &values, &Server).map_err(refusal)?;
    Ok(wire::Decision {
        score: decision.score.map(|score| types::Score { points: score.points, out_of: score.out_of }),
        tags: decision.tags,
        route: decision.route,
        checklist: decision.checklist.into_iter().map(wanted).collect(),
        effects: decision.effects.into_iter().map(effect).collect(),
        explain: decision.explain.into_iter().map(explain).collect(),
    })
}

/// A trap says nothing, so the place is logged first; the message is not, because it may hold a person's data.
fn tell_where_it_panicked() {
    std::panic::set_hook(Box::new(|info| {
        if let Some(place) = info.location() {
            let line = format!("panicked at {}:{}", place.file(), place.line());
            host_log::log(host_log::Level::Error, &line);
        }
    }));
}

fn parse(values: &str) -> Result<Value, wire::PluginError> {
    serde_json::from_str(values)
        .map_err(|error| refusal(PluginError::new("bad_json", format!("the answers are not JSON: {error}"))))
}

fn context(ctx: wire::Context) -> Context {
    Context {
        school: ctx.school,
        form: ctx.form,
        locale: ctx.locale,
        step: ctx.step,
        role: ctx.role,
        now_ms: ctx.now_ms,
        today: ctx.today,
        currency: ctx.currency,
    }
}

fn refusal(error: PluginError) -> wire::PluginError {
    wire::PluginError { code: error.code, message: error.message }
}

fn params(params: &Params) -> String {
    if params.is_empty() { "{}".to_owned() } else { serde_json::to_string(params).unwrap_or_default() }
}

fn issue(issue: crate::Issue) -> types::Issue {
    types::Issue {
        path: issue.path,
        code: issue.code,
        params: params(&issue.params),
        severity: match issue.severity {
            crate::Severity::Error => types::Severity::Error,
            crate::Severity::Warning => types::Severity::Warning,
        },
    }
}

fn computed(computed: crate::Computed) -> types::Computed {
    types::Computed {
        key: computed.key,
        label_code: computed.label_code,
        kind: match computed.kind {
            crate::Kind::Text => types::Kind::Text,
            crate::Kind::Code => types::Kind::Code,
            crate::Kind::Number => types::Kind::Number,
            crate::Kind::Percent => types::Kind::Percent,
            crate::Kind::Money => types::Kind::Money,
            crate::Kind::Date => types::Kind::Date,
            crate::Kind::List => types::Kind::List,
            crate::Kind::Table => types::Kind::Table,
        },
        value: computed.value.to_string(),
        reason_code: computed.reason_code,
        params: params(&computed.params),
    }
}

fn wanted(wanted: crate::Wanted) -> types::Wanted {
    types::Wanted { code: wanted.code, params: params(&wanted.params), due_on: wanted.due_on }
}

fn effect_kind(kind: crate::EffectKind) -> types::EffectKind {
    match kind {
        crate::EffectKind::Tag => types::EffectKind::Tag,
        crate::EffectKind::Route => types::EffectKind::Route,
        crate::EffectKind::Task => types::EffectKind::Task,
        crate::EffectKind::Checklist => types::EffectKind::Checklist,
        crate::EffectKind::Notify => types::EffectKind::Notify,
    }
}

fn effect(effect: crate::Effect) -> types::Effect {
    types::Effect { kind: effect_kind(effect.kind), code: effect.code, params: params(&effect.params) }
}

fn explain(explain: crate::Explain) -> types::Explain {
    types::Explain { code: explain.code, params: params(&explain.params) }
}

/// The server that runs the component.
struct Server;

impl Host for Server {
    fn lookup(&self, table: &str, key: &str, as_of: &str) -> Result<Option<Value>, LookupError> {
        let found = host_lookup::lookup(table, key, as_of).map_err(lookup_error)?;
        found
            .map(|text| serde_json::from_str(&text).map_err(|error| LookupError::Failed(error.to_string())))
            .transpose()
    }

    fn known(&self, kind: &str, value: &str) -> Known {
        match host_lookup::known(kind, value) {
            Ok(Some(score)) => Known::Yes { score },
            Ok(None) | Err(_) => Known::No,
        }
    }

    fn log(&self, level: Level, message: &str) {
        let level = match level {
            Level::Debug => host_log::Level::Debug,
            Level::Info => host_log::Level::Info,
            Level::Warn => host_log::Level::Warn,
            Level::Error => host_log::Level::Error,
        };
        host_log::log(level, message);
    }
}

fn lookup_error(error: host_lookup::LookupError) -> LookupError {
    match error {
        host_lookup::LookupError::Denied => LookupError::Denied,
        host_lookup::LookupError::UnknownTable => LookupError::UnknownTable,
        host_lookup::LookupError::TooManyCalls => LookupError::TooManyCalls,
        host_lookup::LookupError::Failed(why) => LookupError::Failed(why),
    }
}
