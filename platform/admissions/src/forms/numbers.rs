//! A submission's numbers: taken in its transaction, or drawn ahead of it where that one is not to hold the counters' rows.

use kernel::caller::SchoolScope;
use kernel::message_counts::{self, CONFIRMATIONS};
use kernel::numbers::{self, Draws};
use kernel::{Db, Refusal, SchoolTx, StoreError};

use super::quota::require_place;
use super::service::Forms;

/// The counter of the officers' turns.
const TURNS: &str = "enquiry-turn";

/// What the counters gave.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    /// For the reference.
    pub reference: i64,
    /// Whose turn it is.
    pub turn: i64,
    /// The so manieth of the day's strangers; 0 for whoever is known.
    pub stranger: i64,
    /// What is left of the confirmations that the school may send after this one's, where that is drawn ahead too.
    pub confirmation: Option<i64>,
}

impl Numbers {
    /// The next ones, of the transaction that takes them.
    pub async fn next(
        tx: &mut SchoolTx,
        takes_turns: bool,
        year: i16,
        strangers: Option<&str>,
    ) -> Result<Self, StoreError> {
        let stranger = match strangers {
            Some(counter) => numbers::take(tx, counter).await?,
            None => 0,
        };
        let reference = numbers::take(tx, &counter(year)).await?;
        let turn = if takes_turns { numbers::take(tx, TURNS).await? } else { 0 };
        Ok(Self { reference, turn, stranger, confirmation: None })
    }

    /// The same ahead of the write that takes them; `confirmation` says of one that is wanted whether it is for a stranger.
    pub async fn drawn(
        forms: &Forms,
        scope: &SchoolScope,
        takes_turns: bool,
        year: i16,
        (strangers, is_proved, now): (Option<&str>, bool, i64),
        confirmation: Option<bool>,
    ) -> Result<Self, Refusal> {
        let (db, draws, counter) = (&forms.parts.db, &forms.draws, counter(year));
        let stranger = match strangers {
            Some(counter) => draws.draw(db, scope, counter).await?,
            None => 0,
        };
        // Before the others are drawn: who is refused costs no reference.
        require_place(stranger, now, is_proved)?;
        let turn = async { if takes_turns { draws.draw(db, scope, TURNS).await } else { Ok(0) } };
        let confirmation = async {
            match confirmation {
                Some(is_stranger) => draw_confirmation(draws, db, scope, is_stranger, now).await.map(Some),
                None => Ok(None),
            }
        };
        let (reference, turn, confirmation) = tokio::try_join!(draws.draw(db, scope, &counter), turn, confirmation)?;
        Ok(Self { reference, turn, stranger, confirmation })
    }
}

/// The counter of a year's references.
fn counter(year: i16) -> String {
    format!("enquiry-{year}")
}

/// What is left of the confirmations that the school may send once one more is; less than none when it may not be.
async fn draw_confirmation(
    draws: &Draws,
    db: &Db,
    scope: &SchoolScope,
    is_stranger: bool,
    now: i64,
) -> Result<i64, StoreError> {
    let (db, own) = (db.clone(), scope.clone());
    let counter = if is_stranger { "confirmations of strangers" } else { "confirmations" };
    // What is left goes down as numbers go up.
    let place = draws.draw_by(scope, counter, move |count| {
        let (db, scope) = (db.clone(), own.clone());
        async move { draw_confirmations(&db, &scope, is_stranger, count, now).await.map(|room| -room) }
    });
    place.await.map(|place| -place)
}

/// Draws places for confirmations of the school's, or gives some back.
pub(super) async fn draw_confirmations(
    db: &Db,
    scope: &SchoolScope,
    is_stranger: bool,
    many: i64,
    now: i64,
) -> Result<i64, StoreError> {
    db.draw(scope, move |tx| {
        Box::pin(async move { message_counts::draw(tx, &CONFIRMATIONS, is_stranger, many, now).await })
    })
    .await
}
