//! Listing people, inviting them, signing them out.

use std::collections::BTreeMap;

use kernel::allowance::{Allowance, DAY, Left};
use kernel::crypto;
use kernel::links::Purpose as _;
use kernel::message_counts::{self, Reason, Target};
use kernel::page::{cursor, page_size, position};
use kernel::{Actor, Caller, MessageId, Refusal, SchoolTx, StoreError, UserId};
use serde_json::json;
use sqlx::types::Json;
use words::clock::iso;
use words::verdict::Issue;
use words::{Permission, Role, SchoolId};

use super::model::{Invitation, ListedPerson, PeopleFilter, ValidInvitation};
use super::power::{self, PowerChange, Whom};
use super::search::{self, Asked, Sought};
use super::store::{self, ListedRow};
use crate::entry::links::{self, Purpose, find_address_holder};
use crate::hash_pool::own_turn;
use crate::journal::PEOPLE;
use crate::model::{Kind, LINK_LIFE_MS, Status, display_email, roles_of};
use crate::service::{Identity, Inner};
use crate::tills::{forget_pins, staff_code_hash};
use crate::{factor, journal, letters, password, session_ends, tries};

/// People whom a school adds: each may have a PIN and is somebody by whom is counted.
const ADDED: Allowance = Allowance { name: "people.added", most: 500, window: DAY };

/// A page of people.
#[derive(Debug, Clone)]
pub struct PeoplePage {
    /// By name.
    pub items: Vec<ListedPerson>,
    /// Where the next page starts; absent on the last one.
    pub next_cursor: Option<String>,
    /// How many there are on all pages.
    pub total: i64,
}

impl Identity {
    /// People by name, narrowed by the filter. A007 when it is more than the account may read this hour.
    pub async fn people(
        &self,
        caller: &Caller,
        filter: &PeopleFilter,
        from: Option<&str>,
        size: Option<u32>,
    ) -> Result<PeoplePage, Refusal> {
        caller.require(Permission::UserManage)?;
        let (after_name, after_id): (String, UserId) =
            from.map(position).transpose()?.unwrap_or_else(|| (String::new(), "".into()));
        let size = page_size(size) as usize;
        let role = filter.role.map(|role| format!("%\"{}\"%", role.as_str())).unwrap_or_default();
        let asked = Asked {
            role: &role,
            status: filter.status.map_or("", Status::as_str),
            kind: filter.kind.map_or("", Kind::as_str),
            audience: &filter.audience,
            erasure_asked: filter.erasure_asked,
            after: (&after_name, &after_id),
            limit: size + 1,
        };
        let mut tx = self.0.db.read(&caller.school).await?;
        let (mut rows, total) = match Sought::of(&filter.q) {
            Some(sought) => search::people(&mut tx, &sought, &asked).await?,
            None => search::everybody(&mut tx, &asked).await?,
        };
        let more = rows.len() > size;
        rows.truncate(size);
        let locked = tries::locked(&mut tx).await?;
        let members = members(&mut tx, rows.iter().map(|row| &row.id)).await?;
        drop(tx);
        self.count_read(caller, PEOPLE, rows.len()).await?;
        let last = rows.last().map(|row| cursor(&(&row.name, &row.id)));
        let next_cursor = last.filter(|_| more);
        let items = rows.into_iter().map(|row| listed(&self.0, caller.school.id(), row, &members, &locked)).collect();
        Ok(PeoplePage { items, next_cursor, total })
    }

    /// The audiences that an account is in. For other slices, inside their transaction.
    pub async fn audiences_of(tx: &mut SchoolTx, id: &UserId) -> Result<Vec<String>, StoreError> {
        Ok(members(tx, [id].into_iter()).await?.into_iter().map(|one| one.audience).collect())
    }

