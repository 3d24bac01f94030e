//! Becoming a till, signing in at one.

use kernel::{Caller, MessageId, Refusal, crypto};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use words::sabotage::{Guard, is_removed};
use words::{Permission, Role, text};

use super::model::{AtTill, StoreType, code_of, parse_enrolment_code};
use super::pins::staff_code_hash;
use super::service::{end_all, enrolment_hash, is_seated, types};
use super::store::{self, StaffRow, TillRow};
use crate::entry::attempts::PINS_OF_TILL;
use crate::journal;
use crate::model::{Kind, Method, Status, roles_of};
use crate::password;
use crate::people::{is_till_role, keyed_pin, staff_code_of};
use crate::service::Identity;
use crate::sessions::{NewSession, Opened, SessionTill};
use crate::signed_in::require_session;
use crate::wrong_tries::WrongTry;

/// What a device becomes a till with.
#[derive(Debug, Clone)]
pub struct Enrolled {
    pub till: SessionTill,
    /// What the device holds from now on.
    pub device_id: String,
}

/// Who wants to work at which till.
#[derive(Debug, Clone)]
pub struct PosEntry {
    /// Name at a till.
    pub staff_code: String,
    pub pin: String,
    /// What staff call the till.
    pub till_code: String,
    /// What the device holds.
    pub device_id: String,
    /// What the person recognises the session by.
    pub device: String,
}

/// Somebody at a till, as the till shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TillSession {
    /// Who.
    pub person: AtTill,
    /// What they may do there.
    pub roles: Vec<Role>,
    /// The till.
    pub till: SeatedTill,
    /// The school's currency.
    pub currency: String,
    /// ISO 8601 of the sign-in.
    pub since: String,
}

/// The till of a session.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeatedTill {
    /// Its id.
    pub id: String,
    /// What staff call it.
    pub code: String,
    /// Its name.
    pub name: String,
    /// What is sold there.
    pub store_types: Vec<StoreType>,
}

