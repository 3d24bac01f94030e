//! The end of a letter that nobody answered: its offer is none any more.

use blocks::catalogue::LetterKind;
use blocks::evidence::What;
use kernel::links::{self, Purpose as _};
use kernel::{SchoolTx, StoreError, SubmissionId};

use super::acceptance::is_acceptance;
use super::evidence::Entries;
use super::model::{Purpose, closed_why, state};
use super::store::{self, LetterRow};
use crate::applications::{Hand, Standing};

/// Ends the letters of an offer, or of an accepted place, that an application leaves, with their links, in the transaction that moves it. One
/// that all have signed, or that was declined, has had its answer.
pub(crate) async fn follow(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    id: &SubmissionId,
    (from, to): (Standing, Standing),
) -> Result<(), StoreError> {
    let leaves_offer = from.status() == "F";
    // Of a child that is enrolled nobody accepts a place any more.
    let leaves_place = matches!(from.status(), "A" | "B") && !matches!(to.status(), "A" | "B");
    let is_closed = to.status() == "R" && from.status() != "R";
    let is_over = |letter: &LetterRow| {
        (leaves_offer && is_offer(letter))
            || (leaves_place && is_acceptance(letter))
            || (is_closed && is_asking(letter))
    };
    if !leaves_offer && !leaves_place && !is_closed {
        return Ok(());
    }
    for letter in store::open_letters(tx, id).await?.into_iter().filter(is_over) {
        let (state, what) = match to {
            Standing::RExpired if is_offer(&letter) => (state::EXPIRED, What::Expired {}),
            _ => (state::WITHDRAWN, What::Withdrawn {}),
        };
        store::hold_letter(tx, &letter.id, letter.version).await?;
        close(tx, hand.now, &letter, (state, what)).await?;
        // What the offer depends on goes on without it.
        if to.status() == "A" && is_offer(&letter) {
            store::set_closed_why(tx, &letter.id, closed_why::ACCEPTED_BY_STAFF).await?;
        }
    }
    Ok(())
}

/// Whether it asks its family for something that a closed application needs no more.
pub(super) fn is_asking(letter: &LetterRow) -> bool {
    [LetterKind::Consent, LetterKind::FinancialRequest].iter().any(|kind| letter.kind == kind.as_str())
}

/// Whether it offers a place.
pub(super) fn is_offer(letter: &LetterRow) -> bool {
    [LetterKind::Offer, LetterKind::ConditionalOffer].iter().any(|kind| letter.kind == kind.as_str())
}

/// Ends a letter that the transaction holds, its record and its links.
pub(super) async fn close(
    tx: &mut SchoolTx,
    now: i64,
    letter: &LetterRow,
    (state, what): (&str, What),
) -> Result<(), StoreError> {
    store::set_state(tx, &letter.id, state, Some(now)).await?;
    let mut entries = Entries::of(tx, letter).await?;
    // Of what never went out there is no record.
    if !entries.is_empty() {
        entries.add(now, what)?;
        entries.keep(tx).await?;
    }
    for signer in store::signers_of(tx, &letter.id).await? {
        links::end(tx, signer.id.as_str(), Purpose::ALL, now).await?;
    }
    Ok(())
}