    /// How many accounts each audience has that can sign in and whose roles have a permission, for more than what they look after; one that has
    /// none is not named. For other slices, inside their transaction.
    pub async fn audience_sizes(
        tx: &mut SchoolTx,
        permission: Permission,
    ) -> Result<BTreeMap<String, i64>, StoreError> {
        let mut sizes = BTreeMap::new();
        for row in store::roles_in_audiences(tx, Status::Active.as_str()).await? {
            let has = |role: &Role| permission.roles().contains(role) && !role.reads_own_alone();
            if roles_of(&row.roles.0).iter().any(has) {
                *sizes.entry(row.audience).or_default() += 1;
            }
        }
        Ok(sizes)
    }

    /// Somebody, as the list shows them.
    pub async fn person(&self, caller: &Caller, id: UserId) -> Result<ListedPerson, Refusal> {
        caller.require(Permission::UserManage)?;
        let mut tx = self.0.db.read(&caller.school).await?;
        load_person(&mut tx, &self.0, &id).await
    }

    /// Adds somebody: an address gets an invitation by mail, a staff code works at once with its PIN.
    ///
    /// L017 for what is not well formed, A005 for an address or code that somebody has, L018 for a role with power where who invites has not
    /// lately shown who they are.
    pub async fn invite(&self, caller: &Caller, invitation: Invitation) -> Result<ListedPerson, Refusal> {
        caller.require(Permission::UserManage)?;
        let valid = invitation.validate().map_err(|faults| Refusal::new(MessageId::L017).errors(faults))?;
        let pin_hash = self.pin_hash(caller, valid.pin.clone()).await?;
        let added = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move { add(tx, &inner, &caller, valid, pin_hash).await })
        });
        added.await.map_err(taken_refusal)
    }

    /// Sends a new invitation; older ones are dead. L018 as at the first one.
    pub async fn invite_again(&self, caller: &Caller, id: UserId) -> Result<ListedPerson, Refusal> {
        caller.require(Permission::UserManage)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let row = find_managed(tx, &caller, &id).await?;
                let addressed = crate::model::email_of(&row.email).is_some();
                if !addressed || Status::parse(&row.status) == Status::Disabled {
                    let path = if addressed { "/status" } else { "/email" };
                    let fault = Issue::error(path, "required");
                    return Err(Refusal::new(MessageId::L017).errors(vec![fault]));
                }
                allow_invitation(tx, &inner, &caller, &id, &row.name, &row.email, &roles_of(&row.roles.0)).await?;
                send_invitation(tx, &inner, &caller, &id, &row.email).await?;
                load_person(tx, &inner, &id).await
            })
        })
        .await
    }

    /// Ends all of somebody's sessions: their next request is refused. L018 for who has not lately shown who they are, where it is somebody
    /// with power, whom a stolen bearer would keep out so that they could not stop its thief, or one more than an account may sign out
    /// ([`session_ends`]).
    pub async fn sign_person_out(&self, caller: &Caller, id: UserId) -> Result<ListedPerson, Refusal> {
        caller.require(Permission::UserManage)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let row = find_managed(tx, &caller, &id).await?;
                if caller.user_id() != Some(&id) && !power::powerful(&roles_of(&row.roles.0)).is_empty() {
                    Self::require_fresh(tx, &caller, inner.clock.now_ms()).await?;
                }
                session_ends::count(tx, &inner, &caller, &id).await?;
                inner.end_all_but(tx, &caller, &id, None, "signed_out_by_admin").await?;
                journal::note(tx, &inner, &caller, "user.sign_out", "user", id.as_str(), json!({})).await?;
                load_person(tx, &inner, &id).await
            })
        })
        .await
    }

    /// Takes somebody's second factor away, for who lost both authenticator and recovery codes. Their sessions end. L018 for who has not lately
    /// shown who they are.
    pub async fn reset_second_factor(&self, caller: &Caller, id: UserId) -> Result<ListedPerson, Refusal> {
        caller.require(Permission::UserManage)?;
        // One's own goes with a code of it, or another administrator takes it away.
        if caller.user_id() == Some(&id) {
            return Err(Refusal::new(MessageId::L017).errors(vec![Issue::error("/id", "ownAccount")]));
        }
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                find_managed(tx, &caller, &id).await?;
                Self::require_fresh(tx, &caller, inner.clock.now_ms()).await?;
                if factor::forget(tx, &inner, &caller, &id, "reset").await? {
                    inner.end_all_but(tx, &caller, &id, None, "second_factor_reset").await?;
                }
                load_person(tx, &inner, &id).await
            })
        })
        .await
    }

    /// Hashes a PIN in the pool, in the school's turn at that. It is keyed first: four digits would not withstand a copy of the table alone.
    pub(crate) async fn pin_hash(&self, caller: &Caller, pin: Option<String>) -> Result<Option<String>, Refusal> {
        let Some(pin) = pin else { return Ok(None) };
        let keyed = keyed_pin(&self.0, caller.school.id(), &pin);
        let salt = password::new_salt(&*self.0.rng);
        let own = own_turn(format!("{} pins", caller.school.id())).await?;
        let place = self.0.enter(caller).await?;
        let hash = self.0.hash_pool.run(move || password::hash(&keyed, salt)).await?;
        drop((place, own));
        hash.map(Some)
    }
}

