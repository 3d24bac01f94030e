//! How much of files, drafts and submissions is taken in on one day: from an account, from a household and the site that it is
//! of, for a school from all of those who have no account, and for a school from everybody but its staff. Accounts are cheap, so
//! one does not free of the rest, and of files all together have an end; what strangers use up at a carrier's address is not taken from families with one. Generous, for
//! many families sit behind one address; what matters is that it ends, and that no network takes more than a tenth of what a
//! school's strangers have. The second half of that is for those who show that a person asks.

use kernel::allowance::{Allowance, DAY, Left};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, UserId, crypto};
use tenants::School;
use tenants::bundle::entry::CaptchaProvider;
use words::Permission;
use words::address::{household, site};
use words::sabotage::{Guard, is_removed};

use super::service::Forms;
use super::store::drafts::Keeper;

const MB: i64 = 1 << 20;

/// What is counted, and how much of it there is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quota {
    of_account: Allowance,
    /// From one household: a /64 of IPv6. Nothing of IPv4 is one.
    of_household: Allowance,
    /// From one customer of a provider: a /48 of IPv6, or one IPv4 address, behind which a mobile carrier may have a town.
    of_site: Allowance,
    /// From where one stranger is, all who have an account: what strangers use up there is not theirs.
    of_neighbours: Allowance,
    /// Where it is counted here: what every submission would wait for is counted elsewhere.
    of_strangers: Option<Allowance>,
    of_school: Option<Allowance>,
    /// From everybody, the staff as well.
    of_all: Option<Allowance>,
    /// Strangers get half of theirs without a proof that a person asks.
    asks_proof: bool,
}

const fn a_day(name: &'static str, most: i64) -> Allowance {
    Allowance { name, most, window: DAY }
}

/// Bytes of all files that a school takes in.
const FILES_OF_ALL: Allowance = a_day("files.all", 64 * 1024 * MB);

/// Bytes of files, as stored. On the last evening one address of a mobile carrier brings some seven hundred families, of three
/// megabytes each: that is a tenth.
pub(super) const FILES: Quota = Quota {
    of_account: a_day("files.account", 1024 * MB),
    of_household: a_day("files.household", 1024 * MB),
    of_site: a_day("files.site", 2048 * MB),
    of_neighbours: a_day("files.neighbours", 8192 * MB),
    of_strangers: Some(a_day("files.strangers", 20 * 1024 * MB)),
    of_school: Some(a_day("files.school", 32 * 1024 * MB)),
    of_all: Some(FILES_OF_ALL),
    asks_proof: false,
};
/// New drafts.
pub(super) const DRAFTS: Quota = Quota {
    of_account: a_day("drafts.account", 500),
    of_household: a_day("drafts.household", 1_000),
    of_site: a_day("drafts.site", 2_000),
    of_neighbours: a_day("drafts.neighbours", 8_000),
    of_strangers: Some(a_day("drafts.strangers", 20_000)),
    of_school: Some(a_day("drafts.school", 40_000)),
    of_all: None,
    asks_proof: false,
};
/// Bytes of drafts, beyond what is usual.
pub(super) const DRAFT_BYTES: Quota = Quota {
    of_account: a_day("draft_bytes.account", 16 * MB),
    of_household: a_day("draft_bytes.household", 25 * MB),
    of_site: a_day("draft_bytes.site", 50 * MB),
    of_neighbours: a_day("draft_bytes.neighbours", 256 * MB),
    of_strangers: Some(a_day("draft_bytes.strangers", 512 * MB)),
    of_school: Some(a_day("draft_bytes.school", 1024 * MB)),
    of_all: None,
    asks_proof: false,
};
/// What is sent. A school's strangers are counted by a number that is drawn: [`MOST_FROM_STRANGERS`].
pub(super) const SUBMISSIONS: Quota = Quota {
    of_account: a_day("submissions.account", 500),
    of_household: a_day("submissions.household", 1_000),
    of_site: a_day("submissions.site", 2_000),
    of_neighbours: a_day("submissions.neighbours", 8_000),
    of_strangers: None,
    of_school: None,
    of_all: None,
    asks_proof: false,
};
/// What a school takes in from strangers on one day.
const MOST_FROM_STRANGERS: i64 = 20_000;
/// Names of the counters of such days, as LIKE reads them.
pub(super) const STRANGERS_COUNTERS: &str = "strangers-%";
/// How long a file is kept that nobody sent and no account holds.
pub(super) const STRANGERS_FILE_MS: i64 = 7 * DAY;
/// The same where an account without a proof holds it: whoever has its tracking code comes back later than who has none.
pub(super) const APPLICANTS_FILE_MS: i64 = 30 * DAY;

