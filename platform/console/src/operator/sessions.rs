//! Sessions: opened, carried on, ended.

use kernel::{MessageId, PlatformTx, Refusal, StoreError, crypto};
use serde_json::json;

use super::model::{ABSOLUTE_MS, Facts, Next, Operator};
use super::store;
use crate::caller::{PlatformActor, PlatformCaller};
use crate::ids::OperatorSessionId;
use crate::service::{Console, Inner, note};

/// A session that was opened.
#[derive(Debug, Clone)]
pub struct Opened {
    /// Who.
    pub operator: Operator,
    /// The cookie's value.
    pub token: String,
}

/// Opens a session within the write that let somebody in.
pub(super) async fn open(tx: &mut PlatformTx, inner: &Inner, operator: Operator) -> Result<Opened, StoreError> {
    let now = inner.clock.now_ms();
    let (id, token) = (OperatorSessionId::new(&*inner.clock, &*inner.rng), crypto::new_token(&*inner.rng));
    store::insert_session(tx, &id, &operator.id, &crypto::token_hash(&token), now, now + ABSOLUTE_MS).await?;
    Ok(Opened { operator, token })
}

/// Whether a session is still carried on.
pub(crate) async fn is_alive(tx: &mut PlatformTx, id: &OperatorSessionId, now: i64) -> Result<bool, StoreError> {
    Ok(store::find_alive(tx, id, now).await?.is_some())
}

/// Sessions and links that were over at a moment go.
pub(crate) async fn prune(tx: &mut PlatformTx, before: i64) -> Result<(), StoreError> {
    store::prune_sessions(tx, before).await?;
    store::prune_links(tx, before).await.map(drop)
}

impl Console {
    /// Whose cookie it is, and the cookie that takes its place when it is time. L014 for every one that is none.
    pub async fn authenticate(&self, cookie: &str) -> Result<(PlatformActor, Option<String>), Refusal> {
        let hash = crypto::token_hash(cookie);
        let now = self.0.clock.now_ms();
        let found = {
            let mut tx = self.0.db.read().await?;
            store::find_session(&mut tx, &hash).await?
        };
        let none = || Refusal::new(MessageId::L014);
        let row = found.ok_or_else(none)?;
        let facts = Facts {
            replaced_at: row.replaced_at,
            rotated_at: row.rotated_at,
            seen_at: row.seen_at,
            expires_at: row.expires_at,
        };
        let (session, actor) = (
            row.id.clone(),
            PlatformActor::Operator { id: row.operator_id, name: row.name, email: row.email, session: row.id },
        );
        match facts.next(now) {
            Next::Go => Ok((actor, None)),
            Next::Touch => {
                self.0
                    .db
                    .write(move |tx| Box::pin(async move { store::touch_session(tx, &session, now).await }))
                    .await
                    .map_err(|error: StoreError| Refusal::from(error))?;
                Ok((actor, None))
            }
            Next::Rotate => {
                let token = crypto::new_token(&*self.0.rng);
                let fresh = crypto::token_hash(&token);
                let moved = self.0.db.write(move |tx| {
                    Box::pin(async move {
                        let moved = store::rotate_session(tx, &session, &hash, &fresh, now).await?;
                        if moved > 0 {
                            store::insert_former(tx, &hash, &session, now).await?;
                        }
                        Ok(moved)
                    })
                });
                let moved = moved.await.map_err(|error: StoreError| Refusal::from(error))?;
                Ok((actor, (moved > 0).then_some(token)))
            }
            Next::Over => Err(none()),
            Next::Stolen => {
                let caller = PlatformCaller::system();
                self.within(&caller, move |tx, inner, caller| {
                    Box::pin(async move {
                        store::end_session(tx, &session, now, "reused").await?;
                        note(tx, &inner, &caller, "operator.reuse", ("session", session.as_str()), json!({})).await?;
                        Ok(())
                    })
                })
                .await?;
                Err(none())
            }
        }
    }

    /// Ends the caller's session.
    pub async fn operator_sign_out(&self, caller: &PlatformCaller) -> Result<(), Refusal> {
        caller.require_operator()?;
        let PlatformActor::Operator { session, .. } = caller.actor.clone() else { return Ok(()) };
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                store::end_session(tx, &session, inner.clock.now_ms(), "signed_out").await?;
                note(tx, &inner, &caller, "operator.sign_out", ("session", session.as_str()), json!({})).await?;
                Ok(())
            })
        })
        .await
    }
}
