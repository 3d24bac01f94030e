//! Turns what a plugin answered into a verdict, checking it as hostile input.

use std::collections::HashSet;

use words::verdict::{Checked, Computed, Decision, Effect, EffectKind, Explain, Issue, Kind, Score, Severity, Wanted};

use crate::bindings::exports::qabul::forms::plugin as wire;
use crate::bindings::qabul::forms::types;
use crate::plugin::{Asks, Descriptor};
use crate::shapes::{self, Shape};
use crate::{Limits, PluginFault};

const ISSUES: usize = 500;
const COMPUTED: usize = 100;
const TAGS: usize = 50;
const CHECKLIST: usize = 100;
const EFFECTS: usize = 50;
const EXPLAIN: usize = 200;
const ASKS: usize = 64;
const POINTS: i32 = 1_000_000;

/// The answer of `check`.
pub(crate) fn checked(answer: wire::Checked) -> Shape<Checked> {
    at_most("errors", answer.errors.len(), ISSUES)?;
    at_most("computed", answer.computed.len(), COMPUTED)?;
    let computed: Vec<Computed> = answer.computed.into_iter().map(computed).collect::<Shape<_>>()?;
    let mut keys = HashSet::new();
    if let Some(twice) = computed.iter().find(|value| !keys.insert(value.key.as_str())) {
        return Err(format!("two computed values have the key {:?}", twice.key));
    }
    Ok(Checked { errors: answer.errors.into_iter().map(issue).collect::<Shape<_>>()?, computed })
}

/// The answer of `decide`, and the kinds of effects that were left out for want of a grant.
pub(crate) fn decision(
    answer: wire::Decision,
    is_granted: impl Fn(EffectKind) -> bool,
) -> Shape<(Decision, Vec<EffectKind>)> {
    at_most("tags", answer.tags.len(), TAGS)?;
    at_most("checklist", answer.checklist.len(), CHECKLIST)?;
    at_most("effects", answer.effects.len(), EFFECTS)?;
    at_most("explain", answer.explain.len(), EXPLAIN)?;
    let effects: Vec<Effect> = answer.effects.into_iter().map(effect).collect::<Shape<_>>()?;
    let (effects, dropped): (Vec<_>, Vec<_>) = effects.into_iter().partition(|effect| is_granted(effect.kind));
    let decision = Decision {
        score: answer.score.map(score).transpose()?,
        tags: answer.tags.into_iter().map(|tag| shapes::code("a tag", tag)).collect::<Shape<_>>()?,
        route: answer.route.map(|route| shapes::code("the route", route)).transpose()?,
        checklist: answer.checklist.into_iter().map(wanted).collect::<Shape<_>>()?,
        effects,
        explain: answer.explain.into_iter().map(explain).collect::<Shape<_>>()?,
    };
    Ok((decision, dropped.into_iter().map(|effect| effect.kind).collect()))
}

/// The answer of `describe`.
pub(crate) fn descriptor(answer: wire::Descriptor, limits: &Limits) -> Shape<Descriptor> {
    at_most("forms", answer.forms.len(), limits.forms)?;
    let asks = answer.asks;
    for (what, count) in [("tables", asks.tables.len()), ("known", asks.known.len()), ("effects", asks.effects.len())] {
        at_most(what, count, ASKS)?;
    }
    if answer.contract != "1" {
        return Err(format!("contract {:?} is not spoken here", shapes::shortened(&answer.contract)));
    }
    let codes = |what: &str, names: Vec<String>| -> Shape<Vec<String>> {
        names.into_iter().map(|name| shapes::code(what, name)).collect()
    };
    Ok(Descriptor {
        id: shapes::code("the id", answer.id)?,
        version: shapes::code("the version", answer.version)?,
        contract: answer.contract,
        forms: codes("a form", answer.forms)?,
        asks: Asks {
            tables: codes("a table", asks.tables)?,
            known: codes("a known kind", asks.known)?,
            effects: asks.effects.into_iter().map(effect_kind).collect(),
        },
    })
}

/// An orderly refusal, cut to what a log line needs.
pub(crate) fn refusal(error: wire::PluginError) -> PluginFault {
    let message = error.message.chars().filter(|c| !c.is_control()).take(512).collect();
    match shapes::code("the refusal", error.code) {
        Ok(code) => PluginFault::Refused { code, message },
        Err(why) => PluginFault::BadOutput(why),
    }
}

fn at_most(what: &str, count: usize, limit: usize) -> Shape<()> {
    if count <= limit { Ok(()) } else { Err(format!("{count} {what}, {limit} are allowed")) }
}

