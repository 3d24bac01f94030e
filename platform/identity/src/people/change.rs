//! Changing somebody: name, roles, status, staff code, PIN.

use kernel::bulk::Bulk;
use kernel::{Actor, Caller, MessageId, Refusal, SchoolTx, UserId};
use serde_json::json;
use sqlx::types::Json;
use words::verdict::Issue;
use words::{Permission, Role};

use super::model::{ListedPerson, NewStatus, PersonChange, code_at, once, pin_at, roles_at};
use super::power::{self, PowerChange, Whom};
use super::service::{find_managed, load_person, taken_refusal};
use super::store::{self, ListedRow};
use crate::entry::links;
use crate::entry::name_of;
use crate::journal;
use crate::model::{Kind, Status, display_email, roles_of};
use crate::service::{Identity, Inner};
use crate::session_ends;
use crate::tills::forget_pins;

/// What stands of a person after a change.
struct New {
    name: String,
    roles: Vec<Role>,
    status: Status,
    staff_code: Option<String>,
    pin_hash: Option<String>,
    /// All audiences, where they change.
    audiences: Option<Vec<String>>,
    erasure_answered: bool,
}

impl Identity {
    /// Changes somebody. It acts on their next request: with other roles, status or PIN their sessions end, and what they asked for that takes
    /// long ends where they are switched off or lose a role.
    ///
    /// A003 when somebody else was quicker, A004 when no administrator would be left, A005 for a code that somebody has,
    /// L017 for what is not well formed, L018 for a change of power or of audiences (`known` are the school's), for one that signs out somebody with power, and for one more than
    /// an account may sign out ([`session_ends`]), by who has not lately shown who they are.
    pub async fn update_person(
        &self,
        caller: &Caller,
        id: UserId,
        change: PersonChange,
        known: &[&str],
    ) -> Result<ListedPerson, Refusal> {
        caller.require(Permission::UserManage)?;
        let mut faults = Vec::new();
        if change.audiences.iter().flatten().any(|audience| !known.contains(&audience.as_str())) {
            faults.push(Issue::error("/audiences", "enum"));
        }
        let asked = change.pin.as_deref().filter(|pin| !pin.trim().is_empty());
        let pin = asked.and_then(|pin| pin_at(pin, &mut faults));
        let pin_hash = if faults.is_empty() { self.pin_hash(caller, pin).await? } else { None };
        let changed = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let old = find_managed(tx, &caller, &id).await?;
                if old.version != change.version {
                    return Err(Refusal::new(MessageId::A003));
                }
                let version = change.version;
                let new = apply_change(&caller, &old, change, pin_hash, faults)
                    .map_err(|faults| Refusal::new(MessageId::L017).errors(faults))?;
                if let Some(code) = &new.staff_code
                    && store::find_by_staff_code(tx, code).await?.is_some_and(|other| other.id != id)
                {
                    return Err(Refusal::new(MessageId::A005).with("field", "staff_code"));
                }
                save_change(tx, &inner, &caller, &old, version, new).await?;
                load_person(tx, &inner, &id).await
            })
        });
        changed.await
    }
}

fn apply_change(
    caller: &Caller,
    old: &ListedRow,
    change: PersonChange,
    pin_hash: Option<String>,
    mut faults: Vec<Issue>,
) -> Result<New, Vec<Issue>> {
    let name = match change.name {
        // A name that stands already may be older than the rule.
        Some(name) if name != old.name => name_of(&name, "/name", &mut faults),
        _ => old.name.clone(),
    };
    let roles = match change.roles {
        Some(roles) => {
            roles_at(&roles, !old.email.contains('@'), &mut faults);
            once(roles)
        }
        None => roles_of(&old.roles.0),
    };
    let was = Status::parse(&old.status);
    let status =
        match change.status {
            Some(NewStatus::Disabled) => {
                if caller.user_id() == Some(&old.id) {
                    faults.push(Issue::error("/status", "ownAccount"));
                }
                Status::Disabled
            }
            // Who never set a password goes back to waiting for it.
            Some(NewStatus::Active) if was == Status::Disabled => {
                if old.password_hash.is_some() || old.pin_hash.is_some() { Status::Active } else { Status::Invited }
            }
            _ => was,
        };
    let (staff_code, pin_hash) = match change.staff_code.as_deref().map(str::trim) {
        Some("") => (None, None),
        Some(code) => (code_at(code, &mut faults), pin_hash.or_else(|| old.pin_hash.clone())),
        None => (old.staff_code.clone(), pin_hash.or_else(|| old.pin_hash.clone())),
    };
    let is_reported = faults.iter().any(|fault| fault.path == "/pin" || fault.path == "/staff_code");
    match (&staff_code, &pin_hash) {
        (Some(_), None) if !is_reported => faults.push(Issue::error("/pin", "required")),
        (None, Some(_)) if !is_reported => faults.push(Issue::error("/staff_code", "required")),
        // Not whether it is one that would be taken today: who was stored before a rule is still renamed and switched off.
        (None, None) if !is_reported && !old.email.contains('@') => {
            faults.push(Issue::error("/staff_code", "required"));
        }
        _ => {}
    }
    let erasure_answered = change.erasure_answered;
    let audiences = change.audiences.map(|mut audiences| {
        audiences.sort_unstable();
        audiences.dedup();
        audiences
    });
    let is_staff = Kind::parse(&old.kind).with_roles(&roles) == Kind::Staff;
    if audiences.as_ref().is_some_and(|audiences| !audiences.is_empty()) && !is_staff {
        faults.push(Issue::error("/audiences", "enum"));
    }
    // Who is of the staff no more is in none, and whoever lets them in again is asked who they are.
    let audiences = if is_staff { audiences } else { Some(Vec::new()) };
    if faults.is_empty() {
        Ok(New { name, roles, status, staff_code, pin_hash, audiences, erasure_answered })
    } else {
        Err(faults)
    }
}

