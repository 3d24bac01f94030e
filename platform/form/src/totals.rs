//! Totals of a declarative form: sums over its answers. A pure function of the document and the answers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value, json};
use words::verdict::{Computed, Kind};
use words::{Currency, Money};

use super::FormDocument;
use super::decimal::Decimal;

/// A total.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTotal {
    /// Stable name.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_-]{0,39}$"))]
    pub key: String,
    /// Text key.
    pub label: String,
    /// What it counts.
    pub kind: TotalKind,
    /// What is added up.
    #[schemars(length(min = 1, max = 30))]
    pub sum: Vec<RawTerm>,
}

/// What a total counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TotalKind {
    /// Numbers.
    Number,
    /// Amounts, in minor units of the school's currency.
    Money,
}

/// One of `{field}`, `{field, times}`, `{field, prices}` and `{constant}`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTerm {
    /// A field, or `group/item` of a repeated group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What it is multiplied by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "times_schema")]
    pub times: Option<Times>,
    /// What each choice counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "prices_schema")]
    pub prices: Option<BTreeMap<String, Number>>,
    /// A number by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "number_schema")]
    pub constant: Option<Number>,
}

/// What a field is multiplied by.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Times {
    /// A number.
    Constant(Number),
    /// Another field.
    Field(String),
}

fn times_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["string", "number"] })
}

fn prices_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "object", "minProperties": 1, "maxProperties": 200, "additionalProperties": { "type": "number" } })
}

fn number_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "number" })
}

/// What a total came to so far.
struct Sum {
    value: Decimal,
    is_filled: bool,
}

impl FormDocument {
    /// Whether it has totals.
    #[must_use]
    pub fn has_totals(&self) -> bool {
        !self.raw.computed.is_empty()
    }

    /// What the answers come to. What does not show counts nothing, a total of which nothing is filled is left out, and
    /// so is one that cannot be told exactly or whose amounts are of another currency than the school's.
    #[must_use]
    pub fn totals(&self, values: &Value, currency: &str) -> Vec<Computed> {
        if !self.has_totals() {
            return Vec::new();
        }
        let values = self.pruned(values);
        self.raw.computed.iter().filter_map(|total| self.total(total, &values, currency)).collect()
    }

    fn total(&self, total: &RawTotal, values: &Value, currency: &str) -> Option<Computed> {
        let is_money = total.kind == TotalKind::Money;
        let foreign = |name: &str| self.money_of(name).is_some_and(|code| code != currency);
        let names = total.sum.iter().flat_map(RawTerm::fields);
        if is_money && names.into_iter().any(foreign) {
            return None;
        }
        let mut sum = Sum { value: Decimal::ZERO, is_filled: false };
        for term in &total.sum {
            term.add_to(&mut sum, values)?;
        }
        if !sum.is_filled {
            return None;
        }
        let (kind, value) = match total.kind {
            TotalKind::Money => (Kind::Money, json!(Money::new(sum.value.whole()?, Currency::parse(currency)?))),
            TotalKind::Number => (Kind::Number, sum.value.json()?),
        };
        Some(Computed {
            key: total.key.clone(),
            label_code: total.label.clone(),
            kind,
            value,
            reason_code: None,
            params: Map::new(),
        })
    }

    fn money_of(&self, name: &str) -> Option<&str> {
        let (outer, inner) = split(name);
        let field = self.field(outer)?;
        match inner {
            None => field.money.as_deref(),
            Some(inner) => field.items.iter().find(|item| item.name == inner)?.money.as_deref(),
        }
    }
}

impl RawTerm {
    /// The fields that it names.
    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        let times = match &self.times {
            Some(Times::Field(name)) => Some(name.as_str()),
            _ => None,
        };
        self.field.as_deref().into_iter().chain(times)
    }

    /// `None` when the sum cannot be held exactly.
    fn add_to(&self, sum: &mut Sum, values: &Value) -> Option<()> {
        if let Some(constant) = &self.constant {
            sum.value = sum.value.plus(Decimal::of(constant)?)?;
        }
        let Some((outer, inner)) = self.field.as_deref().map(split) else { return Some(()) };
        match (inner, values.get(outer)) {
            (None, Some(answer)) => self.count(sum, Some(answer), None, values),
            (Some(inner), Some(Value::Array(rows))) => {
                rows.iter().try_for_each(|row| self.count(sum, row.get(inner), Some((outer, row)), values))
            }
            _ => Some(()),
        }
    }

    /// One answer; `row` where it stands in a repeated group.
    fn count(&self, sum: &mut Sum, answer: Option<&Value>, row: Option<(&str, &Value)>, values: &Value) -> Option<()> {
        let Some(answer) = answer.filter(|answer| is_answer(answer)) else { return Some(()) };
        sum.is_filled = true;
        if let Some(prices) = &self.prices {
            let chosen = match answer {
                Value::Array(all) => all.iter().collect(),
                one => vec![one],
            };
            for price in chosen.into_iter().filter_map(|choice| prices.get(&name_of(choice))) {
                sum.value = sum.value.plus(Decimal::of(price)?)?;
            }
            return Some(());
        }
        let Value::Number(answer) = answer else { return Some(()) };
        let factor = match &self.times {
            None => return add(sum, Decimal::of(answer)?),
            Some(Times::Constant(number)) => Some(number),
            Some(Times::Field(name)) => factor(name, row, values),
        };
        // What is not filled counts nothing.
        let Some(factor) = factor else { return Some(()) };
        add(sum, Decimal::of(answer)?.times(Decimal::of(factor)?)?)
    }
}

fn add(sum: &mut Sum, value: Decimal) -> Option<()> {
    sum.value = sum.value.plus(value)?;
    Some(())
}

fn factor<'v>(name: &str, row: Option<(&str, &'v Value)>, values: &'v Value) -> Option<&'v Number> {
    let value = match (split(name), row) {
        ((outer, None), _) => values.get(outer)?,
        ((outer, Some(inner)), Some((group, row))) if outer == group => row.get(inner)?,
        _ => return None,
    };
    value.as_number()
}

/// `group/item` in its parts.
pub(super) fn split(name: &str) -> (&str, Option<&str>) {
    name.split_once('/').map_or((name, None), |(group, item)| (group, Some(item)))
}

/// As a price names a choice.
pub(super) fn name_of(choice: &Value) -> String {
    choice.as_str().map_or_else(|| choice.to_string(), str::to_owned)
}

fn is_answer(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    }
}
