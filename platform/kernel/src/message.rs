//! Messages to people: mail and SMS that leave through the outbox, sealed until they are sent.
//!
//! A message names its template and what fills it; the worker finds the words in the school's bundle or in the built-in ones
//! and renders them in the person's language. Links and codes stand in the parameters, so a row holds them sealed, and a
//! message that is older than what it carries is dropped instead of sent.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::crypto::{self, Secret};
use crate::db::{SchoolTx, StoreError};
use crate::outbox::{self, Lane};
use crate::{Clock, Rng};

/// Kind of the outbox job.
pub const MESSAGE_JOB: &str = "message";
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
    /// Name of the template: `mail/<template>.<lng>.txt` and `.html`, `sms/<template>.<lng>.txt`.
    pub template: String,
    /// `en` or `ar`.
    pub locale: String,
    /// What fills the template, beside the school's own name, colours and addresses. `path` becomes the address `url` on the
    /// school's own origin, whatever host asked for it.
    pub params: Map<String, Value>,
    /// After this moment (milliseconds) it is dropped.
    pub expires_at: i64,
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
    outbox::enqueue_in(tx, clock, rng, message.lane(), MESSAGE_JOB, dedup, json!({ "sealed": sealed })).await
}

impl Message {
    /// What carries a code or a link is waited for.
    fn lane(&self) -> Lane {
        let prompt = ["code", "tracking_code", "path"].iter().any(|name| self.params.contains_key(*name));
        if prompt { Lane::Prompt } else { Lane::Mail }
    }
}

/// Reads a message's job again; `None` when it is not one of this school.
#[must_use]
pub fn open(secret: &Secret, school: &crate::SchoolId, payload: &Value) -> Option<Message> {
    let sealed = payload.get("sealed")?.as_str()?;
    serde_json::from_str(&crypto::open(secret, school, PURPOSE, sealed)?).ok()
}