fn issue(issue: types::Issue) -> Shape<Issue> {
    Ok(Issue {
        path: shapes::pointer(issue.path)?,
        code: shapes::code("an error's code", issue.code)?,
        params: shapes::params(&issue.params)?,
        severity: match issue.severity {
            types::Severity::Error => Severity::Error,
            types::Severity::Warning => Severity::Warning,
        },
    })
}

fn computed(computed: types::Computed) -> Shape<Computed> {
    let kind = match computed.kind {
        types::Kind::Text => Kind::Text,
        types::Kind::Code => Kind::Code,
        types::Kind::Number => Kind::Number,
        types::Kind::Percent => Kind::Percent,
        types::Kind::Money => Kind::Money,
        types::Kind::Date => Kind::Date,
        types::Kind::List => Kind::List,
        types::Kind::Table => Kind::Table,
    };
    let key = shapes::code("a computed key", computed.key)?;
    Ok(Computed {
        label_code: shapes::code("a label", computed.label_code)?,
        kind,
        value: shapes::value(kind, &computed.value).map_err(|why| format!("{key}: {why}"))?,
        reason_code: computed.reason_code.map(|code| shapes::code("a reason", code)).transpose()?,
        params: shapes::params(&computed.params)?,
        key,
    })
}

fn score(score: types::Score) -> Shape<Score> {
    let types::Score { points, out_of } = score;
    if (1..=POINTS).contains(&out_of) && (0..=out_of).contains(&points) {
        Ok(Score { points, out_of })
    } else {
        Err(format!("a score of {points} out of {out_of}"))
    }
}

fn wanted(wanted: types::Wanted) -> Shape<Wanted> {
    Ok(Wanted {
        code: shapes::code("a checklist code", wanted.code)?,
        params: shapes::params(&wanted.params)?,
        due_on: wanted.due_on.map(|day| shapes::date("due_on", day)).transpose()?,
    })
}

fn effect_kind(kind: types::EffectKind) -> EffectKind {
    match kind {
        types::EffectKind::Tag => EffectKind::Tag,
        types::EffectKind::Route => EffectKind::Route,
        types::EffectKind::Task => EffectKind::Task,
        types::EffectKind::Checklist => EffectKind::Checklist,
        types::EffectKind::Notify => EffectKind::Notify,
    }
}

fn effect(effect: types::Effect) -> Shape<Effect> {
    Ok(Effect {
        kind: effect_kind(effect.kind),
        code: shapes::code("an effect's code", effect.code)?,
        params: shapes::params(&effect.params)?,
    })
}

fn explain(explain: types::Explain) -> Shape<Explain> {
    Ok(Explain { code: shapes::code("an explanation's code", explain.code)?, params: shapes::params(&explain.params)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> wire::Decision {
        wire::Decision { score: None, tags: vec![], route: None, checklist: vec![], effects: vec![], explain: vec![] }
    }

    #[test]
    fn effects_without_a_grant_are_left_out_and_told() {
        let effect = |kind| types::Effect { kind, code: "call".into(), params: "{}".into() };
        let answer = wire::Decision {
            effects: vec![effect(types::EffectKind::Tag), effect(types::EffectKind::Notify)],
            ..plain()
        };
        let (decision, dropped) = decision(answer, |kind| kind == EffectKind::Tag).unwrap();
        assert_eq!(decision.effects.len(), 1);
        assert_eq!(dropped, [EffectKind::Notify]);
    }

    #[test]
    fn scores_lie_between_none_and_all() {
        for (points, out_of, fits) in [(0, 1, true), (5, 5, true), (6, 5, false), (-1, 5, false), (0, 0, false)] {
            assert_eq!(score(types::Score { points, out_of }).is_ok(), fits, "{points}/{out_of}");
        }
    }

    #[test]
    fn too_many_of_anything_is_refused() {
        let many = wire::Decision { tags: vec!["a".into(); 51], ..plain() };
        assert!(decision(many, |_| true).is_err());
    }

    #[test]
    fn computed_keys_are_unique() {
        let one = types::Computed {
            key: "fee".into(),
            label_code: "fee".into(),
            kind: types::Kind::Number,
            value: "1".into(),
            reason_code: None,
            params: "{}".into(),
        };
        assert!(checked(wire::Checked { errors: vec![], computed: vec![one.clone(), one] }).is_err());
    }

    #[test]
    fn a_refusal_is_cut_short() {
        let fault = refusal(wire::PluginError { code: "x".into(), message: "m\n".repeat(1000) });
        assert!(matches!(fault, PluginFault::Refused { message, .. } if message.len() == 512));
        let fault = refusal(wire::PluginError { code: "<b>".into(), message: String::new() });
        assert_eq!(fault.code(), "bad_output");
    }
}
