//! The scholarship band that a result and achievements reach.

use crate::tables::Band;

/// The best band that is reached; bands stand best first.
pub fn reached(bands: &[Band], result: i64, achievements: usize) -> Option<&Band> {
    bands.iter().find(|band| result >= band.minimum * 100 && achievements >= band.achievements)
}

/// Tuition after the discount, halves of a minor unit in the family's favour.
pub fn net(fee: i64, band: &Band) -> i64 {
    fee - (fee * band.off_percent + 50) / 100
}
