//! What the host tells of the school's records beside its tables: earlier submissions of the same form, and how much a colleague looks
//! after. It is told to `decide` alone; in `check`, and where it is not granted, there is nothing.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Host, LookupError};

/// The kind to ask for before [`Earlier::find`], beside that of the value.
pub const EARLIER: &str = "earlier";
/// The kind to ask for before [`load_of`].
pub const STAFF_LOAD: &str = "staff_load";
/// The kind of [`Host::known`] that says whether a phone is a colleague's.
pub const STAFF_PHONE: &str = "staff_phone";
/// The kind of [`Host::known`] that says whether a name may be a colleague's.
pub const STAFF_NAME: &str = "staff_name";
/// The tables that no bundle has.
pub(crate) const EARLIER_TABLE: &str = "records.earlier";
pub(crate) const LOAD_TABLE: &str = "records.load";

/// Asks which earlier submissions of the same form name a value, and for some of their answers.
///
/// Needs the kinds [`EARLIER`] and that of the value. What an audience alone reads is not told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    pub(crate) known: (String, String),
    pub(crate) values: Vec<String>,
    pub(crate) computed: Vec<String>,
}

/// An earlier submission, as far as it was asked about.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EarlierSubmission {
    /// What staff call it.
    pub reference: String,
    /// The day it came in, `YYYY-MM-DD`.
    pub sent_on: String,
    /// Answers by field: an object.
    pub values: Value,
    /// Computed values by key.
    pub computed: Map<String, Value>,
    /// Said of one at least where not all is told: there are more than these, or its own answers are too large.
    pub more: bool,
}

impl Earlier {
    /// Those that name this value of a kind (`x-known`).
    #[must_use]
    pub fn naming(kind: &str, value: &str) -> Self {
        Self { known: (kind.to_owned(), value.to_owned()), values: Vec::new(), computed: Vec::new() }
    }

    /// And the answers to these fields.
    #[must_use]
    pub fn values(mut self, fields: &[&str]) -> Self {
        self.values.extend(fields.iter().map(|field| (*field).to_owned()));
        self
    }

    /// And these computed values.
    #[must_use]
    pub fn computed(mut self, keys: &[&str]) -> Self {
        self.computed.extend(keys.iter().map(|key| (*key).to_owned()));
        self
    }

    /// The newest first, at most twenty: where there are more, the ten newest and the ten oldest. Strangers may send as many as they like, so
    /// where one of these says that there is [`EarlierSubmission::more`], what was looked for may be among those that are not told.
    ///
    /// # Errors
    /// This call has asked too often, or the host could not answer.
    pub fn find(&self, host: &dyn Host) -> Result<Vec<EarlierSubmission>, LookupError> {
        let failed = |error: serde_json::Error| LookupError::Failed(error.to_string());
        let key = serde_json::to_string(self).map_err(failed)?;
        match granted(host.lookup(EARLIER_TABLE, &key, ""))? {
            Some(found) => serde_json::from_value(found).map_err(failed),
            None => Ok(Vec::new()),
        }
    }
}

/// How many open enquiries a colleague looks after, by the address that they sign in with; `None` for who cannot look after this form's.
/// Needs the kind [`STAFF_LOAD`].
///
/// # Errors
/// This call has asked too often, or the host could not answer.
pub fn load_of(host: &dyn Host, account: &str) -> Result<Option<i64>, LookupError> {
    let found = granted(host.lookup(LOAD_TABLE, account, ""))?;
    Ok(found.and_then(|load| load["open"].as_i64()))
}

/// Not to be told is to hear of nothing, as with `known`.
fn granted(answer: Result<Option<Value>, LookupError>) -> Result<Option<Value>, LookupError> {
    match answer {
        Err(LookupError::Denied | LookupError::UnknownTable) => Ok(None),
        answer => answer,
    }
}
