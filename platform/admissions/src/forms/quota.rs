//! How much of files and drafts is taken in on one day: from an account, from a network address, and for a school from all of
//! those who have no account. Generous, for many families sit behind one address; what matters is that it ends.

use kernel::address::household;
use kernel::allowance::{Allowance, DAY, Left};
use kernel::{Caller, MessageId, Refusal, SchoolTx, crypto};

use super::service::Forms;

const MB: i64 = 1 << 20;

/// What is counted, and how much of it there is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quota {
    of_account: Allowance,
    of_address: Allowance,
    of_strangers: Allowance,
}

/// Bytes of files, as stored.
pub(super) const FILES: Quota = Quota {
    of_account: Allowance { name: "files.account", most: 1024 * MB, window: DAY },
    of_address: Allowance { name: "files.address", most: 1024 * MB, window: DAY },
    of_strangers: Allowance { name: "files.strangers", most: 4096 * MB, window: DAY },
};
/// New drafts.
pub(super) const DRAFTS: Quota = Quota {
    of_account: Allowance { name: "drafts.account", most: 500, window: DAY },
    of_address: Allowance { name: "drafts.address", most: 2_000, window: DAY },
    of_strangers: Allowance { name: "drafts.strangers", most: 20_000, window: DAY },
};
/// How long a file is kept that nobody sent and no account holds.
pub(super) const STRANGERS_FILE_MS: i64 = 7 * DAY;

/// By what a caller is counted: always in this order, so that two of them never wait for each other.
#[derive(Debug, Clone)]
pub(super) struct Holders {
    account: Option<String>,
    address: Option<String>,
}

impl Forms {
    /// By what this caller is counted: the account that calls or that holds the draft, else the address; this machine's own is
    /// none.
    pub(super) fn holders(&self, caller: &Caller, owner: Option<String>) -> Holders {
        let account = caller.user_id().map(str::to_owned).or(owner);
        let address = caller.address.filter(|address| !address.to_canonical().is_loopback()).map(|address| {
            let key = self.parts.secret.school_key(caller.school.id(), "address");
            crypto::keyed_hash(&key, &household(address).to_string())
        });
        Holders { account, address }
    }
}

impl Holders {
    /// Whether nobody knows who this is.
    pub fn are_strangers(&self) -> bool {
        self.account.is_none()
    }
}

impl Quota {
    fn counts(self, holders: &Holders) -> Vec<(Allowance, String)> {
        if let Some(account) = &holders.account {
            return vec![(self.of_account, account.clone())];
        }
        let address = holders.address.iter().map(|address| (self.of_address, address.clone()));
        address.chain([(self.of_strangers, String::new())]).collect()
    }

    /// Takes an amount, or refuses with D004; what refuses has to undo its transaction.
    pub async fn take(self, tx: &mut SchoolTx, holders: &Holders, amount: i64, now: i64) -> Result<(), Refusal> {
        for (allowance, holder) in self.counts(holders) {
            if let Left::TooLittle { seconds, .. } = allowance.take(tx, &holder, amount, now).await? {
                return Err(used_up(allowance, seconds));
            }
        }
        Ok(())
    }

    /// Refuses with D004 when nothing is left, before bytes are sent for nothing.
    pub async fn look(self, tx: &mut SchoolTx, holders: &Holders, now: i64) -> Result<(), Refusal> {
        for (allowance, holder) in self.counts(holders) {
            if let Left::TooLittle { seconds, .. } = allowance.look(tx, &holder, now).await? {
                return Err(used_up(allowance, seconds));
            }
        }
        Ok(())
    }
}

fn used_up(allowance: Allowance, seconds: u32) -> Refusal {
    metrics::counter!("qabul_quota_refused_total", "quota" => allowance.name).increment(1);
    tracing::warn!(quota = allowance.name, "a day's quota is used up");
    Refusal::new(MessageId::D004).retry_after(seconds)
}
