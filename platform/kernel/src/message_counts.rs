//! How many messages leave because somebody asked: to one target, by one account, from one network, of one school, in an hour and
//! in a day. Counted in the database, in the transaction that queues the message, so that requests at once, several servers and a
//! restart count together.
//!
//! Whatever a stranger can cause passes here. The numbers are those of the table in `docs/security.md`, which says why. Counts
//! go from the narrow to the wide and stop at the first that is full: whom one bound holds back uses nothing of the wider ones up,
//! so that nobody fills a school's by themselves. On PostgreSQL the rows are taken in this order by everybody, which then waits
//! for nobody in a circle.
//!
//! Strangers and whoever an account knows (who is signed in, or was in that browser before) are told apart in two places, so that the
//! first cannot take everything from the second: messages to one's own target have counts of their own beside the strangers', and
//! the last fifth of what a school sends is not for strangers.

use std::net::IpAddr;

use words::sabotage::{Guard, is_removed};
use words::text::{mailbox, number};
use words::{Permission, SchoolId, address};

use crate::allowance::{DAY, HOUR, Used, find_used};
use crate::crypto::{self, Secret};
use crate::{Caller, MessageId, Refusal, SchoolTx, StoreError, rows, statements};

/// How many in an hour, and how many in a day.
pub type Bound = [i64; 2];

/// What is counted together beyond one target.
#[derive(Debug, Clone, Copy)]
pub struct Pool {
    /// What its rows are called by.
    pub name: &'static str,
    /// By one account.
    pub account: Bound,
    /// From one household: a /64 of IPv6. Nothing of IPv4 is one, see [`Pool::site`].
    pub household: Bound,
    /// From one customer of a provider, a /48 of IPv6, or one IPv4 address, behind which a mobile carrier may have a town.
    pub site: Bound,
    /// Of the school.
    pub school: Bound,
}

impl Pool {
    /// What of the school's is everybody's: four fifths.
    #[must_use]
    pub fn common(&self) -> Bound {
        self.school.map(|most| most / 5 * 4)
    }

    /// What of the school's is kept from strangers.
    #[must_use]
    pub fn reserve(&self) -> Bound {
        self.school.map(|most| most - most / 5 * 4)
    }
}

/// Codes by mail.
pub const CODES: Pool =
    Pool { name: "codes", account: [10, 30], household: [200, 600], site: [1_000, 4_000], school: [6_000, 20_000] };
/// Text messages: each costs the school money.
pub const TEXTS: Pool =
    Pool { name: "texts", account: [10, 20], household: [100, 300], site: [1_000, 3_000], school: [3_000, 8_000] };
/// Links and tracking codes.
pub const LINKS: Pool =
    Pool { name: "links", account: [10, 30], household: [200, 600], site: [1_000, 4_000], school: [4_000, 12_000] };
/// Confirmations of forms: nobody proves to be a person before one.
pub const CONFIRMATIONS: Pool = Pool {
    name: "confirmations",
    account: [20, 20],
    household: [60, 300],
    site: [500, 2_000],
    school: [6_000, 20_000],
};
/// Confirmations by an account of the staff's: they fill in forms for those who stand before them.
const STAFF_CONFIRMATIONS: Bound = [200, 200];
/// Invitations of colleagues.
pub const INVITATIONS: Pool =
    Pool { name: "invitations", account: [200, 500], household: [200, 500], site: [200, 500], school: [500, 1_000] };
/// What the school's people write to families.
pub const REPLIES: Pool = Pool {
    name: "replies",
    account: [200, 600],
    household: [400, 1_200],
    site: [1_000, 3_000],
    school: [2_000, 6_000],
};
/// What families ask of the school's own people.
pub const NOTICES: Pool =
    Pool { name: "notices", account: [20, 20], household: [40, 80], site: [100, 200], school: [200, 400] };