/// What is hashed in a PIN's place.
pub(crate) fn keyed_pin(inner: &Inner, school: &SchoolId, pin: &str) -> String {
    crypto::keyed_hash(&inner.secret.school_key(school, "pin"), pin)
}

async fn add(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    valid: ValidInvitation,
    pin_hash: Option<String>,
) -> Result<ListedPerson, Refusal> {
    let id = UserId::new(&*inner.clock, &*inner.rng);
    if let Some(email) = &valid.email
        && store::find_by_email(tx, email).await?.is_some()
    {
        return Err(Refusal::new(MessageId::A005).with("field", "email"));
    }
    if let Some(email) = &valid.email
        && find_address_holder(tx, email, inner.clock.now_ms()).await?.is_some()
    {
        // Whose address it was can put it back.
        return Err(Refusal::new(MessageId::A005).with("field", "email"));
    }
    if let Some(code) = &valid.staff_code
        && store::find_by_staff_code(tx, code).await?.is_some()
    {
        return Err(Refusal::new(MessageId::A005).with("field", "staff_code"));
    }
    let now = inner.clock.now_ms();
    if let Left::TooLittle { seconds, .. } = ADDED.take(tx, "", 1, now).await? {
        return Err(Refusal::new(MessageId::L002).retry_after(seconds));
    }
    // Who has no address still needs a name of their own in its place; it has no @, so no letter goes to it.
    let email = valid.email.clone().unwrap_or_else(|| format!("till:{id}"));
    let status = if valid.staff_code.is_some() { Status::Active } else { Status::Invited };
    allow_invitation(tx, inner, caller, &id, &valid.name, valid.email.as_deref().unwrap_or_default(), &valid.roles)
        .await?;
    let roles: Vec<String> = valid.roles.iter().map(|role| role.as_str().to_owned()).collect();
    let detail = json!({ "roles": roles, "kind": valid.kind.as_str() });
    store::insert_person(
        tx,
        &store::NewPerson {
            id: &id,
            kind: valid.kind.as_str(),
            email: &email,
            name: &valid.name,
            roles: Json(&roles),
            locale: &valid.locale,
            status: status.as_str(),
            staff_code: valid.staff_code.as_deref(),
            pin_hash: pin_hash.as_deref(),
            now,
        },
    )
    .await?;
    if let Some(code) = &valid.staff_code {
        forget_pins(tx, inner, code).await?;
    }
    journal::note(tx, inner, caller, "user.add", "user", id.as_str(), detail).await?;
    if let Some(email) = &valid.email {
        send_invitation(tx, inner, caller, &id, email).await?;
    }
    load_person(tx, inner, &id).await
}