/// By what a caller is counted: always in this order, so that two of them never wait for each other.
#[derive(Debug, Clone)]
pub(super) struct Holders {
    account: Option<UserId>,
    is_staff: bool,
    is_stranger: bool,
    household: Option<String>,
    site: Option<String>,
}

impl Forms {
    /// By what this caller is counted: the account that calls or that holds the draft, and the address; this machine's own is
    /// none. What an account keeps that was made without a proof is a stranger's, with its bearer and without.
    pub(super) fn holders(&self, caller: &Caller, keeper: Option<Keeper>) -> Holders {
        let is_stranger = caller.is_stranger() && (caller.user_id().is_some() || is_strangers(keeper.as_ref()));
        let account = caller.user_id().cloned().or(keeper.map(|keeper| keeper.id));
        let is_staff = caller.may(Permission::EnquiryEdit);
        let address = caller.address.map(|address| address.to_canonical()).filter(|address| !address.is_loopback());
        let key = self.parts.secret.school_key(caller.school.id(), "address");
        let hash = |address: std::net::IpAddr| crypto::keyed_hash(&key, &address.to_string());
        let household = address.filter(std::net::IpAddr::is_ipv6).map(|address| hash(household(address)));
        Holders { account, is_staff, is_stranger, household, site: address.map(|address| hash(site(address))) }
    }

    /// Counts a file that is made for an account among the bytes that it keeps in a day. For other slices, inside their transaction.
    pub(crate) async fn count_file(&self, tx: &mut SchoolTx, account: &UserId, bytes: i64) -> Result<(), Refusal> {
        let of = FILES.of_account;
        match of.take(tx, account.as_str(), bytes, self.parts.clock.now_ms()).await? {
            Left::Enough(_) => Ok(()),
            Left::TooLittle { seconds, .. } => Err(used_up(of.name, seconds)),
        }
    }

    /// Whether a person is seen to ask, and uses the proof up. L012 for a proof that is none; without one it may still be asked for.
    pub async fn is_proved(&self, caller: &Caller, school: &School, proof: Option<&str>) -> Result<bool, Refusal> {
        if proof.is_some() && caller.is_stranger() {
            self.parts.identity.require_proof(caller, school, proof).await?;
            return Ok(true);
        }
        Ok(asks_no_proof(school))
    }

    /// The same of one who sends a form: L012 also where the school wants a proof with every form of a stranger.
    pub(super) async fn is_sender_proved(
        &self,
        caller: &Caller,
        school: &School,
        holders: &Holders,
        proof: Option<&str>,
    ) -> Result<bool, Refusal> {
        let is_proved = self.is_proved(caller, school, proof).await?;
        if !is_proved && holders.are_strangers() && school.config().captcha.forms {
            return Err(Refusal::new(MessageId::L012));
        }
        Ok(is_proved)
    }
}

impl Holders {
    /// Whether nobody knows who this is.
    pub fn are_strangers(&self) -> bool {
        self.is_stranger
    }

    /// The counter that gives a stranger from elsewhere, and not from this machine itself, a number.
    pub fn strangers_counter(&self, now: i64) -> Option<String> {
        (self.are_strangers() && self.site.is_some()).then(|| strangers_counter(now))
    }

    /// Whether this is one of those who work on what comes in. A till's session is not.
    pub fn are_staff(&self) -> bool {
        self.is_staff
    }

    /// The same, with the account that holds the draft where nobody is signed in.
    pub fn or_keeper(self, keeper: Option<Keeper>) -> Self {
        let is_stranger = self.is_stranger && (self.account.is_some() || is_strangers(keeper.as_ref()));
        Self { account: self.account.or(keeper.map(|keeper| keeper.id)), is_stranger, ..self }
    }
}

impl Quota {
    /// The same for whoever sent no proof that a person asks.
    pub fn without_proof(self) -> Self {
        if is_removed(Guard::SecondHalf) {
            return self;
        }
        let half = |of: Allowance| Allowance { most: of.most / 2, ..of };
        Self { of_strangers: self.of_strangers.map(half), asks_proof: true, ..self }
    }

    fn counts(self, holders: &Holders) -> Vec<(Allowance, String)> {
        let of = |allowance, holder: &Option<String>| holder.clone().map(|holder| (allowance, holder));
        let account = holders.account.as_ref().map(UserId::to_string);
        let mut counts: Vec<_> = of(self.of_account, &account).into_iter().collect();
        if holders.are_strangers() {
            counts.extend(of(self.of_household, &holders.household));
            counts.extend(of(self.of_site, &holders.site));
        } else if !holders.is_staff {
            counts.extend(of(self.of_neighbours, &holders.site));
        }
        let of_strangers = self.of_strangers.filter(|_| holders.are_strangers());
        let all = [of_strangers, self.of_school.filter(|_| !holders.is_staff), self.of_all];
        counts.extend(all.into_iter().flatten().map(|allowance| (allowance, String::new())));
        counts
    }