/// Why a message leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A code for signing in.
    Code,
    /// A code before a change of an account's keys.
    StepUp,
    /// A code that whoever signs a letter is known by.
    LetterCode,
    /// A link that proves an address, and the letter to who has an account already.
    Proof,
    /// The same link once more: anybody may ask for it, so it leaves the first one's count alone.
    Resend,
    /// A link that sets a forgotten password.
    Recovery,
    /// A tracking code.
    Tracking,
    /// A confirmation of a form.
    Confirmation,
    /// An invitation.
    Invitation,
    /// Somebody of the school writes to a family.
    Reply,
    /// A family wants its data erased: to an administrator.
    Erasure,
    /// News of an account's keys by SMS, to who signs in by a number alone, and of another address or number, to the one before it.
    News,
    /// A family withdrew what it sent.
    Withdrawal,
    /// The link to what was sent once more: anybody may ask for it.
    Link,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Code,
        Self::StepUp,
        Self::LetterCode,
        Self::Proof,
        Self::Resend,
        Self::Recovery,
        Self::Tracking,
        Self::Confirmation,
        Self::Invitation,
        Self::Reply,
        Self::Erasure,
        Self::News,
        Self::Withdrawal,
        Self::Link,
    ];

    /// As its rows are called, and how many reach one mailbox or telephone.
    #[must_use]
    pub fn to_target(self) -> (&'static str, Bound) {
        match self {
            // Only the browser that asked can use a code: no day's bound, or a stranger who asks would keep its owner out.
            Self::Code => ("code", [3, 72]),
            Self::StepUp => ("step_up", [5, 12]),
            Self::LetterCode => ("letter_code", [5, 12]),
            Self::Proof => ("proof", [3, 8]),
            Self::Resend => ("resend", [3, 8]),
            Self::Recovery => ("recovery", [3, 8]),
            Self::Tracking => ("tracking", [6, 12]),
            Self::Confirmation => ("confirmation", [3, 10]),
            Self::Invitation => ("invitation", [5, 10]),
            Self::Reply => ("reply", [10, 30]),
            Self::Erasure => ("erasure", [10, 30]),
            Self::News => ("news", [5, 12]),
            Self::Withdrawal => ("withdrawal", [5, 12]),
            Self::Link => ("link", [3, 8]),
        }
    }

    fn pool(self, target: &Target) -> Pool {
        match (self, target) {
            (Self::Reply, _) => REPLIES,
            (_, Target::Phone(_)) => TEXTS,
            (Self::Code | Self::StepUp | Self::LetterCode, _) => CODES,
            (Self::Proof | Self::Resend | Self::Recovery | Self::Tracking | Self::Link, _) => LINKS,
            (Self::Confirmation, _) => CONFIRMATIONS,
            (Self::Invitation, _) => INVITATIONS,
            (Self::Erasure | Self::News | Self::Withdrawal, _) => NOTICES,
        }
    }
}

/// Where a message goes, in the one spelling that it is counted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A mailbox.
    Mail(String),
    /// A telephone.
    Phone(String),
}

impl Target {
    /// An address, however it is written.
    #[must_use]
    pub fn mail(address: &str) -> Self {
        Self::Mail(mailbox(address))
    }

    /// A telephone, however it is written.
    #[must_use]
    pub fn phone(telephone: &str) -> Self {
        Self::Phone(number(telephone))
    }

    /// As it is counted by: findable, not readable.
    #[must_use]
    pub fn hash(&self, secret: &Secret, school: &SchoolId) -> String {
        hash(secret, school, &self.spelled())
    }

    /// In the one spelling, with its way.
    #[must_use]
    pub fn spelled(&self) -> String {
        match self {
            Self::Mail(mailbox) => format!("mail:{mailbox}"),
            Self::Phone(number) => format!("sms:{number}"),
        }
    }
}

/// What the counts said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// It may leave.
    Free,
    /// This mailbox or telephone had as many: so many seconds until there is room again.
    Target(u32),
    /// The account or the network had.
    Asker(u32),
    /// The school had.
    School(u32),
}

