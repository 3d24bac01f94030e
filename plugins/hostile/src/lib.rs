//! A plugin that misbehaves in the way `ctx.step` names, or the answers do. Only for tests.

mod misdeeds;

use plugin_sdk::{
    Checked, Computed, Context, Decision, Descriptor, Effect, EffectKind, FormPlugin, Host, Issue, Kind, Known, Level,
    PluginError, Score, Value, json,
};

/// Asks for the table `granted` and the table `refused`; the tests grant only the first.
pub struct Hostile;

impl FormPlugin for Hostile {
    fn describe() -> Descriptor {
        Descriptor::new("hostile", "1.0.0")
            .form("hostile")
            .table("granted")
            .table("refused")
            .known("email")
            .effect(EffectKind::Tag)
            .effect(EffectKind::Notify)
    }

    fn document(form: &str) -> Option<String> {
        (form == "hostile").then(document)
    }

    fn check(ctx: &Context, values: &Value, host: &dyn Host) -> Result<Checked, PluginError> {
        // Where no step is on screen, the answers name the misdeed.
        let named = values["misdeed"].as_str().filter(|_| ctx.step.is_empty());
        match named.unwrap_or(&ctx.step) {
            "good" => Ok(good(values)),
            "count" => Ok(misdeeds::counted()),
            "loop" => misdeeds::loop_forever(),
            "log-loop" => loop {
                host.log(Level::Info, "again");
            },
            "lookup-loop" => loop {
                // The answer does not matter, only that asking ends.
                let _ = host.lookup("granted", "key", "2026-09-01");
            },
            "big-logs" => {
                let line = "x".repeat(8 << 20);
                (0..64).for_each(|_| host.log(Level::Info, &line));
                Ok(Checked::default())
            }
            "many-logs" => {
                (0..1_000).for_each(|n| host.log(Level::Info, &format!("line\n{n}")));
                Ok(Checked::default())
            }
            "allocate" => misdeeds::allocate(1 << 30),
            "grow" => misdeeds::grow(),
            "recurse-big" => misdeeds::recurse_with_big_frames(),
            "recurse-small" => misdeeds::recurse_with_small_frames(),
            "index" => misdeeds::index_out_of_range(values),
            "panic" => misdeeds::panic_with_a_secret(),
            "clock" => misdeeds::ask_for_the_time(),
            "many-errors" => Ok(misdeeds::many_errors(10_000)),
            "some-errors" => Ok(misdeeds::many_errors(501)),
            "bad-pointer" => Ok(Checked { errors: vec![Issue::error("no pointer", "code")], ..Checked::default() }),
            "bad-code" => Ok(Checked { errors: vec![Issue::error("/a", "<script>")], ..Checked::default() }),
            "bad-value" => Ok(computed(Kind::Money, json!({ "minor": 1.5, "currency": "OMR" }))),
            "bad-utf8" => Ok(misdeeds::text_that_is_no_text()),
            "bad-memory" => Ok(misdeeds::text_outside_of_memory()),
            "big-params" => Ok(Checked {
                errors: vec![Issue::error("/a", "code").with("text", "x".repeat(5_000))],
                ..Checked::default()
            }),
            "lookups" => Ok(lookups(host)),
            "known" => Ok(computed(Kind::Text, json!(is_known(host).to_string()))),
            "refuse" => Err(PluginError::new("not_today", "an orderly no")),
            other => Err(PluginError::new("unknown_step", other)),
        }
    }

    fn decide(ctx: &Context, _: &Value, host: &dyn Host) -> Result<Decision, PluginError> {
        let effects = vec![Effect::new(EffectKind::Tag, "tag"), Effect::new(EffectKind::Notify, "desk")];
        match ctx.step.as_str() {
            "good" => Ok(Decision { effects, route: Some("desk".into()), ..Decision::default() }),
            "bad-score" => Ok(Decision { score: Some(Score { points: 11, out_of: 10 }), ..Decision::default() }),
            "loop" => misdeeds::loop_forever(),
            "grow" => misdeeds::grow(),
            "known" => Ok(Decision { tags: vec![format!("known-{}", is_known(host))], ..Decision::default() }),
            other => {
                host.log(Level::Warn, other);
                Err(PluginError::new("unknown_step", other))
            }
        }
    }
}

plugin_sdk::export_plugin!(Hostile);

/// A sound form, so that whoever tries it comes as far as the misdeed of its sample.
fn document() -> String {
    let texts = json!({ "form.title": "Misdeeds", "step.only": "Which", "misdeed": "Misdeed" });
    json!({
        "version": "1.0.0",
        "title": "form.title",
        "steps": [{ "id": "only", "title": "step.only", "fields": ["misdeed"] }],
        "schema": {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": { "misdeed": { "type": "string", "title": "misdeed", "maxLength": 40 } },
        },
        "person": ["misdeed"],
        "texts": { "en": texts, "ar": texts },
        "samples": [{ "name": "panic", "values": { "misdeed": "panic" } }],
    })
    .to_string()
}

fn good(values: &Value) -> Checked {
    let mut checked = computed(Kind::Number, json!(values.as_object().map_or(0, plugin_sdk::Map::len)));
    if values["age"].as_u64().is_some_and(|age| age < 3) {
        checked.errors.push(Issue::error("/age", "too_young").with("years", 3));
    }
    checked
}

/// Whether somebody is known by the address that tests send.
fn is_known(host: &dyn Host) -> bool {
    host.known("email", "a@example.org") != Known::No
}

/// What the host answers: a granted table, a table that was asked for but not granted, one never asked for, a known person.
fn lookups(host: &dyn Host) -> Checked {
    let told = |table: &str| match host.lookup(table, "key", "2026-10-01") {
        Ok(value) => value.unwrap_or_default(),
        Err(error) => json!(format!("{error:?}")),
    };
    let known = |value: &str| matches!(host.known("email", value), Known::Yes { score: 90 });
    let text =
        json!([told("granted"), told("refused"), told("never-asked"), known("a@example.org"), known("b@example.org"),]);
    computed(Kind::Text, json!(text.to_string()))
}

fn computed(kind: Kind, value: Value) -> Checked {
    Checked { computed: vec![Computed::new("it", "it", kind, value)], ..Checked::default() }
}
