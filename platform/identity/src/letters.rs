//! Letters to people about their accounts. They leave through the outbox, in the person's language.

use kernel::message::{self, Channel, Message};
use kernel::message_counts::{self, Counted, Reason, Target};
use kernel::{Caller, Refusal, SchoolTx, StoreError, UserId};
use serde_json::{Map, Value};
use words::sabotage::{Guard, is_removed};
use words::{Language, Permission, ids};

use crate::model::{Kind, Status, email_of};
use crate::service::{Identity, Inner};
use crate::store::{AddressRow, find_address};

/// What stands before the number of who signs in by one, in the place of an address.
const BY_PHONE: &str = "phone:";
/// News of a change is of no use later.
const NEWS_LIFE_MS: i64 = 3 * DAY_MS;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Whether somebody at the address ever said yes: a colleague's word alone may name any stranger's.
fn is_proved(row: &AddressRow) -> bool {
    row.has_password || row.email_verified_at.is_some()
}

/// The address that letters reach: applicants and tills have none under `email`, where a name at sign-in stands.
pub(crate) fn reachable(email: &str, contact_email: &str) -> Option<String> {
    email_of(email).or_else(|| email_of(contact_email))
}

/// Counts a letter that the caller asks for; false when its mailbox had as many, L002 and R012 when whoever asks or the school had.
/// Whose the address is has to be no matter, or the counts would tell; `is_known` when its account knows who asks.
pub(crate) async fn may_reach(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    reason: Reason,
    address: &str,
    is_known: bool,
) -> Result<bool, Refusal> {
    let (target, now) = (Target::mail(address), inner.clock.now_ms());
    message_counts::take_of(tx, &inner.secret, caller, reason, &target, is_known, now).await?.is_free()
}

/// Asks for a letter to a person; false when they have no address. `params` is an object; the name is added.
pub(crate) async fn to_person(
    tx: &mut SchoolTx,
    inner: &Inner,
    user_id: &UserId,
    template: &str,
    params: Value,
    life_ms: i64,
) -> Result<bool, StoreError> {
    let Some(row) = find_address(tx, user_id).await? else { return Ok(false) };
    let Some(to) = reachable(&row.email, &row.contact_email) else { return Ok(false) };
    let letter = Letter { life_ms, ..Letter::news(&to, &row.locale, template, params) };
    // A family that registered and proved nothing yet was named by anybody; one that waits for its invitation, by a colleague.
    let is_named_by_anybody = row.kind == Kind::Family.as_str()
        && row.status == Status::Active.as_str()
        && row.email_verified_at.is_none()
        && row.email.contains('@');
    let letter = if is_named_by_anybody { letter } else { letter.greeting(&row.name) };
    letter.send(tx, inner).await?;
    Ok(true)
}

/// Where news reach somebody: nowhere who has no address, never proved it, or is switched off.
async fn address_of(tx: &mut SchoolTx, user_id: &UserId) -> Result<Option<(String, AddressRow)>, StoreError> {
    let is_here = |row: &AddressRow| row.status == Status::Active.as_str() && is_proved(row);
    let Some(row) = find_address(tx, user_id).await?.filter(is_here) else { return Ok(None) };
    Ok(reachable(&row.email, &row.contact_email).map(|to| (to, row)))
}

/// Whether news reach somebody.
pub(crate) async fn reaches(tx: &mut SchoolTx, user_id: &UserId) -> Result<bool, StoreError> {
    Ok(address_of(tx, user_id).await?.is_some())
}

/// News to a person, of which those with the same `dedup` are told once; nothing to whom they do not reach.
pub(crate) async fn to_person_once(
    tx: &mut SchoolTx,
    inner: &Inner,
    user_id: &UserId,
    (template, params): (&str, impl FnOnce(Language) -> Value),
    dedup: &str,
) -> Result<(), StoreError> {
    let Some((to, row)) = address_of(tx, user_id).await? else { return Ok(()) };
    let params = params(Language::parse(&row.locale).unwrap_or(Language::En));
    Letter::news(&to, &row.locale, template, params).greeting(&row.name).send_once(tx, inner, dedup).await
}

/// Tells a person of a change of their account's keys: by letter, and who signs in by a number alone by SMS, which costs the school money
/// and is counted: past a bound the change is made untold, and stands in the log.
pub(crate) async fn tell_person(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    user_id: &UserId,
    template: &str,
    params: Value,
) -> Result<(), StoreError> {
    let Some(row) = find_address(tx, user_id).await? else { return Ok(()) };
    let Some(number) = row.email.strip_prefix(BY_PHONE).filter(|_| email_of(&row.contact_email).is_none()) else {
        return to_person(tx, inner, user_id, template, params, NEWS_LIFE_MS).await.map(drop);
    };
    let letter = Letter { channel: Channel::Sms, ..Letter::news(number, &row.locale, template, params) };
    letter.send_counted(tx, inner, caller).await
}