impl Counted {
    /// Whether it may leave to its target; who asked is refused where not the target is why it does not: L002 with the wait, R012 where
    /// it is the school's bound and no fault of theirs. What refuses undoes the counts with its transaction.
    pub fn is_free(self) -> Result<bool, Refusal> {
        match self {
            Self::Free => Ok(true),
            Self::Target(_) => Ok(false),
            Self::Asker(seconds) => Err(Refusal::new(MessageId::L002).retry_after(seconds)),
            Self::School(seconds) => Err(Refusal::new(MessageId::R012).retry_after(seconds)),
        }
    }

    /// The same, refusing also where the target had as many: L002.
    pub fn or_refuse(self) -> Result<(), Refusal> {
        match self {
            Self::Target(seconds) => Self::Asker(seconds).is_free().map(drop),
            other => other.is_free().map(drop),
        }
    }
}

rows! {
    /// What was used up in a window.
    pub struct UsedIn {
        /// The window's name.
        pub name: String,
        /// How much.
        pub used: i64,
    }
}

statements! {
    /// Counts one more in an hour, and in its day unless the hour is full, of which so many are the most: one trip for both. Of several at
    /// once the day may count all that the hour refuses, never one less: [`over`] takes those back.
    pub count(hour: &str, day: &str, holder: &str, hour_began: i64, day_began: i64, most: i64) -> [all UsedIn]
        "INSERT INTO allowances (school_id, name, holder, began, used)
         SELECT CAST(:school AS TEXT), CAST(:hour AS TEXT), CAST(:holder AS TEXT), CAST(:hour_began AS BIGINT), 1 WHERE true
         UNION ALL
         SELECT CAST(:school AS TEXT), CAST(:day AS TEXT), CAST(:holder AS TEXT), CAST(:day_began AS BIGINT), 1
         WHERE NOT EXISTS (SELECT 1 FROM allowances a WHERE a.school_id = :school AND a.name = :hour AND a.holder = :holder AND a.began = :hour_began
                           AND a.used >= :most)
         ON CONFLICT (school_id, name, holder, began) DO UPDATE SET used = allowances.used + 1 RETURNING name, used";
    /// Counts some more.
    pub count_more(name: &str, holder: &str, began: i64, many: i64) -> [one Used]
        "INSERT INTO allowances (school_id, name, holder, began, used) VALUES (:school, :name, :holder, :began, :many)
         ON CONFLICT (school_id, name, holder, began) DO UPDATE SET used = allowances.used + excluded.used RETURNING used";
}

/// Counts a message that leaves with this transaction. Who is behind the target has to be no matter, or the counts would tell.
pub async fn take(
    tx: &mut SchoolTx,
    secret: &Secret,
    caller: &Caller,
    reason: Reason,
    target: &Target,
    now: i64,
) -> Result<Counted, StoreError> {
    take_of(tx, secret, caller, reason, target, false, now).await
}

/// The same; `is_known` when the account that the target belongs to knows who asks.
pub async fn take_of(
    tx: &mut SchoolTx,
    secret: &Secret,
    caller: &Caller,
    reason: Reason,
    target: &Target,
    is_known: bool,
    now: i64,
) -> Result<Counted, StoreError> {
    let narrow = take_narrow(tx, secret, caller, reason, target, is_known, now).await?;
    if narrow != Counted::Free || is_removed(Guard::MessagesOfSchool) {
        return Ok(narrow);
    }
    let (pool, is_stranger) = (reason.pool(target), !is_known && caller.is_stranger());
    let Some(seconds) = over_school(tx, &pool, is_stranger, now).await? else { return Ok(Counted::Free) };
    log_refused(&pool, "school");
    Ok(Counted::School(seconds))
}

