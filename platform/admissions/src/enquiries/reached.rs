//! Whom a submission is about and how whoever answers for it is reached, as files of the list tell it: what its reader may not read is said to be
//! there.

use std::collections::HashMap;

use form::{FormDocument, What, Who};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use words::Text;

/// What is told of somebody.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Told {
    #[default]
    Nothing,
    Is(String),
    /// It was answered, for that audience alone.
    KeptFor(Text),
}

/// The first who can be written to or called, as the record has them ([`FormDocument::contacts`]).
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Reached {
    pub phone: Told,
    pub email: Told,
    /// For whom alone it is whom the answers are about.
    pub person_for: Option<Text>,
    /// For whom alone the guardian's name is.
    pub guardian_for: Option<Text>,
}

impl Reached {
    /// Of answers as their reader sees them, and of the fields that are kept for others.
    pub fn of(document: &FormDocument, values: &Value, kept_for: &HashMap<String, Text>) -> Self {
        let told = |field: &str| match (values.get(field).and_then(Value::as_str).map(str::trim), kept_for.get(field)) {
            (Some(text), _) if !text.is_empty() => Told::Is(text.to_owned()),
            (_, Some(audience)) => Told::KeptFor(audience.clone()),
            _ => Told::Nothing,
        };
        let of = |who: Who, what: What| document.field_of(who, what).map_or(Told::Nothing, told);
        let ways = |who: Who| (of(who, What::Phone), of(who, What::Email));
        let mut named = [Who::Guardian, Who::SecondGuardian, Who::Contact].into_iter().map(ways);
        let first = named.find(|(phone, email)| *phone != Told::Nothing || *email != Told::Nothing);
        let (phone, email) = first.unwrap_or_else(|| {
            let email = document.confirmation_field().map_or(Told::Nothing, told);
            (Told::Nothing, email)
        });
        let mut names =
            [What::Name, What::NameAr].into_iter().filter_map(|what| document.field_of(Who::Guardian, what));
        let guardian_for = names.find_map(|field| kept_for.get(field)).cloned();
        Self { phone, email, person_for: None, guardian_for }
    }
}