/// Somebody whom letters reach.
pub(crate) struct Reached {
    pub id: UserId,
    pub name: String,
    pub to: String,
    pub locale: String,
}

/// Those of the people with a permission whom letters reach, and who said once that they are there.
pub(crate) async fn administrators(tx: &mut SchoolTx, permission: Permission) -> Result<Vec<Reached>, StoreError> {
    let mut reached = Vec::new();
    for person in Identity::people_with(tx, permission).await? {
        let Some(row) = find_address(tx, &person.id).await? else { continue };
        let Some(to) = reachable(&row.email, &row.contact_email) else { continue };
        if !is_proved(&row) && !is_removed(Guard::ProvedReaders) {
            continue;
        }
        reached.push(Reached { id: person.id, name: row.name, to, locale: row.locale });
    }
    Ok(reached)
}

/// Tells everybody who has the permission, whoever does it among them: their bearer may be in other hands. Of what bears the same `news` each
/// hears once, or once a day where it is [`of_today`]. `params` is an object; each one's name is added.
pub(crate) async fn to_administrators(
    tx: &mut SchoolTx,
    inner: &Inner,
    permission: Permission,
    (template, params): (&str, Value),
    news: &str,
) -> Result<(), StoreError> {
    for admin in administrators(tx, permission).await? {
        let letter = Letter::news(&admin.to, &admin.locale, template, params.clone()).greeting(&admin.name);
        letter.send_once(tx, inner, &format!("{news}:{}", admin.id)).await?;
    }
    Ok(())
}

/// News that is told again on another day.
pub(crate) fn of_today(inner: &Inner, news: &str) -> String {
    format!("{news}:{}", inner.clock.now_ms() / DAY_MS)
}

/// A letter to an address that may be nobody's yet.
#[derive(Debug, Clone)]
pub(crate) struct Letter<'a> {
    /// Mail or SMS.
    pub channel: Channel,
    /// Address or number.
    pub to: &'a str,
    /// `en` or `ar`.
    pub locale: &'a str,
    /// Which words.
    pub template: &'a str,
    /// What fills them: an object.
    pub params: Value,
    /// After so many milliseconds it is dropped.
    pub life_ms: i64,
    /// Whether anybody can have caused it ([`Message::is_strangers`]).
    pub is_strangers: bool,
}

impl<'a> Letter<'a> {
    /// A mail that only tells something.
    pub fn news(to: &'a str, locale: &'a str, template: &'a str, params: Value) -> Self {
        Self { channel: Channel::Mail, to, locale, template, params, life_ms: NEWS_LIFE_MS, is_strangers: false }
    }

    /// The same, to somebody whose name is known.
    pub fn greeting(mut self, name: &str) -> Self {
        if let Value::Object(params) = &mut self.params {
            params.insert("name".into(), name.into());
        }
        self
    }

    /// Asks for it in the transaction of what it tells of.
    pub async fn send(self, tx: &mut SchoolTx, inner: &Inner) -> Result<(), StoreError> {
        self.send_if(tx, inner, true).await
    }

    /// The same within what news of an account's keys may take at one telephone; past it nothing is sent.
    pub async fn send_counted(self, tx: &mut SchoolTx, inner: &Inner, caller: &Caller) -> Result<(), StoreError> {
        let (target, now) = (Target::phone(self.to), inner.clock.now_ms());
        let counted = message_counts::take_of(tx, &inner.secret, caller, Reason::News, &target, true, now).await?;
        if counted == Counted::Free { self.send(tx, inner).await } else { Ok(()) }
    }

    /// One that is not `wanted` is as much work, and is dropped by the worker as too old: whether there was anybody to write
    /// to does not show in the time.
    pub async fn send_if(self, tx: &mut SchoolTx, inner: &Inner, wanted: bool) -> Result<(), StoreError> {
        let dedup = ids::new_id(&*inner.clock, &*inner.rng);
        self.queue(tx, inner, &dedup, wanted).await
    }

    /// Of letters with the same `dedup` one goes.
    pub async fn send_once(self, tx: &mut SchoolTx, inner: &Inner, dedup: &str) -> Result<(), StoreError> {
        self.queue(tx, inner, dedup, true).await
    }

    async fn queue(self, tx: &mut SchoolTx, inner: &Inner, dedup: &str, wanted: bool) -> Result<(), StoreError> {
        let params = match self.params {
            Value::Object(params) => params,
            _ => Map::new(),
        };
        let message = Message {
            channel: self.channel,
            to: self.to.to_owned(),
            template: self.template.to_owned(),
            locale: self.locale.to_owned(),
            params,
            expires_at: if wanted { inner.clock.now_ms() + self.life_ms } else { 0 },
            is_strangers: self.is_strangers,
        };
        message::send(tx, &*inner.clock, &*inner.rng, &inner.secret, dedup, &message).await
    }
}