    /// Takes an amount, or refuses with D004 (L012 where a proof would help); what refuses has to undo its transaction.
    pub async fn take(self, tx: &mut SchoolTx, holders: &Holders, amount: i64, now: i64) -> Result<(), Refusal> {
        for (allowance, holder) in self.counts(holders) {
            if let Left::TooLittle { seconds, .. } = allowance.take(tx, &holder, amount, now).await? {
                return Err(self.refused(allowance, seconds));
            }
        }
        Ok(())
    }

    /// Counts what was used up already, however much that makes.
    pub async fn add(self, tx: &mut SchoolTx, holders: &Holders, amount: i64, now: i64) -> Result<(), StoreError> {
        for (allowance, holder) in self.counts(holders) {
            allowance.add(tx, &holder, amount, allowance.began(now)).await?;
        }
        Ok(())
    }

    /// Refuses with D004 or L012 when nothing is left, before bytes are sent for nothing.
    pub async fn look(self, tx: &mut SchoolTx, holders: &Holders, now: i64) -> Result<(), Refusal> {
        for (allowance, holder) in self.counts(holders) {
            if let Left::TooLittle { seconds, .. } = allowance.look(tx, &holder, now).await? {
                return Err(self.refused(allowance, seconds));
            }
        }
        Ok(())
    }

    fn refused(self, allowance: Allowance, seconds: u32) -> Refusal {
        let is_halved = self.asks_proof && self.of_strangers.is_some_and(|of| of.name == allowance.name);
        if is_halved { Refusal::new(MessageId::L012) } else { used_up(allowance.name, seconds) }
    }
}

/// Bytes of files that the school took in today, from whomever.
pub(super) async fn files_today(tx: &mut SchoolTx, now: i64) -> Result<u64, StoreError> {
    let used = FILES_OF_ALL.used(tx, "", FILES_OF_ALL.began(now)).await?;
    Ok(u64::try_from(used).unwrap_or(0))
}

/// Whether what is kept so is nobody's who is known.
fn is_strangers(keeper: Option<&Keeper>) -> bool {
    keeper.is_none_or(|keeper| keeper.is_unproved && !is_removed(Guard::UnprovedIsStranger))
}

/// Whether the school asks nobody to show that a person asks, so that there is no proof to ask for.
pub(super) fn asks_no_proof(school: &School) -> bool {
    school.config().captcha.provider == CaptchaProvider::Off
}

/// The counter of what strangers send on that day: its numbers have five digits for the next two centuries, and so an order.
pub(super) fn strangers_counter(now: i64) -> String {
    format!("strangers-{:05}", now.div_euclid(DAY))
}

/// Refuses the stranger of that number of a day: with D004 past the last, with L012 past half of them whoever sent no proof that a
/// person asks.
pub(super) fn require_place(number: i64, now: i64, is_proved: bool) -> Result<(), Refusal> {
    if number > MOST_FROM_STRANGERS && !is_removed(Guard::Allowances) {
        let seconds = (DAY - now.rem_euclid(DAY)) / 1000 + 1;
        return Err(used_up("submissions.strangers", u32::try_from(seconds).unwrap_or(u32::MAX)));
    }
    let asks_proof = number > MOST_FROM_STRANGERS / 2 && !is_proved && !is_removed(Guard::SecondHalf);
    if asks_proof { Err(Refusal::new(MessageId::L012)) } else { Ok(()) }
}

fn used_up(quota: &'static str, seconds: u32) -> Refusal {
    metrics::counter!("qabul_quota_refused_total", "quota" => quota).increment(1);
    tracing::warn!(quota, "a day's quota is used up");
    Refusal::new(MessageId::D004).retry_after(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_network_takes_more_than_a_tenth() {
        for quota in [FILES, DRAFTS, DRAFT_BYTES, SUBMISSIONS] {
            let strangers = quota.of_strangers.map_or(MOST_FROM_STRANGERS, |of| of.most);
            let name = quota.of_site.name;
            assert!(quota.of_site.most * 10 <= strangers, "{name}");
            assert!(quota.of_household.most < quota.of_site.most, "{name}");
            assert!(quota.of_school.is_none_or(|of| of.most > strangers), "{name}");
        }
    }
}
