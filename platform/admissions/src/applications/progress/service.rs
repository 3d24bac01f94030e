//! How applications come along, as staff read it.

use std::sync::Arc;

use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId};
use machine::State as _;
use serde_json::json;
use tenants::School;
use words::Permission;

use super::super::model::Standing;
use super::super::service::Applications;
use super::model::{FunnelStep, Step, WAITING, WaitingStatus, days_since, funnel, good_since};
use super::store::{self, Counted, WaitingRow};
use crate::enquiries::{Owner, visible_forms};

/// Which applications are counted; what is empty narrows nothing.
#[derive(Debug, Clone)]
pub struct Asked {
    /// A school year, or a round.
    pub year: String,
    pub round: String,
    /// Grades, or buckets of places.
    pub grades: Vec<String>,
    pub owner: Owner,
}

/// How they come along.
#[derive(Debug, Clone)]
pub struct Progress {
    pub funnel: Vec<FunnelStep>,
    pub waiting: Vec<WaitingStatus>,
}

/// Keeps how far an application came that goes from one standing to another, in the transaction that sends it there.
pub async fn reach(tx: &mut SchoolTx, id: &SubmissionId, (from, to): (Standing, Standing)) -> Result<(), StoreError> {
    // What it left counts too: nobody kept the steps of one that came before there were any.
    let step = Step::of(from).max(Step::of(to));
    if step > Step::Applied {
        store::keep_step(tx, id, step.number()).await?;
    }
    Ok(())
}

impl Applications {
    /// How many of the applications that the caller sees reached which step, and how long those that are not over have stood where they stand.
    pub async fn progress(&self, caller: &Caller, school: &Arc<School>, asked: Asked) -> Result<Progress, Refusal> {
        caller.require(Permission::SeatRead)?;
        let visible = visible_forms(school.config(), caller);
        let today = school.today(self.0.clock().now_ms());
        let targets = &school.config().targets;
        let since = WAITING.map(|status| good_since(school, today, status, targets));
        let grades = json!(asked.grades).to_string();
        let read = self.0.db().read_with(&caller.school, move |tx| {
            Box::pin(async move {
                let Asked { year, round, owner, .. } = &asked;
                let counted = Counted { grades: &grades, year, round, owned_by: owner.as_str(), visible: &visible };
                let reached = store::count_reached(tx, &counted).await?;
                let [review, shortlist, hold, offer, acceptance, booking] = since;
                let waiting =
                    store::count_waiting(tx, &counted, review, shortlist, hold, offer, acceptance, booking).await?;
                Ok::<_, Refusal>((reached, waiting))
            })
        });
        let (reached, waiting) = read.await?;
        let mut furthest = Vec::with_capacity(reached.len());
        for row in reached {
            let unknown = || StoreError::Inconsistent { table: "submissions", column: "state", id: String::new() };
            let standing = Standing::parse(&row.state).ok_or_else(unknown)?;
            furthest.push((row.step.max(Step::of(standing).number()), row.n));
        }
        let told = |status: &'static str| {
            let row: Option<&WaitingRow> = waiting.iter().find(|row| row.status == status);
            let target = targets.get(status).copied();
            WaitingStatus {
                status,
                n: row.map_or(0, |row| row.n),
                median_days: row.map(|row| days_since(school, today, row.middle)),
                oldest_days: row.map(|row| days_since(school, today, row.oldest)),
                target_days: target,
                over_target: target.map(|_| row.map_or(0, |row| row.over_target)),
            }
        };
        Ok(Progress { funnel: funnel(&furthest), waiting: WAITING.map(told).to_vec() })
    }
}
