//! Letters that nobody answered in time end: acceptances, consents, requests for financial documents. Of an acceptance the place stays
//! accepted, and whoever looks after the application is asked to call. One that is only read stays good on paper for whoever has it.

use std::sync::Arc;

use blocks::evidence::What;
use kernel::Refusal;
use tenants::School;

use super::acceptance::is_acceptance;
use super::close::close;
use super::model::state;
use super::service::Letters;
use super::store;
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::tasks;
use crate::tasks::said::ACCEPTANCE_OVER;

impl Letters {
    /// Ends them once each, and one that cannot be ended keeps no other: the first refusal is told after the last. How many.
    pub async fn expire_unanswered(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let scope = school.scope();
        if self.applications.are_clocks_held(&scope).await? {
            return Ok(0);
        }
        let (mut done, mut first, mut after) = (0, None, LetterId::from(String::new()));
        loop {
            let mut tx = self.db().read(&scope).await?;
            let some = store::over(&mut tx, self.clock().now_ms(), &after).await?;
            drop(tx);
            let Some(last) = some.last() else { return first.map_or(Ok(done), Err) };
            after = last.id.clone();
            for one in some {
                let (all, school) = (self.clone(), school.clone());
                let write = self.db().write(&scope, move |tx| {
                    Box::pin(async move {
                        let hand = all.applications.hand();
                        Forms::hold_submission(tx, &one.submission_id).await?;
                        let found = store::find_letter(tx, &one.id).await?;
                        let is_open = |state: &str| matches!(state, state::CHOOSING | state::DRAFT | state::RELEASED);
                        let Some(letter) = found.filter(|letter| is_open(&letter.state)) else { return Ok(false) };
                        store::hold_letter(tx, &letter.id, letter.version).await?;
                        close(tx, hand.now, &letter, (state::EXPIRED, What::Expired {})).await?;
                        // Of a place that is accepted somebody calls; what else was asked for can be asked again.
                        if !is_acceptance(&letter) {
                            return Ok(true);
                        }
                        let today = school.today(hand.now).to_string();
                        let asked = (&ACCEPTANCE_OVER, today.as_str());
                        tasks::ask_owner(tx, (hand.clock, hand.rng), &one.submission_id, asked, hand.now).await?;
                        Ok::<_, Refusal>(true)
                    })
                });
                match write.await {
                    Ok(is_ended) => done += usize::from(is_ended),
                    Err(refusal) => first = first.or(Some(refusal)),
                }
            }
        }
    }
}
