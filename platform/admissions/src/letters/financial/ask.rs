//! A family is asked for financial documents.

use std::sync::Arc;

use blocks::{Value as Filling, Values};
use kernel::{Refusal, SchoolTx, StoreError};
use sqlx::types::Json;
use tenants::bundle::letters::LetterTemplate;
use words::Money;

use super::model::ItemState;
use super::store::{self, NewItem};
use crate::applications::Hand;
use crate::ids::LetterId;
use crate::letters::issue::issue_of;
use crate::letters::{Issued, Occasion};

/// Whether its family still has to send something of what a letter asks for.
pub(in crate::letters) async fn is_awaited(tx: &mut SchoolTx, letter: &LetterId) -> Result<bool, StoreError> {
    Ok(store::items_of(tx, letter).await?.iter().any(|row| ItemState::parse(&row.state).is_open()))
}

/// Makes the letter, with the amount that the documents are to cover where somebody says it. The transaction holds the submission.
pub(in crate::letters) async fn issue_request(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    occasion: &Occasion<'_>,
    (code, template, amount): (&str, &Arc<LetterTemplate>, Option<Money>),
) -> Result<Issued, Refusal> {
    let mut own = Values::new();
    if let Some(amount) = amount {
        own.set("amount_to_cover", Filling::Money(amount));
    }
    let made = issue_of(tx, hand, occasion, (code, &**template, own)).await?;
    if let Issued::Made(letter) = &made {
        for (place, item) in (0..).zip(&template.items) {
            let row = NewItem {
                letter,
                code: &item.code,
                place,
                kind: item.kind.as_str(),
                label: Json(&item.label),
                asks_amount: item.amount,
                asks_iban: item.iban,
                now: hand.now,
            };
            store::insert_item(tx, &row).await?;
        }
    }
    Ok(made)
}