/// L018 when somebody is invited to power by who has not lately shown who they are.
async fn allow_invitation(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    id: &UserId,
    name: &str,
    email: &str,
    roles: &[Role],
) -> Result<(), Refusal> {
    let roles = power::powerful(roles);
    if roles.is_empty() {
        return Ok(());
    }
    power::allow(tx, inner, caller, PowerChange::Invited, Whom { id, name, email, roles }).await
}

/// L002 when the address, or whoever invites, had as many.
async fn send_invitation(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    id: &UserId,
    email: &str,
) -> Result<(), Refusal> {
    let now = inner.clock.now_ms();
    message_counts::take(tx, &inner.secret, caller, Reason::Invitation, &Target::mail(email), now)
        .await?
        .or_refuse()?;
    let token = links::renew(tx, inner, id, Purpose::Invitation, "").await?;
    let params = json!({ "path": Purpose::Invitation.path(&token) });
    letters::to_person(tx, inner, id, "invitation", params, LINK_LIFE_MS).await?;
    Ok(journal::note(tx, inner, caller, "user.invite", "user", id.as_str(), json!({})).await?)
}

/// Somebody whom the caller may manage: the platform's own people are the command line's alone.
pub(super) async fn find_managed(tx: &mut SchoolTx, caller: &Caller, id: &UserId) -> Result<ListedRow, Refusal> {
    let row = store::find_person(tx, id).await?.ok_or_else(Refusal::not_found)?;
    let above = roles_of(&row.roles.0).contains(&Role::PlatformAdmin) && caller.actor != Actor::System;
    if above { Err(Refusal::new(MessageId::A002)) } else { Ok(row) }
}

pub(super) async fn load_person(tx: &mut SchoolTx, inner: &Inner, id: &UserId) -> Result<ListedPerson, Refusal> {
    let row = store::find_person(tx, id).await?.ok_or_else(Refusal::not_found)?;
    let locked = tries::locked(tx).await?;
    let members = members(tx, [id].into_iter()).await?;
    Ok(listed(inner, tx.school(), row, &members, &locked))
}

/// The audiences of some.
async fn members<'a>(
    tx: &mut SchoolTx,
    ids: impl Iterator<Item = &'a UserId>,
) -> Result<Vec<store::MemberRow>, StoreError> {
    let ids: Vec<&UserId> = ids.collect();
    store::audiences_of(tx, &json!(ids).to_string()).await
}

/// A code or address that was taken between the look and the write.
pub(super) fn taken_refusal(refusal: Refusal) -> Refusal {
    if refusal.id() == MessageId::A003 { Refusal::new(MessageId::A005) } else { refusal }
}

fn listed(
    inner: &Inner,
    school: &SchoolId,
    row: ListedRow,
    members: &[store::MemberRow],
    locked: &[String],
) -> ListedPerson {
    let is_locked = |code: &String| locked.contains(&staff_code_hash(inner, school, code));
    ListedPerson {
        pin_locked: !locked.is_empty() && row.staff_code.as_ref().is_some_and(is_locked),
        email: display_email(&row.email, &row.contact_email),
        audiences: members.iter().filter(|one| one.user_id == row.id).map(|one| one.audience.clone()).collect(),
        id: row.id.into(),
        version: row.version,
        kind: row.kind,
        name: row.name,
        has_pin: row.pin_hash.is_some() && row.staff_code.is_some(),
        staff_code: row.staff_code,
        roles: roles_of(&row.roles.0),
        status: row.status,
        second_factor: row.totp_confirmed_at.is_some(),
        invited_at: row.invited_at.map(iso),
        signed_in_at: row.signed_in_at.map(iso),
        erasure_asked_at: row.erasure_asked_at.map(iso),
        created_at: iso(row.created_at),
    }
}
