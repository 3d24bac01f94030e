//! Looking at one's profile and changing it.

use std::sync::Arc;

use kernel::allowance::{Allowance, Left};
use kernel::message_counts::{self, Counted, Reason, Target};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, UserId};
use serde_json::json;
use sqlx::types::Json;
use tenants::School;
use tokio::fs::File;
use words::clock::iso;
use words::sabotage::{Guard, is_removed};
use words::verdict::Issue;
use words::{Language, Permission};

use super::avatar::avatar_url;
use super::model::{Details, Notifications, OwnDetails, Profile, ProfileChange, SecondFactor};
use super::records::Keepers;
use super::step_up::account_hash;
use super::store::{self, ProfileRow};
use crate::entry::attempts::{OWN_CHANGES, Turn, too_often};
use crate::letters::{self, Letter};
use crate::model::{Kind, Status, display_email, email_of, roles_of};
use crate::service::{Identity, Inner};
use crate::signed_in::{require_account, require_session};
use crate::views::own_views;
use crate::{factor, journal};

/// Waits for the administrators' eyes.
const ERASURE_LIFE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// Longest reason for an erasure, in characters.
const MAX_REASON: usize = 1000;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Wishes of one person that are written down and told of on a day.
const ERASURES: Allowance = Allowance { name: "erasure.asked", most: 1, window: DAY_MS };

/// The caller's own row.
pub(super) async fn own_row(tx: &mut SchoolTx, user: &UserId) -> Result<ProfileRow, Refusal> {
    store::find_profile(tx, user).await?.ok_or_else(|| Refusal::new(MessageId::L014))
}

/// Counts a change of the caller's own that is written down for good; L002 when there were too many, or whoever has a session fills the log.
pub(super) async fn count_own_change(tx: &mut SchoolTx, inner: &Inner, user: &UserId) -> Result<(), Refusal> {
    let account = account_hash(tx, inner, user);
    match OWN_CHANGES.take(tx, &account, inner.clock.now_ms()).await? {
        Turn::Free => Ok(()),
        Turn::Over(wait) => Err(too_often(wait)),
    }
}

/// Whether somebody wants news by mail that they need not have.
pub(crate) async fn wants_mail(tx: &mut SchoolTx, user: &UserId) -> Result<bool, StoreError> {
    Ok(store::find_profile(tx, user).await?.is_some_and(|row| details(&row).notifications.mail))
}

/// Whether a code to the person's number lets them in.
pub(super) fn signs_in_by_phone(row: &ProfileRow) -> bool {
    row.kind == Kind::Family.as_str() && row.phone_verified_at.is_some()
}

fn details(row: &ProfileRow) -> Details {
    // An older row may lack a field; none of them is worth refusing the profile.
    serde_json::from_value(row.profile.0.clone()).unwrap_or_default()
}

async fn view(tx: &mut SchoolTx, school: &School, user: &UserId) -> Result<Profile, Refusal> {
    let row = own_row(tx, user).await?;
    let standing = factor::standing(tx, user).await?;
    let (roles, details) = (roles_of(&row.roles.0), details(&row));
    let phone_verified = signs_in_by_phone(&row);
    let asked_of = &school.config().second_factor.roles;
    Ok(Profile {
        second_factor: SecondFactor {
            active: standing.active,
            required: roles.iter().any(|role| asked_of.contains(role)),
            recovery_codes_left: standing.recovery_codes_left,
        },
        email: display_email(&row.email, &row.contact_email),
        id: row.id.into(),
        version: row.version,
        kind: row.kind,
        name: row.name,
        email_verified: row.email_verified_at.is_some(),
        phone_verified,
        phone: row.phone,
        avatar: avatar_url(&row.avatar),
        locale: row.locale,
        address: details.address,
        city: details.city,
        state: details.state,
        country: details.country,
        relation: details.relation,
        notifications: details.notifications,
        has_password: row.password_hash.is_some(),
        roles,
        created_at: iso(row.created_at),
        signed_in_at: row.signed_in_at.map(iso),
        erasure_asked_at: row.erasure_asked_at.map(iso),
    })
}

