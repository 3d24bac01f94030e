//! What a school's desk may write for good in a day. Every publication keeps a whole state, however little it changed.

use kernel::allowance::{Allowance, DAY, Left};
use kernel::{MessageId, Refusal, SchoolTx};

/// Publications of a school, at once or set for a moment.
pub const PUBLICATIONS: Allowance = Allowance { name: "settings.publications", most: 300, window: DAY };
/// Bytes that they write.
pub const PUBLISHED: Allowance = Allowance { name: "settings.published", most: 256 << 20, window: DAY };
/// Bytes of pictures and components that a school uploads.
pub const UPLOADED: Allowance = Allowance { name: "settings.uploaded", most: 500 << 20, window: DAY };
/// Components that a school has tried in a day, also those that are refused: each may cost what compiling may cost at most.
pub const TRIED: Allowance = Allowance { name: "settings.tried", most: 100, window: DAY };
/// What one upload is counted as at least: a small file takes a block, a name and a place in every sweep, so that a day has an end in
/// files as well (32,000 of them).
pub const LEAST: i64 = 16 << 10;

/// Takes amounts, all of them in a transaction that what refuses has to undo: D004.
pub(crate) async fn take(tx: &mut SchoolTx, amounts: &[(Allowance, i64)], now: i64) -> Result<(), Refusal> {
    for (allowance, amount) in amounts {
        if let Left::TooLittle { seconds, .. } = allowance.take(tx, "", *amount, now).await? {
            return Err(used_up(*allowance, seconds));
        }
    }
    Ok(())
}

/// Refuses what [`take`] would refuse, before anything is written for nothing.
pub(crate) async fn look(tx: &mut SchoolTx, amounts: &[(Allowance, i64)], now: i64) -> Result<(), Refusal> {
    for (allowance, amount) in amounts {
        match allowance.look(tx, "", now).await? {
            Left::Enough(left) if left >= *amount => {}
            _ => return Err(used_up(*allowance, allowance.seconds_left(now))),
        }
    }
    Ok(())
}

/// An upload as it is counted.
pub(crate) fn upload(len: usize) -> i64 {
    bytes(len).max(LEAST)
}

/// Bytes as they are counted.
pub(crate) fn bytes(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

fn used_up(allowance: Allowance, seconds: u32) -> Refusal {
    tracing::warn!(quota = allowance.name, "a school's desk used its day up");
    Refusal::new(MessageId::D004).retry_after(seconds)
}
