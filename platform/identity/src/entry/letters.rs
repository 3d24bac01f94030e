//! Letters of this room: what they hold and how long they are of use.

use kernel::message::{self, Channel, Message};
use kernel::{SchoolTx, StoreError, ids};
use serde_json::{Map, Value};

use crate::service::Inner;

const HOUR: i64 = 60 * 60 * 1000;
/// A letter that only tells something is of no use after three days.
pub(crate) const NEWS_MS: i64 = 3 * 24 * HOUR;

/// A letter on its way.
#[derive(Debug, Clone)]
pub(crate) struct Letter<'a> {
    /// Mail or SMS.
    pub channel: Channel,
    /// Address or number.
    pub to: &'a str,
    /// Name of its template.
    pub template: &'a str,
    /// `en` or `ar`.
    pub locale: &'a str,
    /// What fills the template.
    pub params: Vec<(&'a str, Value)>,
    /// For how many milliseconds it is of use.
    pub life_ms: i64,
}

impl<'a> Letter<'a> {
    /// A mail that only tells something.
    pub(crate) fn news(to: &'a str, template: &'a str, locale: &'a str, params: Vec<(&'a str, Value)>) -> Self {
        Self { channel: Channel::Mail, to, template, locale, params, life_ms: NEWS_MS }
    }

    /// Asks for it in the transaction of what it tells of. One that is not `wanted` is as much work, and is dropped by the
    /// worker as too old: whether there was anybody to write to does not show in the time.
    pub(crate) async fn send(self, tx: &mut SchoolTx, inner: &Inner, wanted: bool) -> Result<(), StoreError> {
        let params: Map<String, Value> =
            self.params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let message = Message {
            channel: self.channel,
            to: self.to.to_owned(),
            template: self.template.to_owned(),
            locale: self.locale.to_owned(),
            params,
            expires_at: if wanted { inner.clock.now_ms() + self.life_ms } else { 0 },
        };
        let dedup = ids::new_id(&*inner.clock, &*inner.rng);
        message::send(tx, &*inner.clock, &*inner.rng, &inner.secret, &dedup, &message).await
    }
}