impl Identity {
    /// Makes a device the till of that code; an older device is it no more. P003 for every fault alike.
    pub async fn enrol_till(&self, caller: &Caller, code: &str, label: &str) -> Result<Enrolled, Refusal> {
        let code = parse_enrolment_code(code).ok_or_else(|| Refusal::new(MessageId::P003))?;
        let label = text::cut(&text::one_line(label), 100);
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let hash = enrolment_hash(tx, &inner, &code);
                let device_id = crypto::new_token(&*inner.rng);
                let device_hash = crypto::token_hash(&device_id);
                let row = store::enrol(tx, &hash, &device_hash, &label, inner.clock.now_ms()).await?;
                let row = row.ok_or_else(|| Refusal::new(MessageId::P003))?;
                end_all(tx, &inner, &caller, &row.id, "till_enrolled").await?;
                PINS_OF_TILL.forget(tx, row.id.as_str()).await?;
                journal::note(tx, &inner, &caller, "till.enrol", "till", row.id.as_str(), json!({ "device": label }))
                    .await?;
                Ok(Enrolled { till: SessionTill { id: row.id.into(), code: row.code, name: row.name }, device_id })
            })
        })
        .await
    }

    /// Opens a session at a till. P001 for a device that is not this till, before anything is said of the person; then L001
    /// for every fault alike, L002 while tries are slowed down, P004 once they were too many; P002 while somebody else works
    /// there.
    pub async fn sign_in_at_till(&self, caller: &Caller, entry: PosEntry) -> Result<(Opened, Vec<StoreType>), Refusal> {
        let place = self.0.enter(caller).await?;
        let till = self.till_of(caller, &entry).await?;
        let code = staff_code_of(&entry.staff_code).unwrap_or_default();
        let turn = self.0.turns.wait(caller.school.id(), &staff_code_hash(&self.0, caller.school.id(), &code)).await;
        let failed = self.take_pin(caller, &till, &code).await?;
        let staff = {
            let mut tx = self.0.db.read(&caller.school).await?;
            store::find_staff(&mut tx, &code).await?
        };
        let stored = staff.as_ref().filter(|staff| may_sign_in(staff)).and_then(|staff| staff.pin_hash.clone());
        let known = stored.is_some();
        let stored = password::or_dummy(stored, &self.0.dummy);
        let pin = text::western_digits(&text::cut(entry.pin.trim(), 40));
        let keyed = keyed_pin(&self.0, caller.school.id(), &pin);
        let right = self.0.hash_pool.run(move || password::matches(&keyed, &stored)).await?;
        match staff {
            Some(staff) if right && known => {
                // Whoever finds the seat taken typed a right PIN all the same.
                self.right_pin(caller, &till, code).await?;
                let seated = self.sit_down(caller, staff, till, entry.device).await;
                drop((turn, place));
                seated
            }
            staff => {
                let wrong = WrongTry { person: staff.map(|staff| staff.id), failed, method: "pin" };
                self.note_wrong_aside(caller, wrong, (turn, place));
                Err(Refusal::new(MessageId::L001))
            }
        }
    }

    async fn till_of(&self, caller: &Caller, entry: &PosEntry) -> Result<TillRow, Refusal> {
        let mut tx = self.0.db.read(&caller.school).await?;
        let code = code_of(&entry.till_code);
        let found = if is_removed(Guard::TillDevice) {
            store::list_tills(&mut tx).await?.into_iter().find(|till| Some(&till.code) == code.as_ref())
        } else {
            store::find_till_by_device(&mut tx, &crypto::token_hash(&entry.device_id)).await?
        };
        found
            .filter(|till| Some(&till.code) == code.as_ref() && till.disabled_at.is_none())
            .ok_or_else(|| Refusal::new(MessageId::P001))
    }

    async fn sit_down(
        &self,
        caller: &Caller,
        staff: StaffRow,
        till: TillRow,
        device: String,
    ) -> Result<(Opened, Vec<StoreType>), Refusal> {
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let device_hash = till.device_hash.unwrap_or_default();
                if store::hold_till(tx, &till.id, &device_hash).await? == 0 {
                    return Err(Refusal::new(MessageId::P001));
                }
                for open in store::open_at_till(tx, &till.id).await? {
                    let seated = crate::sessions::is_alive(tx, &open.session_id, now).await? && is_seated(&open, now);
                    if seated && open.user_id != staff.id {
                        return Err(Refusal::new(MessageId::P002));
                    }
                    let reason = if seated { "replaced" } else { "idle" };
                    inner.end(tx, &caller, &open.session_id, reason).await?;
                }
                let new = NewSession {
                    user: staff.id,
                    stamp: staff.stamp,
                    kind: Kind::Till,
                    method: Method::Pin,
                    device,
                    till: Some(till.id),
                };
                Ok((inner.open(tx, &caller, new).await?, types(&till.store_types.0)))
            })
        })
        .await
    }

    /// Who works at the till of the caller's session. A001 for a session that is at none.
    pub async fn till_session(&self, caller: &Caller, currency: &str) -> Result<TillSession, Refusal> {
        caller.require(Permission::TillUse)?;
        let (user, session) = require_session(caller)?;
        let mut tx = self.0.db.read(&caller.school).await?;
        let seat = store::find_seat(&mut tx, &session).await?.ok_or_else(Refusal::not_found)?;
        let at = seat.till_id.ok_or_else(Refusal::not_found)?;
        let till = store::find_till(&mut tx, &at).await?.ok_or_else(Refusal::not_found)?;
        let name = match &caller.actor {
            kernel::Actor::User { name, .. } => name.clone(),
            _ => String::new(),
        };
        Ok(TillSession {
            person: AtTill { id: user.into(), name },
            roles: caller.roles().to_vec(),
            till: SeatedTill {
                store_types: types(&till.store_types.0),
                id: till.id.into(),
                code: till.code,
                name: till.name,
            },
            currency: currency.to_owned(),
            since: words::clock::iso(seat.created_at),
        })
    }
}

/// Whether a right PIN would let them in.
fn may_sign_in(staff: &StaffRow) -> bool {
    let works_at_tills = roles_of(&staff.roles.0).iter().any(|role| is_till_role(*role));
    Status::parse(&staff.status) == Status::Active && (works_at_tills || is_removed(Guard::TillRoles))
}
