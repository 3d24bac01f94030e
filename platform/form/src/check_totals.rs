//! Whether totals add up what can be added up.

use serde_json::{Number, Value};
use words::problem::{Problem, child};

use super::check::Definition;
use super::raw::RawDocument;
use super::totals::{RawTerm, RawTotal, Times, TotalKind, name_of, split};
use super::{Kind, field};

/// Everything that is wrong with a document's totals.
pub(super) fn totals(raw: &RawDocument, defined: &[Definition<'_>], kind: Kind, problems: &mut Vec<Problem>) {
    if kind != Kind::Declarative && !raw.computed.is_empty() {
        let problem = Problem::key("/computed", "badTotal", "the rules of a plugin work their totals out themselves");
        problems.push(problem.hint("leave `computed` out, and return it from `check`"));
        return;
    }
    for (t, total) in raw.computed.iter().enumerate() {
        let at = format!("/computed/{t}");
        if raw.computed[..t].iter().any(|other| other.key == total.key) {
            problems.push(Problem::new(format!("{at}/key"), "duplicate", "two totals have this key"));
        }
        if total.sum.iter().all(|term| term.field.is_none()) {
            let problem = Problem::new(format!("{at}/sum"), "badTotal", "the total counts no field");
            problems.push(problem.hint("one of which no field is filled is not shown"));
        }
        let mut currency = None;
        for (n, term) in total.sum.iter().enumerate() {
            let term = Term { total, term, at: format!("{at}/sum/{n}"), defined };
            term.check(&mut currency, problems);
        }
    }
}

/// A term at its place.
struct Term<'t> {
    total: &'t RawTotal,
    term: &'t RawTerm,
    at: String,
    defined: &'t [Definition<'t>],
}

impl<'t> Term<'t> {
    fn check(&self, currency: &mut Option<&'t str>, problems: &mut Vec<Problem>) {
        let term = self.term;
        let fits = matches!(
            (&term.field, &term.times, &term.prices, &term.constant),
            (Some(_), None, None, None)
                | (Some(_), Some(_), None, None)
                | (Some(_), None, Some(_), None)
                | (None, None, None, Some(_))
        );
        if !fits {
            let problem = Problem::new(&*self.at, "badTotal", "a term is one of four");
            let hint = "{\"field\"}, {\"field\", \"times\"}, {\"field\", \"prices\"} or {\"constant\"}";
            problems.push(problem.hint(hint));
            return;
        }
        self.whole(term.constant.as_ref(), "constant", problems);
        let Some(name) = &term.field else { return };
        let at = child(&self.at, "field");
        let Some(schema) = self.find(name) else {
            problems.push(Problem::new(at, "unknownFieldName", format!("the form has no field `{name}`")));
            return;
        };
        if let Some(prices) = &term.prices {
            return self.prices(name, schema, prices.iter(), problems);
        }
        let money = self.number(name, schema, &at, currency, problems);
        match &term.times {
            None => {}
            Some(Times::Constant(number)) => self.whole(Some(number), "times", problems),
            Some(Times::Field(other)) => {
                let at = child(&self.at, "times");
                let Some(schema) = self.find(other) else {
                    problems.push(Problem::new(at, "unknownFieldName", format!("the form has no field `{other}`")));
                    return;
                };
                if let (group, Some(_)) = split(other)
                    && split(name).0 != group
                {
                    let message = format!("`{other}` is of another group than `{name}`");
                    problems.push(Problem::new(&*at, "badTotal", message).hint("rows are multiplied one by one"));
                }
                if self.number(other, schema, &at, currency, problems) && money {
                    problems.push(Problem::new(at, "badTotal", "an amount cannot be multiplied by an amount"));
                }
            }
        }
    }

    /// A field, or one of a repeated group.
    fn find(&self, name: &str) -> Option<&'t Value> {
        let (outer, inner) = split(name);
        let schema = self.defined.iter().find(|d| d.name == outer)?.schema;
        match inner {
            None => Some(schema),
            Some(inner) => {
                field::properties(schema.get("items")).find(|(known, _)| *known == inner).map(|(_, field)| field)
            }
        }
    }

    /// Whether the number is an amount; told when it cannot be counted.
    fn number(
        &self,
        name: &str,
        schema: &'t Value,
        at: &str,
        currency: &mut Option<&'t str>,
        problems: &mut Vec<Problem>,
    ) -> bool {
        let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
        let money = schema.get("x-money").and_then(Value::as_str);
        let is_choice = schema.get("oneOf").is_some() || schema.get("enum").is_some();
        let mut tell = |message: String, hint: &str| {
            problems.push(Problem::new(at, "badTotal", message).hint(hint));
        };
        if !matches!(kind, "integer" | "number") || is_choice {
            tell(format!("`{name}` is no number"), "choices and yes/no count by `prices`");
        } else if self.total.kind == TotalKind::Money && kind != "integer" {
            tell(format!("`{name}` may have decimals"), "an amount counts whole numbers: \"type\": \"integer\"");
        } else if self.total.kind == TotalKind::Number && money.is_some() {
            tell(format!("`{name}` is an amount"), "write \"kind\": \"money\"");
        } else if let Some(code) = money {
            if currency.is_some_and(|known| known != code) {
                tell(format!("`{name}` is of another currency"), "the amounts of a total have one currency");
            }
            *currency = Some(code);
        }
        money.is_some()
    }

    fn prices<'p>(
        &self,
        name: &str,
        schema: &Value,
        prices: impl Iterator<Item = (&'p String, &'p Number)>,
        problems: &mut Vec<Problem>,
    ) {
        let is_yes_no = schema.get("type").and_then(Value::as_str) == Some("boolean");
        let choices = if is_yes_no { Some(vec!["true".to_owned()]) } else { choices(schema) };
        let Some(choices) = choices else {
            let problem = Problem::new(child(&self.at, "field"), "badTotal", format!("`{name}` offers no choices"));
            problems.push(problem.hint("prices belong to choices, and to yes/no as \"true\""));
            return;
        };
        let at = child(&self.at, "prices");
        // Told at each that is not among them.
        let shown: String = choices.join(", ").chars().take(200).collect();
        for (choice, price) in prices {
            if !choices.contains(choice) {
                let problem = Problem::key(child(&at, choice), "unknownChoice", format!("`{name}` has no such choice"));
                problems.push(problem.hint(format!("it has {shown}")));
            }
            self.whole(Some(price), &format!("prices/{}", words::problem::segment(choice)), problems);
        }
    }

    /// Amounts are whole numbers of minor units.
    fn whole(&self, number: Option<&Number>, place: &str, problems: &mut Vec<Problem>) {
        let Some(number) = number else { return };
        let safe = |n: i64| n.unsigned_abs() < (1 << 53);
        if self.total.kind == TotalKind::Money && !number.as_i64().is_some_and(safe) {
            let problem = Problem::new(format!("{}/{place}", self.at), "badTotal", "an amount is whole minor units");
            problems.push(problem.hint("write 2.500 OMR as 2500"));
        }
    }
}

/// What can be chosen, as prices name it.
fn choices(schema: &Value) -> Option<Vec<String>> {
    let owner = schema.get("items").unwrap_or(schema);
    if let Some(all) = owner.get("oneOf").and_then(Value::as_array) {
        return Some(all.iter().map(|choice| name_of(&choice["const"])).collect());
    }
    owner.get("enum").and_then(Value::as_array).map(|all| all.iter().map(name_of).collect())
}
