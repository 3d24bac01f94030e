//! Tills as they are listed, and what is well formed of what is told of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::text::western_digits;
use words::verdict::Issue;

use crate::profile::line;

/// How long an enrolment code is good for.
pub(super) const ENROLMENT_LIFE_MS: i64 = 15 * 60 * 1000;
/// Characters of an enrolment code: 40 bits.
pub(super) const ENROLMENT_LENGTH: usize = 8;

/// What is sold at a till.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StoreType {
    /// Food.
    Canteen,
    /// Clothes.
    Uniform,
}

impl StoreType {
    /// As it is stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Canteen => "canteen",
            Self::Uniform => "uniform",
        }
    }

    /// The type of that name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Canteen, Self::Uniform].into_iter().find(|known| known.as_str() == text)
    }
}

/// Somebody at a till.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AtTill {
    /// Their id.
    pub id: String,
    /// Their name.
    pub name: String,
}

/// A till, as those see it who manage them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedTill {
    /// Its id.
    pub id: String,
    /// Counts edits; a change names the one that it is based on.
    pub version: i64,
    /// What staff call it.
    pub code: String,
    /// Its name.
    pub name: String,
    /// What is sold there.
    pub store_types: Vec<StoreType>,
    /// ISO 8601 of when a device became it; absent until then.
    pub enrolled_at: Option<String>,
    /// What the device calls itself.
    pub device_label: String,
    /// Whether it is switched off.
    pub disabled: bool,
    /// Who works there now.
    pub signed_in: Option<AtTill>,
}

/// A till that is to be added.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTill {
    /// What staff call it: letters, digits, dashes.
    #[schema(max_length = 20)]
    pub code: String,
    /// Its name.
    #[schema(max_length = 100)]
    pub name: String,
    /// What is sold there.
    pub store_types: Vec<StoreType>,
}

/// A change to a till: what is left out stays.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TillChange {
    /// The version that it is based on.
    pub version: i64,
    /// Its name.
    #[schema(max_length = 100)]
    pub name: Option<String>,
    /// What is sold there.
    pub store_types: Option<Vec<StoreType>>,
    /// Whether it is switched off.
    pub disabled: Option<bool>,
}

impl NewTill {
    /// Well formed; or what is wrong at which field.
    pub(super) fn validate(self) -> Result<Self, Vec<Issue>> {
        let mut faults = Vec::new();
        let code = code_of(&self.code);
        if code.is_none() {
            faults.push(Issue::error("/code", "format").with("format", "till-code"));
        }
        let name = name_of(&self.name, &mut faults);
        let store_types = types_of(self.store_types, &mut faults);
        match code {
            Some(code) if faults.is_empty() => Ok(Self { code, name, store_types }),
            _ => Err(faults),
        }
    }
}

/// A till's code as it is stored: capital letters, digits and dashes.
pub(super) fn code_of(code: &str) -> Option<String> {
    let code = western_digits(code.trim()).to_ascii_uppercase();
    let is_valid = (1..=20).contains(&code.len())
        && code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-');
    is_valid.then_some(code)
}

pub(super) fn name_of(name: &str, faults: &mut Vec<Issue>) -> String {
    let name = line(name, "/name", 100, faults);
    if name.is_empty() {
        faults.push(Issue::error("/name", "required"));
    }
    name
}

pub(super) fn types_of(types: Vec<StoreType>, faults: &mut Vec<Issue>) -> Vec<StoreType> {
    let mut types = types;
    types.sort_unstable();
    types.dedup();
    if types.is_empty() {
        faults.push(Issue::error("/store_types", "required"));
    }
    types
}

/// An enrolment code as it was drawn, however it was typed.
pub(super) fn parse_enrolment_code(typed: &str) -> Option<String> {
    if typed.len() > 64 {
        return None;
    }
    let plain = western_digits(typed);
    let plain = plain.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_uppercase());
    Some(plain.collect::<String>()).filter(|code| code.len() == ENROLMENT_LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_till_has_a_plain_code_a_name_and_something_to_sell() {
        let till = |code: &str, name: &str, store_types: Vec<StoreType>| NewTill {
            code: code.into(),
            name: name.into(),
            store_types,
        };
        let valid =
            till(" c-٠١ ", "Canteen\n1", vec![StoreType::Uniform, StoreType::Canteen, StoreType::Uniform]).validate();
        let valid = valid.expect("valid");
        assert_eq!((valid.code.as_str(), valid.name.as_str(), valid.store_types.len()), ("C-01", "Canteen 1", 2));
        let faults = till("a b", "", vec![]).validate().expect_err("faults");
        let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
        assert_eq!(paths, ["/code", "/name", "/store_types"]);
    }

    #[test]
    fn an_enrolment_code_may_be_typed_in_groups() {
        assert_eq!(parse_enrolment_code("abcd-2345").as_deref(), Some("ABCD2345"));
        assert_eq!(parse_enrolment_code("ABCD234"), None);
    }
}
