//! Counting the places that are left, when it is time to.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::{MessageId, Refusal};
use tenants::School;
use tenants::registry::YearPlaces;
use tracing::Instrument as _;

use super::super::service::Applications;
use super::store;
use crate::forms::Forms;

impl Applications {
    /// What everybody is told of the places that are left: of the years for which families can apply today, at most a minute old, and some minutes
    /// while it is counted anew or cannot be. One counts for all who come at once, and a failure is theirs for some seconds. Nothing where the school
    /// takes no applications.
    pub async fn places_left(&self, school: &Arc<School>) -> Result<Arc<Vec<YearPlaces>>, Refusal> {
        let now = self.hand().now;
        if let Some(told) = school.places_if_told(now) {
            return Ok(told);
        }
        let turn = match (school.places_turn().try_lock_owned(), school.places_told_before(now)) {
            (Ok(turn), _) => turn,
            (Err(_), Some(before)) => return Ok(before),
            (Err(_), None) => school.places_turn().lock_owned().await,
        };
        // Whoever hangs up does not stop it.
        let (applications, school) = (self.clone(), school.clone());
        let counting = async move {
            let _turn = turn;
            applications.places_in_turn(&school).await
        };
        tokio::spawn(counting.in_current_span()).await.map_err(Refusal::internal)?
    }

    async fn places_in_turn(&self, school: &Arc<School>) -> Result<Arc<Vec<YearPlaces>>, Refusal> {
        let now = self.hand().now;
        // Whoever had the turn before may have counted it.
        if let Some(told) = school.places_if_told(now) {
            return Ok(told);
        }
        let counted = if school.have_places_failed(now) {
            Err(Refusal::new(MessageId::R008).retry_after(5))
        } else {
            let counted = self.count_places(school, now).await;
            if let Err(refusal) = &counted {
                tracing::warn!(school.id = %school.id(), %refusal, "the places that are left could not be counted");
                school.note_places_failed(now);
            }
            counted
        };
        counted.or_else(|refusal| school.places_told_before(now).ok_or(refusal))
    }

    async fn count_places(&self, school: &Arc<School>, now: i64) -> Result<Arc<Vec<YearPlaces>>, Refusal> {
        let Some(form) = school.config().application().filter(|form| school.is_application(form)) else {
            return Ok(Arc::default());
        };
        let documents = Forms::documents(school).await;
        let Some(document) = documents.get(form) else { return Ok(Arc::default()) };
        let mut tx = self.0.db().read(&school.scope()).await?;
        let rows = store::told_seats(&mut tx).await?;
        drop(tx);
        let taken: HashMap<(&str, &str), i64> =
            rows.iter().map(|row| ((row.round.as_str(), row.bucket.as_str()), row.taken)).collect();
        let taken_of = |round: &str, bucket: &str| taken.get(&(round, bucket)).copied().unwrap_or_default();
        Ok(school.tell_places(document, now, taken_of))
    }
}
