//! What a form's rules may hear of the school's records beside its tables. It goes by names that no bundle gives to anything of its own, so
//! that the contract of plugins stays as it is: kinds that a school grants under `known`, and tables that are no file.

use serde::Deserialize;

/// Earlier submissions of the same form are told of.
pub const EARLIER: &str = "earlier";
/// Whether a phone is a colleague's: yes or no.
pub const STAFF_PHONE: &str = "staff_phone";
/// Whether a name may be a colleague's: yes or no.
pub const STAFF_NAME: &str = "staff_name";
/// How many open enquiries a colleague looks after.
pub const STAFF_LOAD: &str = "staff_load";

/// Is asked for earlier submissions: its key is an [`EarlierQuestion`].
const EARLIER_TABLE: &str = "records.earlier";
/// Is asked for a colleague's load: its key is the address that they sign in with.
const LOAD_TABLE: &str = "records.load";
/// Values and computed values that one question names.
const MOST_NAMED: usize = 20;

/// Whether a kind is asked of the school's own records: no answer is kept under it (`x-known`).
#[must_use]
pub fn is_of_records(kind: &str) -> bool {
    matches!(kind, EARLIER | STAFF_PHONE | STAFF_NAME | STAFF_LOAD)
}

/// Whether a table is none of a bundle's.
#[must_use]
pub fn is_record_table(table: &str) -> bool {
    table.starts_with("records.")
}

/// What is asked of the school's records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordQuestion {
    /// Which earlier submissions of the same form name a value.
    Earlier(EarlierQuestion),
    /// How much the colleague of an address looks after.
    Load(String),
}

/// Which earlier submissions of the same form name a value, and what of them is told.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlierQuestion {
    /// Kind (`x-known`) and value.
    pub known: (String, String),
    /// Fields whose answers are told.
    #[serde(default)]
    pub values: Vec<String>,
    /// Keys of computed values that are told.
    #[serde(default)]
    pub computed: Vec<String>,
}

impl RecordQuestion {
    /// The question that a table and a key are; nothing for what is none.
    #[must_use]
    pub fn read(table: &str, key: &str) -> Option<Self> {
        match table {
            EARLIER_TABLE => {
                let asked: EarlierQuestion = serde_json::from_str(key).ok()?;
                let is_small = asked.values.len().max(asked.computed.len()) <= MOST_NAMED;
                (is_small && !is_of_records(&asked.known.0)).then_some(Self::Earlier(asked))
            }
            LOAD_TABLE => Some(Self::Load(key.to_owned())),
            _ => None,
        }
    }

    /// The kinds that the plugin has to ask for and the school to grant.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        let (own, named) = match self {
            Self::Earlier(asked) => (EARLIER, Some(asked.known.0.as_str())),
            Self::Load(_) => (STAFF_LOAD, None),
        };
        std::iter::once(own).chain(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_names_what_has_to_be_granted() {
        let kinds = |table: &str, key: &str| {
            RecordQuestion::read(table, key).map(|asked| asked.kinds().map(str::to_owned).collect::<Vec<_>>())
        };
        let key = r#"{"known":["bill_number","A-1"],"values":["bill_date"],"computed":["payable"]}"#;
        assert_eq!(kinds("records.earlier", key), Some(vec!["earlier".to_owned(), "bill_number".to_owned()]));
        assert_eq!(kinds("records.load", "a@example.org"), Some(vec!["staff_load".to_owned()]));
        let many = format!(r#"{{"known":["a","b"],"values":{:?}}}"#, vec!["x"; 21]);
        for (table, key) in [
            ("records.earlier", "no JSON"),
            ("records.earlier", r#"{"known":["staff_phone","+968"]}"#),
            ("records.earlier", r#"{"known":["email","a"],"of":"all"}"#),
            ("records.earlier", many.as_str()),
            ("records.people", "a@example.org"),
            ("fees", "kg1"),
        ] {
            assert_eq!(kinds(table, key), None, "{table} {key}");
        }
    }
}