/// The same where the school's place was drawn ahead ([`draw`]): `room` is what is left after it.
pub async fn take_drawn(
    tx: &mut SchoolTx,
    secret: &Secret,
    caller: &Caller,
    reason: Reason,
    target: &Target,
    room: i64,
    now: i64,
) -> Result<Counted, StoreError> {
    let narrow = take_narrow(tx, secret, caller, reason, target, false, now).await?;
    if narrow != Counted::Free || room >= 0 || is_removed(Guard::MessagesOfSchool) {
        return Ok(narrow);
    }
    log_refused(&reason.pool(target), "school");
    Ok(Counted::School(wait(HOUR, now)))
}

/// Draws so many places of a school's ahead of the messages, or gives some back (less than none): where a school's writes run side by
/// side, its row must not be held until a commit is on disk. What is left after the last of them, for a stranger or for who is known;
/// each one before it has one more. Those for whom less than none is left take none.
pub async fn draw(tx: &mut SchoolTx, pool: &Pool, is_stranger: bool, many: i64, now: i64) -> Result<i64, StoreError> {
    let most = if is_stranger { pool.common() } else { pool.school };
    let windows = [(HOUR, most[0], "hour"), (DAY, most[1], "day")];
    let windows = windows.map(|(window, most, ending)| (now - now.rem_euclid(window), most, ending));
    let mut room = i64::MAX;
    for (began, most, ending) in windows {
        let name = format!("{}.school.{ending}", pool.name);
        room = room.min(most - count_more(tx, &name, "", began, many).await?.used);
    }
    let beyond = many.min(-room);
    if beyond > 0 {
        for (began, _, ending) in windows {
            count_more(tx, &format!("{}.school.{ending}", pool.name), "", began, -beyond).await?;
        }
    }
    Ok(room)
}

/// Counts by target, account and network.
async fn take_narrow(
    tx: &mut SchoolTx,
    secret: &Secret,
    caller: &Caller,
    reason: Reason,
    target: &Target,
    is_known: bool,
    now: i64,
) -> Result<Counted, StoreError> {
    // Who asks first: what a full mailbox no longer hears of counts for them all the same, or they would ask for good.
    let pool = reason.pool(target);
    if !is_removed(Guard::MessagesOfNetwork) {
        for (whose, holder, bound) in askers(secret, caller, &pool) {
            if let Some(seconds) = over(tx, &format!("{}.{whose}", pool.name), &holder, bound, now).await? {
                log_refused(&pool, whose);
                return Ok(Counted::Asker(seconds));
            }
        }
    }
    let (name, bound) = reason.to_target();
    let holder = target.hash(secret, tx.school());
    let whose = if is_known { "known" } else { "target" };
    if !is_removed(Guard::MessagesToTarget)
        && let Some(seconds) = over(tx, &format!("{name}.{whose}"), &holder, bound, now).await?
    {
        return Ok(Counted::Target(seconds));
    }
    Ok(Counted::Free)
}

/// Counts one more of the school's: of the part that is everybody's, and once that is used up of the part that is kept from strangers.
async fn over_school(tx: &mut SchoolTx, pool: &Pool, is_stranger: bool, now: i64) -> Result<Option<u32>, StoreError> {
    let over_common = over(tx, &format!("{}.school", pool.name), "", pool.common(), now).await?;
    match over_common {
        Some(_) if !is_stranger => over(tx, &format!("{}.kept", pool.name), "", pool.reserve(), now).await,
        other => Ok(other),
    }
}

/// Whether half of what a school may send in this hour is sent: from then on whoever asks proves to be a person, also where that is
/// otherwise not asked.
pub async fn is_half_sent(tx: &mut SchoolTx, pool: &Pool, now: i64) -> Result<bool, StoreError> {
    let used = find_used(tx, &format!("{}.school.hour", pool.name), "", now - now.rem_euclid(HOUR)).await?;
    Ok(used.is_some_and(|row| row.used >= pool.school[0] / 2))
}

