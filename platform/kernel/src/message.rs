//! Messages to people: mail and SMS that leave through the outbox, sealed until they are sent.
//!
//! A message names its template and what fills it; the worker finds the words in the school's bundle or in the built-in ones
//! and renders them in the person's language. Links and codes stand in the parameters, so a row holds them sealed, and a
//! message that is older than what it carries is dropped instead of sent.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use words::{Clock, Rng};

use crate::crypto::{self, Secret};
use crate::db::{SchoolTx, StoreError};
use crate::jobs::Job;
use crate::outbox::{self, Lane};

const PURPOSE: &str = "message";

/// By which way a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageChannel)]
pub enum Channel {
    /// E-mail.
    Mail,
    /// Text message to a phone.
    Sms,
}

/// A message that is to be sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Mail or SMS.
    pub channel: Channel,
    /// Address or E.164 number.
    pub to: String,
    /// Name of the template: `mail/<template>.<lng>.txt`, `sms/<template>.<lng>.txt`.
    pub template: String,
    /// `en` or `ar`.
    pub locale: String,
    /// What fills the template, beside the school's own name, colours and addresses. `path` becomes the address `url` on the
    /// school's own origin, whatever host asked for it.
    pub params: Map<String, Value>,
    /// After this moment (milliseconds) it is dropped.
    pub expires_at: i64,
    /// Whether anybody can have caused it: who has no account, or one that proved nothing, or names any address as their own. It is
    /// counted over all schools as it leaves.
    #[serde(default)]
    pub is_strangers: bool,
}

/// Sends a message.
#[derive(Serialize, Deserialize)]
pub struct MessageJob {
    /// The [`Message`], sealed: its parameters are secrets.
    sealed: String,
    /// Whether somebody sits and waits for what it carries.
    is_awaited: bool,
}

impl Job for MessageJob {
    const KIND: &'static str = "message";
    const LANE: Lane = Lane::Mail;

    fn lane(&self) -> Lane {
        if self.is_awaited { Lane::Prompt } else { Self::LANE }
    }
}

impl MessageJob {
    /// Reads the message again; `None` when it is not one of this school.
    #[must_use]
    pub fn open(&self, secret: &Secret, school: &words::SchoolId) -> Option<Message> {
        serde_json::from_str(&crypto::open(secret, school, PURPOSE, &self.sealed)?).ok()
    }
}

/// Asks for a message in the transaction of what it tells of.
pub async fn send(
    tx: &mut SchoolTx,
    clock: &dyn Clock,
    rng: &dyn Rng,
    secret: &Secret,
    dedup: &str,
    message: &Message,
) -> Result<(), StoreError> {
    // A struct of texts always serialises.
    let text = serde_json::to_string(message).unwrap_or_default();
    let sealed = crypto::seal(secret, rng, tx.school(), PURPOSE, &text);
    outbox::enqueue(tx, clock, rng, dedup, &MessageJob { sealed, is_awaited: message.is_awaited() }).await
}

/// Whether a message was asked for with that `dedup` already.
pub async fn is_sent(tx: &mut SchoolTx, dedup: &str) -> Result<bool, StoreError> {
    outbox::is_asked_for::<MessageJob>(tx, dedup).await
}

impl Message {
    /// What carries a code or a link that only its reader has is waited for; news that only says where to look is not.
    fn is_awaited(&self) -> bool {
        let has_token = self.params.get("path").and_then(Value::as_str).is_some_and(|path| path.contains("token="));
        has_token || ["code", "tracking_code"].iter().any(|name| self.params.contains_key(*name))
    }
}
