//! Offers that nobody has to make: of a round whose school lets the server offer a seat to the next on the waiting list.

use std::sync::Arc;

use futures_util::FutureExt as _;
use kernel::jobs::{Begun, Follows, Job, Outcome};
use kernel::outbox::Lane;
use serde::{Deserialize, Serialize};
use tenants::Registry;

use super::super::jobs::at_work;
use super::super::service::Applications;

/// A seat fell free, and the next on the waiting list is offered it. After the commit that freed it, as an application is held before its seat.
#[derive(Serialize, Deserialize)]
pub struct OfferWaiting {
    pub round: String,
    pub bucket: String,
}

impl Job for OfferWaiting {
    const KIND: &'static str = "application.offer_waiting";
    const LANE: Lane = Lane::Rest;
}

impl Applications {
    /// Places that a school adds are told, or offered, once they are live, and not by the next sweep.
    #[must_use]
    pub fn on_published(&self, schools: Arc<Registry>) -> Follows {
        let applications = self.clone();
        Arc::new(move |scope| {
            let (applications, schools) = (applications.clone(), schools.clone());
            async move {
                let Some(school) = at_work(&schools, scope.id()) else { return Ok(()) };
                applications.look_over_waitlists(&school).await.map(drop)
            }
            .boxed()
        })
    }

    /// Carries out such a job.
    pub(in super::super) async fn carry_out_offers(&self, schools: &Registry, begun: &Begun<OfferWaiting>) -> Outcome {
        let OfferWaiting { round, bucket } = &begun.job;
        match at_work(schools, begun.scope.id()) {
            Some(school) if matches!(self.are_clocks_held(&school.scope()).await, Ok(true)) => {
                Outcome::Later("the clocks are held".into())
            }
            Some(school) => self.offer_waiting(&school, round, bucket).await.map(drop).into(),
            None => Outcome::Later("the school is not live".into()),
        }
    }
}
