//! Counting the places that are left, when it is time to.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::Refusal;
use tenants::School;
use tenants::registry::YearPlaces;

use super::super::service::Applications;
use super::store;
use crate::forms::Forms;

impl Applications {
    /// What everybody is told of the places that are left: of the years for which families can apply today, at most a minute old. Nothing where
    /// the school takes no applications.
    pub async fn places_left(&self, school: &Arc<School>) -> Result<Arc<Vec<YearPlaces>>, Refusal> {
        let now = self.hand().now;
        if let Some(told) = school.places_if_told(now) {
            return Ok(told);
        }
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
