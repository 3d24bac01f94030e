//! One's own sessions: seeing them, ending them.

use kernel::{Caller, Refusal, SchoolTx, SessionId, UserId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use words::clock::iso;
use words::sabotage::{Guard, is_removed};

use super::store;
use crate::model::Kind;
use crate::service::Identity;
use crate::signed_in::require_account;
use crate::{journal, session_ends, store as accounts};

/// A live session of one's own.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnSession {
    /// Its id.
    pub id: String,
    /// Whether it is the one that asks.
    pub current: bool,
    /// `staff`, `family`, `applicant` or `till`.
    pub kind: String,
    /// By which proof it was opened.
    pub method: String,
    /// Browser and system.
    pub device: String,
    /// Network address at sign-in.
    pub address: String,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601 of the last refresh.
    pub seen_at: String,
    /// ISO 8601 of its absolute end.
    pub expires_at: String,
}

impl Identity {
    /// The caller's live sessions, the latest first.
    pub async fn own_sessions(&self, caller: &Caller) -> Result<Vec<OwnSession>, Refusal> {
        let (user, session) = require_account(caller)?;
        let mut tx = self.0.db.read(&caller.school).await?;
        self.sessions_of(&mut tx, &user, &session).await
    }

    pub(super) async fn sessions_of(
        &self,
        tx: &mut SchoolTx,
        user: &UserId,
        own: &SessionId,
    ) -> Result<Vec<OwnSession>, Refusal> {
        let now = self.0.clock.now_ms();
        let rows = store::live_sessions(tx, user, now).await?;
        let live = rows.into_iter().filter(|row| now < row.seen_at + Kind::parse(&row.kind).idle_ms());
        Ok(live
            .map(|row| OwnSession {
                current: row.id == *own,
                id: row.id.into(),
                kind: row.kind,
                method: row.method,
                device: row.device,
                address: row.address,
                created_at: iso(row.created_at),
                seen_at: iso(row.seen_at),
                expires_at: iso(row.expires_at),
            })
            .collect())
    }

    /// Ends one of the caller's sessions; anybody else's does not exist. L018 past [`session_ends`]' bound.
    pub async fn end_own_session(&self, caller: &Caller, session: SessionId) -> Result<(), Refusal> {
        let (user, current) = require_account(caller)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let is_own = store::find_own_session(tx, &user, &session).await?.is_some();
                if !is_own && !is_removed(Guard::SessionOwner) {
                    return Err(Refusal::not_found());
                }
                if session != current {
                    session_ends::count(tx, &inner, &caller, &user).await?;
                }
                inner.end(tx, &caller, &session, "ended_by_owner").await?;
                Ok(())
            })
        })
        .await
    }

    /// The caller shows once more who they are: by the password, or the code in its place. L016, L004, L005 as before a change.
    pub async fn confirm_session(&self, caller: &Caller, current: String) -> Result<(), Refusal> {
        let (_, session) = require_account(caller)?;
        let proof = self.require_step_up(caller, current).await?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                proof.spend(tx, &inner).await?;
                accounts::confirm_session(tx, &session, inner.clock.now_ms()).await?;
                journal::note(tx, &inner, &caller, "session.confirm", "session", session.as_str(), json!({})).await?;
                Ok(())
            })
        })
        .await
    }

    /// Ends all the caller's sessions but the one that asks. L018 past [`session_ends`]' bound.
    pub async fn end_other_sessions(&self, caller: &Caller) -> Result<(), Refusal> {
        let (user, session) = require_account(caller)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                session_ends::count(tx, &inner, &caller, &user).await?;
                inner.end_all_but(tx, &caller, &user, Some(&session), "ended_by_owner").await?;
                Ok(())
            })
        })
        .await
    }
}
