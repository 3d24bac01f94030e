//! Letters to people about their accounts. They leave through the outbox, in the person's language.

use kernel::message::{self, Channel, Message};
use kernel::{SchoolTx, StoreError, ids, rows, statements};
use serde_json::{Map, Value};

use crate::model::email_of;
use crate::service::Inner;

/// News of a change is of no use later.
pub(crate) const NEWS_LIFE_MS: i64 = 3 * 24 * 60 * 60 * 1000;

rows! {
    /// Where a person gets letters.
    pub struct AddressRow {
        pub name: String,
        pub email: String,
        pub contact_email: String,
        pub locale: String,
    }
}

statements! {
    pub find_address(user_id: &str) -> [opt AddressRow]
        "SELECT name, email, contact_email, locale FROM users WHERE school_id = $1 AND id = $2";
}

/// The address that letters reach: applicants and tills have none under `email`, where a name at sign-in stands.
pub(crate) fn reachable(email: &str, contact_email: &str) -> Option<String> {
    email_of(email).or_else(|| email_of(contact_email))
}

/// Asks for a letter to a person; false when they have no address. `params` is an object; the name is added.
pub(crate) async fn to_person(
    tx: &mut SchoolTx,
    inner: &Inner,
    user_id: &str,
    template: &str,
    params: Value,
    life_ms: i64,
) -> Result<bool, StoreError> {
    let Some(row) = find_address(tx, user_id).await? else { return Ok(false) };
    let Some(to) = reachable(&row.email, &row.contact_email) else { return Ok(false) };
    let dedup = ids::new_id(&*inner.clock, &*inner.rng);
    let letter = Letter { to: &to, name: &row.name, locale: &row.locale, template, params, life_ms };
    letter.send(tx, inner, &dedup).await?;
    Ok(true)
}

/// A letter to an address that may be nobody's yet.
pub(crate) struct Letter<'a> {
    /// The address.
    pub to: &'a str,
    /// Whom it greets.
    pub name: &'a str,
    /// `en` or `ar`.
    pub locale: &'a str,
    /// Which words.
    pub template: &'a str,
    /// What fills them: an object.
    pub params: Value,
    /// After so long it is dropped.
    pub life_ms: i64,
}

impl Letter<'_> {
    /// Asks for it; of letters with the same `dedup` one goes.
    pub async fn send(self, tx: &mut SchoolTx, inner: &Inner, dedup: &str) -> Result<(), StoreError> {
        let mut params = match self.params {
            Value::Object(params) => params,
            _ => Map::new(),
        };
        params.insert("name".into(), self.name.into());
        let message = Message {
            channel: Channel::Mail,
            to: self.to.to_owned(),
            template: self.template.to_owned(),
            locale: self.locale.to_owned(),
            params,
            expires_at: inner.clock.now_ms() + self.life_ms,
        };
        message::send(tx, &*inner.clock, &*inner.rng, &inner.secret, dedup, &message).await
    }
}
