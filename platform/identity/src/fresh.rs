//! Who takes much out at once, or gives and takes power over the school, has lately shown who they are: a session that was left open, or a
//! stolen bearer, takes no list away and makes no administrator.

use kernel::caller::Actor;
use kernel::crypto::Secret;
use kernel::message::{self, Channel, Message};
use kernel::sabotage::{Guard, is_removed};
use kernel::{Caller, Clock, MessageId, Refusal, Rng, Role, SchoolTx, StoreError};
use serde_json::{Map, Value};

use crate::letters::{find_address, reachable};
use crate::service::Identity;
use crate::store;

/// So long after signing in, or after the last proof, nothing more is asked for.
const FRESH_MS: i64 = 15 * 60 * 1000;
/// Files of so many lines are told of.
const BIG: usize = 500;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A file that somebody takes out, or what they read in an hour.
#[derive(Debug, Clone, Copy)]
pub struct TakenOut {
    /// Of what: `enquiries`, `audit`; `read` of lists that were read page by page.
    pub what: &'static str,
    /// How many lines.
    pub lines: usize,
}

impl Identity {
    /// L018 unless the caller signed in, or gave the password once more (`confirm_session`), within the last quarter of an hour. For
    /// other slices, inside their transaction.
    pub async fn require_fresh(tx: &mut SchoolTx, caller: &Caller, now: i64) -> Result<(), Refusal> {
        let Actor::User { session, .. } = &caller.actor else { return Ok(()) };
        let confirmed_at = store::find_confirmed(tx, session).await?.map_or(0, |row| row.confirmed_at);
        if now < confirmed_at + FRESH_MS || is_removed(Guard::FreshProof) {
            return Ok(());
        }
        Err(Refusal::new(MessageId::L018))
    }

    /// Tells the school's administrators of a big file, or of much that was read: of each once a day for each person. For other slices, inside their transaction.
    pub async fn tell_of_export(
        tx: &mut SchoolTx,
        (clock, rng, secret): (&dyn Clock, &dyn Rng, &Secret),
        caller: &Caller,
        taken: TakenOut,
    ) -> Result<(), StoreError> {
        let Actor::User { id, name, .. } = &caller.actor else { return Ok(()) };
        if taken.lines < BIG {
            return Ok(());
        }
        let now = clock.now_ms();
        for admin in Self::people_in_role(tx, Role::SchoolAdmin).await? {
            let Some(address) = find_address(tx, &admin.id).await? else { continue };
            let Some(to) = reachable(&address.email, &address.contact_email) else { continue };
            let params: [(&str, Value); 5] = [
                ("person", name.as_str().into()),
                ("lines", taken.lines.to_string().into()),
                ("change", taken.what.into()),
                ("name", address.name.into()),
                ("path", format!("/settings/audit?actor={id}").into()),
            ];
            let message = Message {
                channel: Channel::Mail,
                to,
                template: "export_taken".to_owned(),
                locale: address.locale,
                params: params.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>(),
                expires_at: now + 3 * DAY_MS,
            };
            let kind = if taken.what == "read" { "read" } else { "export" };
            let dedup = format!("{kind}:{id}:{}:{}", admin.id, now / DAY_MS);
            message::send(tx, clock, rng, secret, &dedup, &message).await?;
        }
        Ok(())
    }
}