impl Identity {
    /// By which ways somebody wants news that they need not have: whatever sends such news asks this first.
    pub async fn news_of(tx: &mut SchoolTx, user: &UserId) -> Result<Notifications, StoreError> {
        Ok(store::find_profile(tx, user).await?.map(|row| details(&row).notifications).unwrap_or_default())
    }

    /// The address of an account that its owner proved; none for one that anybody may have named.
    pub async fn proved_address(tx: &mut SchoolTx, user: &UserId) -> Result<Option<String>, StoreError> {
        let row = store::find_profile(tx, user).await?.filter(|row| row.email_verified_at.is_some());
        Ok(row.and_then(|row| email_of(&row.email)))
    }

    /// The number of who wants news by SMS, with their language: one that they proved, and that the school's gateway reaches. None of who is
    /// switched off.
    pub async fn texted(
        tx: &mut SchoolTx,
        school: &School,
        user: &UserId,
    ) -> Result<Option<(String, Language)>, StoreError> {
        let Some(row) = store::find_profile(tx, user).await? else { return Ok(None) };
        let is_here = row.status == Status::Active.as_str();
        let is_wanted = is_here && row.phone_verified_at.is_some() && details(&row).notifications.sms;
        let is_reached = school.config().sms.as_ref().is_some_and(|gateway| gateway.reaches(&row.phone));
        let language = Language::parse(&row.locale).unwrap_or(Language::En);
        Ok((is_wanted && is_reached).then_some((row.phone, language)))
    }

    /// The caller, as they see themselves.
    pub async fn profile(&self, caller: &Caller, school: &School) -> Result<Profile, Refusal> {
        let (user, _) = require_session(caller)?;
        let mut tx = self.0.db.read(&caller.school).await?;
        view(&mut tx, school, &user).await
    }

