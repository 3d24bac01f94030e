//! The second factor at sign-in.

use kernel::crypto;
use kernel::{Caller, MessageId, Refusal};
use serde_json::json;

use super::attempts::{FACTORS, Turn, too_often};
use super::codes::{most_tries, tries_left};
use super::first::{First, PURPOSE, session_of};
use super::store::{self, ChallengeRow};
use crate::factor::{self, Confirmed, Verified};
use crate::ids::ChallengeId;
use crate::journal;
use crate::model::Method;
use crate::service::Identity;
use crate::sessions::Opened;
use crate::store::find_user;

enum Try {
    Taken(ChallengeRow),
    Over(i64),
    Dead,
}

enum Judged {
    Right(Box<Opened>, Vec<String>),
    Wrong,
}

impl Identity {
    /// Answers a challenge with a code of the authenticator or a recovery code; opens the session and, after a set-up, gives
    /// recovery codes. L004 for a wrong code, L005 when the challenge is of no use any more.
    pub async fn second_factor(
        &self,
        caller: &Caller,
        challenge: &str,
        code: &str,
        device: String,
    ) -> Result<(Opened, Vec<String>), Refusal> {
        let id = ChallengeId::from(crypto::token_hash(challenge));
        let taken = match self.take_factor_try(caller, &id).await? {
            Try::Taken(row) => row,
            Try::Over(wait) => return Err(too_often(wait)),
            Try::Dead => return Err(Refusal::new(MessageId::L005)),
        };
        let tries_left = tries_left(&taken);
        let (inner, caller, code) = (self.0.clone(), caller.clone(), code.to_owned());
        let scope = caller.school.clone();
        let judged = self
            .0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let dead = || Refusal::new(MessageId::L005);
                    let now = inner.clock.now_ms();
                    let user = taken.user_id.clone().ok_or_else(dead)?;
                    let first = crypto::open(&inner.secret, tx.school(), PURPOSE, &taken.target);
                    let first: First = first.and_then(|text| serde_json::from_str(&text).ok()).ok_or_else(dead)?;
                    let (right, method, codes) = if taken.purpose == "second_factor_setup" {
                        match factor::confirm(tx, &inner, &caller, &user, &code).await? {
                            Confirmed::Active(codes) => (true, method(&first, false), codes),
                            Confirmed::Wrong => (false, Method::Password, Vec::new()),
                        }
                    } else {
                        match factor::verify(tx, &inner, &user, &code).await? {
                            Verified::Totp => (true, method(&first, false), Vec::new()),
                            Verified::Recovery => (true, method(&first, true), Vec::new()),
                            Verified::Wrong => (false, Method::Password, Vec::new()),
                        }
                    };
                    if !right {
                        let detail = json!({"method": "second_factor", "tries": taken.tries});
                        journal::note(tx, &inner, &caller, "session.refuse", "user", user.as_str(), detail).await?;
                        return Ok(Judged::Wrong);
                    }
                    // An error undoes the code's use too.
                    if store::use_challenge(tx, &id, now).await? == 0 {
                        return Err(dead());
                    }
                    FACTORS.forgive(tx, &taken.target_hash, now).await?;
                    let row = find_user(tx, &user).await?.ok_or_else(dead)?;
                    let mut new = session_of(&row, method, device);
                    // Who changed since the first proof has to begin anew.
                    new.stamp = first.stamp;
                    Ok::<_, Refusal>(Judged::Right(Box::new(inner.open(tx, &caller, new).await?), codes))
                })
            })
            .await?;
        match judged {
            Judged::Right(opened, codes) => Ok((*opened, codes)),
            Judged::Wrong => Err(Refusal::new(MessageId::L004).with("tries_left", tries_left)),
        }
    }

    /// Counts a try in a transaction of its own, before anything is compared.
    async fn take_factor_try(&self, caller: &Caller, id: &ChallengeId) -> Result<Try, Refusal> {
        let (inner, id) = (self.0.clone(), id.clone());
        self.0
            .db
            .write(&caller.school, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    let Some(row) = store::take_try(tx, &id, now, most_tries()).await? else { return Ok(Try::Dead) };
                    if !row.purpose.starts_with("second_factor") {
                        return Ok(Try::Dead);
                    }
                    if row.purpose == "second_factor_setup" {
                        // Its secret was shown to who tries: nothing is guessed.
                        return Ok(Try::Taken(row));
                    }
                    Ok::<_, Refusal>(match FACTORS.take(tx, &row.target_hash, now).await? {
                        Turn::Free => Try::Taken(row),
                        Turn::Over(wait) => Try::Over(wait),
                    })
                })
            })
            .await
    }
}

fn method(first: &First, recovery: bool) -> Method {
    match (first.by_code, recovery) {
        (false, false) => Method::PasswordTotp,
        (false, true) => Method::PasswordRecovery,
        (true, false) => Method::CodeTotp,
        (true, true) => Method::CodeRecovery,
    }
}