/// By what a caller is counted. As with the limits of addresses, what comes from this machine has no network.
fn askers(secret: &Secret, caller: &Caller, pool: &Pool) -> Vec<(&'static str, String, Bound)> {
    let mut askers = Vec::new();
    if let Some(account) = caller.user_id() {
        let is_staff = caller.may(Permission::EnquiryEdit);
        let bound = if is_staff && pool.name == CONFIRMATIONS.name { STAFF_CONFIRMATIONS } else { pool.account };
        askers.push(("account", account.to_string(), bound));
    }
    let hashed = |network: IpAddr| hash(secret, caller.school.id(), &format!("from:{network}"));
    if let Some(from) = caller.address.map(|from| from.to_canonical()).filter(|from| !from.is_loopback()) {
        if from.is_ipv6() {
            askers.push(("household", hashed(address::household(from)), pool.household));
        }
        askers.push(("site", hashed(address::site(from)), pool.site));
    }
    askers
}

/// Counts one more in the hour and in the day: the seconds until there is room again when that was too many.
async fn over(tx: &mut SchoolTx, name: &str, holder: &str, bound: Bound, now: i64) -> Result<Option<u32>, StoreError> {
    let (hour, day) = (format!("{name}.hour"), format!("{name}.day"));
    let began = |window| now - now.rem_euclid(window);
    let counted = count(tx, &hour, &day, holder, began(HOUR), began(DAY), bound[0]).await?;
    let is_over = |name: &str, most| counted.iter().any(|row| row.name == name && row.used > most);
    if is_over(&hour, bound[0]) && counted.iter().any(|row| row.name == day) {
        // It came at the same moment as the one that filled the hour. What commits in spite of a refusal must not fill the day: a burst
        // of a stranger's would leave its owner no letter until the next one.
        count_more(tx, &day, holder, began(DAY), -1).await?;
    }
    let full =
        [(&hour, HOUR, bound[0]), (&day, DAY, bound[1])].into_iter().find(|(name, _, most)| is_over(name, *most));
    Ok(full.map(|(_, window, _)| wait(window, now)))
}

/// Seconds until the next window.
fn wait(window: i64, now: i64) -> u32 {
    u32::try_from((window - now.rem_euclid(window) + 999) / 1000).unwrap_or(u32::MAX)
}

fn log_refused(pool: &Pool, whose: &'static str) {
    metrics::counter!("qabul_messages_refused_total", "pool" => pool.name, "whose" => whose).increment(1);
    tracing::warn!(pool = pool.name, whose, "as many messages left as may");
}

fn hash(secret: &Secret, school: &SchoolId, text: &str) -> String {
    crypto::keyed_hash(&secret.school_key(school, "target"), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POOLS: [Pool; 6] = [CODES, TEXTS, LINKS, CONFIRMATIONS, INVITATIONS, NOTICES];

    #[test]
    fn the_table_for_people_has_these_numbers() {
        let table = include_str!("../../../docs/security.md").replace(',', "");
        let cells = |bound: Bound| format!("{} / {}", bound[0], bound[1]);
        for pool in POOLS {
            let Pool { name, account, household, site, school } = pool;
            let [account, household, site, school] = [account, household, site, school].map(cells);
            let row = format!("| `{name}` | {account} | {household} | {site} | {school} |");
            assert!(table.contains(&row), "docs/security.md lacks: {row}");
        }
        for reason in Reason::ALL {
            let (name, bound) = reason.to_target();
            let row = format!("| `{name}` | {} |", cells(bound));
            assert!(table.contains(&row), "docs/security.md lacks: {row}");
        }
    }

    #[test]
    fn nobody_fills_a_wider_bound_alone() {
        for pool in POOLS {
            let Pool { name, account, household, site, school } = pool;
            for window in [0, 1] {
                let common = pool.common()[window];
                let narrow_to_wide = [account[window], household[window], site[window], common, school[window]];
                assert!(narrow_to_wide.is_sorted() && site[window] < common, "{name}: {narrow_to_wide:?}");
                assert_eq!(
                    (common + pool.reserve()[window], common * 5),
                    (school[window], school[window] * 4),
                    "{name}"
                );
            }
        }
    }
}