    /// Changes the caller's profile. L017 for what is not well formed, and for a number that they sign in by, which is a key
    /// ([`Self::change_phone`]); any other number is a mere contact, which nobody proved. A003 when somebody else was quicker.
    pub async fn update_profile(
        &self,
        caller: &Caller,
        school: &School,
        change: ProfileChange,
    ) -> Result<Profile, Refusal> {
        let (user, _) = require_account(caller)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let row = own_row(tx, &user).await?;
                let version = change.version;
                let keeps_phone = signs_in_by_phone(&row) && !is_removed(Guard::NumberProved);
                let old = OwnDetails { details: details(&row), name: row.name, phone: row.phone, locale: row.locale };
                let new = old.clone().with(change).map_err(|faults| Refusal::new(MessageId::L017).errors(faults))?;
                if keeps_phone && new.phone != old.phone {
                    let fault = Issue::error("/phone", "needsProof");
                    return Err(Refusal::new(MessageId::L017).errors(vec![fault]));
                }
                let kept = serde_json::to_value(&new.details).map_err(Refusal::internal)?;
                let changed =
                    store::update_profile(tx, &user, version, &new.name, &new.phone, &new.locale, Json(kept)).await?;
                if changed == 0 {
                    return Err(Refusal::new(MessageId::A003));
                }
                count_own_change(tx, &inner, &user).await?;
                let detail = json!({ "fields": changed_fields(&old, &new) });
                journal::note(tx, &inner, &caller, "profile.update", "user", user.as_str(), detail).await?;
                Ok(())
            })
        })
        .await?;
        self.profile(caller, school).await
    }

    /// Everything that the school keeps of the caller, in this room and in others', as a file of so many bytes: one JSON object.
    pub async fn export_profile(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        keepers: &Keepers,
    ) -> Result<(File, u64), Refusal> {
        let (user, session) = require_account(caller)?;
        let _turn = keepers.turn(caller, &user).await?;
        let noted = user.clone();
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                count_own_change(tx, &inner, &noted).await?;
                journal::note(tx, &inner, &caller, "profile.export", "user", noted.as_str(), json!({})).await?;
                Ok(())
            })
        })
        .await?;
        let mut tx = self.0.db.read(&caller.school).await?;
        let profile = view(&mut tx, school, &user).await?;
        let sessions = self.sessions_of(&mut tx, &user, &session).await?;
        let views = own_views(&mut tx, &user).await?;
        let deeds = store::own_deeds(&mut tx, &user).await?;
        drop(tx);
        let deed = |deed: store::DeedRow| json!({ "at": iso(deed.at), "action": deed.action, "object": { "kind": deed.object_kind, "id": deed.object_id } });
        let mut out = keepers.begin().await?;
        out.member("school", &json!({ "id": school.id(), "name": school.config().name })).await?;
        out.member("exported_at", &iso(self.0.clock.now_ms())).await?;
        out.member("profile", &profile).await?;
        out.member("sessions", &sessions).await?;
        out.member("views", &views).await?;
        out.member("activity", &deeds.into_iter().map(deed).collect::<Vec<_>>()).await?;
        keepers.write(caller, school, &mut out).await?;
        out.finish().await
    }

    /// Asks the school to erase what it keeps of the caller: it stands at their account until it is answered, is written down, and mailed
    /// to the administrators, once a day at most.
    pub async fn request_erasure(&self, caller: &Caller, reason: &str) -> Result<(), Refusal> {
        let (user, _) = require_account(caller)?;
        let reason = words::text::lines(reason);
        if reason.chars().count() > MAX_REASON {
            let fault = Issue::error("/reason", "maxLength").with("limit", MAX_REASON);
            return Err(Refusal::new(MessageId::L017).errors(vec![fault]));
        }
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let row = own_row(tx, &user).await?;
                store::ask_erasure(tx, &user, inner.clock.now_ms()).await?;
                let asked = ERASURES.take(tx, user.as_str(), 1, inner.clock.now_ms()).await?;
                if matches!(asked, Left::TooLittle { .. }) {
                    // It stands in the log of this day already, which whoever has a session would fill.
                    return Ok(());
                }
                journal::note(tx, &inner, &caller, "profile.erasure", "user", user.as_str(), json!({})).await?;
                tell_admins(tx, &inner, &caller, &row, &reason).await
            })
        })
        .await
    }
}

/// Applicants are made by whoever likes: past the counts no letter goes, and what was asked stands in the log.
async fn tell_admins(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    row: &ProfileRow,
    reason: &str,
) -> Result<(), Refusal> {
    let now = inner.clock.now_ms();
    let day = now / DAY_MS;
    for admin in letters::administrators(tx, Permission::UserManage).await? {
        let dedup = format!("erasure:{}:{}:{day}", row.id, admin.id);
        let target = Target::mail(&admin.to);
        let counted = message_counts::take(tx, &inner.secret, caller, Reason::Erasure, &target, now);
        if counted.await? != Counted::Free {
            continue;
        }
        let params = json!({
            "person": row.name,
            "email": display_email(&row.email, &row.contact_email),
            "reason": reason,
            "path": format!("/settings/people?q={}", row.id),
        });
        let letter = Letter::news(&admin.to, &admin.locale, "erasure_requested", params).greeting(&admin.name);
        let letter = Letter { life_ms: ERASURE_LIFE_MS, ..letter };
        letter.send_once(tx, inner, &dedup).await?;
    }
    Ok(())
}

/// Names of what changed: the log says which fields, and never what stood in them.
fn changed_fields(old: &OwnDetails, new: &OwnDetails) -> Vec<&'static str> {
    let (was, is) = (&old.details, &new.details);
    [
        ("name", old.name != new.name),
        ("phone", old.phone != new.phone),
        ("locale", old.locale != new.locale),
        ("address", was.address != is.address),
        ("city", was.city != is.city),
        ("state", was.state != is.state),
        ("country", was.country != is.country),
        ("relation", was.relation != is.relation),
        ("notifications", was.notifications != is.notifications),
    ]
    .into_iter()
    .filter_map(|(name, changed)| changed.then_some(name))
    .collect()
}