async fn save_change(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    old: &ListedRow,
    version: i64,
    new: New,
) -> Result<(), Refusal> {
    let (was, id) = (roles_of(&old.roles.0), &old.id);
    let other_roles = was != new.roles;
    let other_status = old.status != new.status.as_str();
    let other_pin = old.pin_hash != new.pin_hash || old.staff_code != new.staff_code;
    let was_admin = was.contains(&Role::SchoolAdmin) && old.status == Status::Active.as_str();
    let is_admin = new.roles.contains(&Role::SchoolAdmin) && new.status == Status::Active;
    let loses_admin = was_admin && !is_admin;
    if let Some(change) = PowerChange::of((&was, Status::parse(&old.status)), (&new.roles, new.status)) {
        let lost = matches!(change, PowerChange::Taken | PowerChange::Disabled);
        let roles = power::powerful(if lost { &was } else { &new.roles });
        let email = display_email(&old.email, &old.contact_email);
        power::allow(tx, inner, caller, change, Whom { id, name: &old.name, email: &email, roles }).await?;
    } else if (other_roles || other_status || other_pin)
        && caller.user_id() != Some(id)
        && !power::powerful(&was).is_empty()
    {
        // It ends their sessions, and no browser of theirs is known any more: as bad as signing them out.
        Identity::require_fresh(tx, caller, inner.clock.now_ms()).await?;
    }
    let read = Identity::audiences_of(tx, id).await?;
    let audiences = new.audiences.as_ref().filter(|audiences| **audiences != read);
    if audiences.is_some() {
        // Who lets somebody read what few may read, also themselves, has lately shown who they are.
        Identity::require_fresh(tx, caller, inner.clock.now_ms()).await?;
    }
    if other_roles || other_status || other_pin {
        session_ends::count(tx, inner, caller, id).await?;
    }
    if loses_admin {
        store::hold_admins(tx).await?;
    }
    let names: Vec<String> = new.roles.iter().map(|role| role.as_str().to_owned()).collect();
    let (code, pin) = (new.staff_code.as_deref(), new.pin_hash.as_deref());
    let (roles, status) = (Json(names.clone()), new.status.as_str());
    // Who comes to work here comes in as staff do: neither by a code alone nor by what found an application again.
    let kind = Kind::parse(&old.kind).with_roles(&new.roles).as_str();
    let updated = store::update_person(tx, id, version, &new.name, roles, status, code, pin, kind).await;
    if updated.map_err(|error| taken_refusal(error.into()))? == 0 {
        return Err(Refusal::new(MessageId::A003));
    }
    if loses_admin && store::count_admins(tx).await?.n == 0 {
        return Err(Refusal::new(MessageId::A004));
    }
    if other_roles {
        let detail = json!({ "before": old.roles.0, "after": names });
        journal::note(tx, inner, caller, "user.roles", "user", id.as_str(), detail).await?;
    }
    if let Some(audiences) = audiences {
        store::leave_audiences(tx, id).await?;
        for audience in audiences {
            store::join_audience(tx, id, audience).await?;
        }
        let detail = json!({ "before": read, "after": audiences });
        journal::note(tx, inner, caller, "user.audiences", "user", id.as_str(), detail).await?;
    }
    let loses_rights = was.iter().any(|role| !new.roles.contains(role));
    if loses_rights || new.status == Status::Disabled {
        Bulk::cancel_of(tx, (&*inner.clock, &*inner.rng), id).await?;
    }
    if other_status {
        let action = if new.status == Status::Disabled { "user.disable" } else { "user.enable" };
        journal::note(tx, inner, caller, action, "user", id.as_str(), json!({ "before": old.status, "after": status }))
            .await?;
        if new.status == Status::Disabled {
            kernel::links::end(tx, id.as_str(), &links::DYING, inner.clock.now_ms()).await?;
        }
    }
    if other_pin {
        journal::note(tx, inner, caller, "user.pin", "user", id.as_str(), json!({ "staff_code": code })).await?;
        for code in [old.staff_code.as_deref(), code].into_iter().flatten() {
            forget_pins(tx, inner, code).await?;
        }
    }
    if new.erasure_answered && store::answer_erasure(tx, id).await? > 0 {
        journal::note(tx, inner, caller, "profile.erasure_answered", "user", id.as_str(), json!({})).await?;
    }
    if old.name != new.name {
        journal::note(tx, inner, caller, "user.name", "user", id.as_str(), json!({})).await?;
    }
    if other_roles || other_status || other_pin {
        let own = match &caller.actor {
            Actor::User { id: user, session, .. } if user == id => Some(session),
            _ => None,
        };
        let reason = if other_status {
            "status_changed"
        } else if other_roles {
            "roles_changed"
        } else {
            "pin_changed"
        };
        inner.end_all_but(tx, caller, id, own, reason).await?;
    }
    Ok(())
}
