//! Before an account's keys change its person is asked once more: for the password, or, where there is none, for a code that goes
//! to the address or number that the account has now. A session alone, stolen or left open, changes nothing.

use std::sync::Arc;

use kernel::message::Channel;
use kernel::message_counts::{self, Reason, Target};
use kernel::{Caller, MessageId, Refusal, SchoolTx, UserId};
use serde_json::json;
use tenants::School;
use words::sabotage::{Guard, is_removed};

use super::service::own_row;
use super::store::ProfileRow;
use crate::entry::attempts::{STEP_UPS, Turn, target_hash, too_often};
use crate::entry::codes::{LIFE_MS, PAUSE_MS};
use crate::entry::details::require_reached;
use crate::entry::own_codes::{self, NewOwnCode};
use crate::hash_pool::own_turn;
use crate::ids::ChallengeId;
use crate::known_browser::Known;
use crate::letters::{Letter, reachable};
use crate::model::Kind;
use crate::service::{Identity, Inner};
use crate::signed_in::require_account;
use crate::tries::Line;
use crate::{journal, password};

/// What such a code is kept as.
const STEP_UP: &str = "step_up";

/// A code that is on its way.
#[derive(Debug, Clone)]
pub struct StepUpSent {
    /// Whether it goes by SMS.
    pub by_phone: bool,
    /// Seconds that it is good for.
    pub expires_in: i64,
    /// Seconds until another one may be asked for.
    pub resend_in: i64,
}

/// What showed that the account's person asks.
#[derive(Debug, Clone)]
pub(super) enum Proof {
    Password,
    /// A code: its challenge, which is good for one change.
    Code(ChallengeId),
}

impl Proof {
    /// Uses it up, in the transaction of the change. L005 when another change was quicker.
    pub(super) async fn spend(&self, tx: &mut SchoolTx, inner: &Inner) -> Result<(), Refusal> {
        match self {
            Self::Code(id) => own_codes::spend(tx, inner, id).await,
            Self::Password => Ok(()),
        }
    }
}

/// Where the code goes: what the account signs in by, and else the address that it told.
fn target_of(row: &ProfileRow) -> Option<(Channel, String)> {
    match row.email.strip_prefix("phone:") {
        Some(phone) => Some((Channel::Sms, phone.to_owned())),
        None => reachable(&row.email, &row.contact_email).map(|address| (Channel::Mail, address)),
    }
}

enum Issued {
    Sent(StepUpSent),
    Wait(i64),
}

impl Identity {
    /// Sends the code that one change of the caller's keys asks for; an older one is dead. L002 when they come too often, L017 where the
    /// school sends no texts to the account's number any more.
    pub async fn request_step_up(&self, caller: &Caller, school: &Arc<School>) -> Result<StepUpSent, Refusal> {
        let (user, _) = require_account(caller)?;
        let school = school.clone();
        let issued = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move { issue(tx, &inner, &caller, &school, &user).await })
        });
        match issued.await? {
            Issued::Sent(sent) => Ok(sent),
            Issued::Wait(wait) => Err(too_often(wait)),
        }
    }

    /// Goes on only with the caller's own password, or the code in its place: L016 for a wrong password, L004 for a wrong code,
    /// L005 for one that is of no use any more. Wrong ones count and slow down as those at sign-in in a known browser do, since a stolen
    /// session must not become a way to guess, nor strangers keep who is in from their own keys.
    pub(super) async fn require_step_up(&self, caller: &Caller, current: String) -> Result<Proof, Refusal> {
        let (user, session) = require_account(caller)?;
        // The account's own turn first.
        let own = own_turn(format!("{} {user}", caller.school.id())).await?;
        let place = self.0.enter(caller).await?;
        let row = {
            let mut tx = self.0.db.read(&caller.school).await?;
            own_row(&mut tx, &user).await?
        };
        let Some(stored) = row.password_hash else { return self.require_code(caller, user, &current).await };
        let line = Line::at(&row.email, Some(&Known::by_session(&session)));
        let turn = self.0.turns.wait(caller.school.id(), line.turn()).await;
        let taken = self.take_try(caller, &line).await?;
        let failed = taken.failed;
        let right = self.0.hash_pool.run(move || current.len() <= 1024 && password::matches(&current, &stored)).await?;
        let outcome = if right || is_removed(Guard::StepUp) {
            let forgotten = self.within(caller, move |tx, _, _| Box::pin(async move { Ok(taken.forget(tx).await?) }));
            forgotten.await.map(|()| Proof::Password)
        } else {
            self.note_wrong(caller, user, failed, "step_up").await?;
            Err(Refusal::new(MessageId::L016))
        };
        drop((turn, place, own));
        outcome
    }

    async fn require_code(&self, caller: &Caller, user: UserId, typed: &str) -> Result<Proof, Refusal> {
        if is_removed(Guard::StepUpCode) {
            return Ok(Proof::Password);
        }
        Ok(Proof::Code(self.require_own_code(caller, user, STEP_UP, typed).await?.id))
    }
}

/// An account as it is counted by.
pub(crate) fn account_hash(tx: &SchoolTx, inner: &Inner, user: &UserId) -> String {
    target_hash(&inner.secret, tx.school(), &format!("user:{user}"))
}

async fn issue(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    school: &School,
    user: &UserId,
) -> Result<Issued, Refusal> {
    let now = inner.clock.now_ms();
    let row = own_row(tx, user).await?;
    if row.password_hash.is_some() {
        return Err(Refusal::malformed("this account has a password, which is asked for instead"));
    }
    let (channel, to) = target_of(&row).ok_or_else(|| Refusal::new(MessageId::A002))?;
    if channel == Channel::Sms {
        require_reached(school, &to)?;
    }
    if let Some(wait) = own_codes::pause(tx, user, STEP_UP, now).await? {
        return Ok(Issued::Wait(wait));
    }
    let hash = account_hash(tx, inner, user);
    if let Turn::Over(wait) = STEP_UPS.take(tx, &hash, now).await? {
        return Ok(Issued::Wait(wait));
    }
    // Those that ask at once waited for one another at the count, and see here what the first one sent; refusing undoes it.
    if let Some(wait) = own_codes::pause(tx, user, STEP_UP, now).await? {
        return Err(too_often(wait));
    }
    // An applicant's address is what they typed: it may be anybody's, who has counts of their own therefore.
    let target = if channel == Channel::Sms { Target::phone(&to) } else { Target::mail(&to) };
    let is_own = Kind::parse(&row.kind) != Kind::Applicant;
    let taken = message_counts::take_of(tx, &inner.secret, caller, Reason::StepUp, &target, is_own, now);
    taken.await?.or_refuse()?;
    let new = NewOwnCode { user, purpose: STEP_UP, target: "", is_answered: true };
    let code = own_codes::issue(tx, inner, caller, new).await?;
    let by_phone = channel == Channel::Sms;
    let params = json!({ "code": code });
    let letter = Letter {
        channel,
        to: &to,
        template: "step_up",
        locale: &row.locale,
        params,
        life_ms: LIFE_MS,
        is_strangers: !is_own,
    };
    letter.send(tx, inner).await?;
    let detail = json!({"by": if by_phone { "sms" } else { "mail" }, "for": "step_up"});
    journal::note(tx, inner, caller, "code.send", "user", user.as_str(), detail).await?;
    Ok(Issued::Sent(StepUpSent { by_phone, expires_in: LIFE_MS / 1000, resend_in: PAUSE_MS / 1000 }))
}
