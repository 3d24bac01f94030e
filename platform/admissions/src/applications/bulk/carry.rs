//! How such a job is carried out ([`bulk_each`](crate::enquiries::bulk_each)): what is done to each application, and a file of results at the end.

use std::fs::File;
use std::io::Write as _;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::bulk::{BulkJob, Carry, Parts};
use kernel::caller::SchoolScope;
use kernel::files::{Incoming, refusal as storage};
use kernel::{BulkJobId, Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use machine::State as _;
use serde_json::Value;
use tenants::{Registry, School};
use words::Language;
use words::text::formula_safe;

use super::super::decisions;
use super::super::model::Standing;
use super::super::proposals::{self, Which};
use super::super::service::{Applications, Applied};
use super::super::store::{self as applications, ApplicationRow};
use super::model::{KIND, Outcome, Wants};
use super::service::ResultLine;
use super::store::{self, NewResult, ResultRow};
use super::texts;
use crate::enquiries::bulk_each::{APART, Each, Item, asker, carry_chunk};
use crate::enquiries::{Enquiries, Sight, Submission, fitting, visible_forms};

/// Results that are in memory with whom they are about.
const SOME: i64 = 200;

/// Moves of many.
struct Moving {
    applications: Applications,
    schools: Arc<Registry>,
}

/// A job that is carried out by whoever asked for it.
struct Run {
    applications: Applications,
    school: Arc<School>,
    caller: Caller,
    sight: Sight,
    visible: String,
    job: BulkJob,
    wants: Wants,
}

/// What was done with one.
struct Done {
    /// Where it stands, or is to stand.
    to: Standing,
    outcome: Outcome,
    at: i64,
}

impl Applications {
    /// How many are moved at once.
    #[must_use]
    pub fn carries_moves(&self, schools: Arc<Registry>) -> Arc<dyn Carry> {
        Arc::new(Moving { applications: self.clone(), schools })
    }
}

impl Carry for Moving {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn chunk<'a>(
        &'a self,
        scope: &'a SchoolScope,
        job: &'a BulkJob,
        items: Vec<String>,
        _: &'a mut Incoming,
    ) -> BoxFuture<'a, Result<(), Refusal>> {
        Box::pin(async move {
            let run = self.still(scope, job).await?;
            if run.wants.takes_seats() {
                // What is over keeps no seat from those that are offered one now.
                self.applications.free_overdue_seats(&run.school).await;
            }
            carry_chunk(run, items).await
        })
    }

    fn finish<'a>(
        &'a self,
        scope: &'a SchoolScope,
        job: &'a BulkJob,
        _: Parts,
        mut file: File,
    ) -> BoxFuture<'a, Result<(), Refusal>> {
        Box::pin(async move {
            let bytes = self.still(scope, job).await?.sheet().await?;
            let written = tokio::task::spawn_blocking(move || file.write_all(&bytes));
            written.await.map_err(Refusal::internal)?.map_err(storage)
        })
    }

    /// As long as its results are, which are bounded.
    fn count<'t>(&'t self, _: &'t mut SchoolTx, _: &'t BulkJob, _: i64) -> BoxFuture<'t, Result<(), Refusal>> {
        Box::pin(async { Ok(()) })
    }
}

impl Moving {
    /// A job with whoever asked for it, as they may act now; A002 when they may not any more.
    async fn still(&self, scope: &SchoolScope, job: &BulkJob) -> Result<Run, Refusal> {
        let mut tx = self.applications.0.db().read(scope).await?;
        let (school, caller) = asker(&mut tx, &self.schools, scope, job).await?;
        let sight = Sight::of(&mut tx, &caller).await?;
        drop(tx);
        let (wants, visible) = (Wants::of(job)?, visible_forms(school.config(), &caller));
        wants.require(&caller, &visible, &sight)?;
        // Not more than they were in when they asked: of that alone it is looked again whether they still are.
        let sight = sight.within(&wants.audiences);
        Ok(Run { applications: self.applications.clone(), school, caller, sight, visible, job: job.clone(), wants })
    }
}

impl Each for Run {
    type Read = Submission;

    fn enquiries(&self) -> &Enquiries {
        &self.applications.0
    }

    fn school(&self) -> &Arc<School> {
        &self.school
    }

    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn job(&self) -> &BulkJob {
        &self.job
    }

    /// Those that take seats one after another: who comes first in the list is offered the seat, and nobody waits for a bucket's row with a
    /// connection in their hand.
    fn apart(&self) -> usize {
        if self.wants.takes_seats() { 1 } else { APART }
    }

    fn ready(&self, submission: Submission) -> Result<Submission, Refusal> {
        Ok(submission)
    }

    async fn may(&self, tx: &mut SchoolTx, caller: &Caller) -> Result<bool, Refusal> {
        let sight = Sight::of(tx, caller).await?;
        Ok(self.wants.require(caller, &visible_forms(self.school.config(), caller), &sight).is_ok())
    }

    async fn is_settled(&self, tx: &mut SchoolTx, id: &SubmissionId) -> Result<bool, StoreError> {
        Ok(store::find_result(tx, &self.job.id, id).await?.is_some())
    }

    async fn settle(&self, tx: &mut SchoolTx, seq: i64, submission: &Submission) -> Result<(), Refusal> {
        let (job, id) = (&self.job, &submission.id);
        let row = applications::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
        let Done { to, outcome, at } = self.carry_one(tx, submission, &row).await?;
        let moved = applications::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
        let result = NewResult {
            job: &job.id,
            id,
            seq,
            outcome: outcome.as_str(),
            from_state: &row.state,
            to_state: to.as_str(),
            message_id: None,
            guard: None,
            version: moved.version,
            now: at,
        };
        store::insert_result(tx, &result).await?;
        // What is only proposed stands where it was moved to, until somebody approves it.
        if let Some(undone) = self.wants.undo_of.as_ref().filter(|_| outcome != Outcome::Proposed) {
            store::mark_undone(tx, undone, id, Outcome::Undone.as_str()).await?;
        }
        Ok(())
    }

    async fn refuse(&self, tx: &mut SchoolTx, (seq, id): &Item, refusal: &Refusal) -> Result<(), StoreError> {
        let hidden = refusal.id() == MessageId::A001;
        let row = if hidden { None } else { applications::find_application(tx, id).await? };
        let to_state = self.asked_for(tx, id).await?;
        let result = NewResult {
            job: &self.job.id,
            id,
            seq: *seq,
            outcome: Outcome::Refused.as_str(),
            from_state: row.as_ref().map_or("", |row| row.state.as_str()),
            to_state: &to_state,
            message_id: Some(refusal.id().as_str()),
            guard: refusal.payload("guard").and_then(Value::as_str),
            version: row.as_ref().map_or(0, |row| row.version),
            now: self.applications.hand().now,
        };
        store::insert_result(tx, &result).await.map(drop)
    }
}

impl Run {
    /// Does what is asked of one as it stands now.
    async fn carry_one(
        &self,
        tx: &mut SchoolTx,
        submission: &Submission,
        row: &ApplicationRow,
    ) -> Result<Done, Refusal> {
        if let Some(undone) = &self.wants.undo_of {
            let before = store::find_result(tx, undone, &submission.id).await?;
            return self.undo_one(tx, submission, row, (undone, before)).await;
        }
        if self.wants.approves {
            if proposals::find_open(tx, &submission.id).await?.is_none() {
                return Err(Refusal::new(MessageId::A012).with("guard", "no_proposal"));
            }
            let which = Which::Until(self.job.created_at);
            let approved = self.applications.approve_in(tx, &self.caller, &self.school, submission, which);
            let (to, applied) = approved.await?;
            return Ok(self.done(to, applied));
        }
        let to = self.wants.to.ok_or_else(|| Refusal::internal("moves that lead nowhere"))?;
        self.send_one(tx, submission, row, to).await
    }

    async fn send_one(
        &self,
        tx: &mut SchoolTx,
        submission: &Submission,
        row: &ApplicationRow,
        to: Standing,
    ) -> Result<Done, Refusal> {
        if row.state == to.as_str() {
            return Err(Refusal::new(MessageId::A012));
        }
        let wish = self.wants.wish(to, row.version)?;
        let applied = self.applications.apply(tx, &self.caller, &self.school, submission, &wish).await?;
        Ok(self.done(to, applied))
    }

    /// Sends one back where it came from, or withdraws what waits of it. A003 where something happened since.
    async fn undo_one(
        &self,
        tx: &mut SchoolTx,
        submission: &Submission,
        row: &ApplicationRow,
        (undone, before): (&BulkJobId, Option<ResultRow>),
    ) -> Result<Done, Refusal> {
        let over = || Refusal::new(MessageId::A003);
        let before = before.ok_or_else(over)?;
        let (id, caller, school) = (&submission.id, &self.caller, &self.school);
        let stays = Standing::parse(&row.state).ok_or_else(over)?;
        let withdrawn = Done { to: stays, outcome: Outcome::Withdrawn, at: self.applications.hand().now };
        match Outcome::parse(&before.outcome) {
            Some(Outcome::Moved) if before.version == row.version => {
                let back = Standing::parse(&before.from_state).ok_or_else(over)?;
                self.send_one(tx, submission, row, back).await
            }
            Some(Outcome::Decided) => {
                let by = self.began(tx, undone).await?;
                if !decisions::is_that(tx, id, Some(&by), before.at).await? {
                    return Err(over());
                }
                self.applications.withdraw_in(tx, caller, school, id).await?;
                Ok(withdrawn)
            }
            Some(Outcome::Proposed) => {
                let by = self.began(tx, undone).await?;
                self.applications.take_back_in(tx, caller, school, (id, before.at, &by)).await?;
                Ok(withdrawn)
            }
            _ => Err(over()),
        }
    }

    /// Who asked for what is undone: it may be undone by who looks after what others do.
    async fn began(&self, tx: &mut SchoolTx, undone: &BulkJobId) -> Result<UserId, Refusal> {
        let found = self.applications.0.bulk().find_any(tx, KIND, undone).await;
        found.map(|job| job.account).map_err(|refusal| match refusal.id() {
            MessageId::A001 => Refusal::new(MessageId::A003),
            _ => refusal,
        })
    }

    fn done(&self, to: Standing, applied: Applied) -> Done {
        let (outcome, at) = match applied {
            Applied::Moved(_) => (Outcome::Moved, self.applications.hand().now),
            Applied::Decided(at) => (Outcome::Decided, at),
            Applied::Proposed(at) => (Outcome::Proposed, at),
        };
        Done { to, outcome, at }
    }

    /// Where one was to go; empty where nobody knows any more.
    async fn asked_for(&self, tx: &mut SchoolTx, id: &SubmissionId) -> Result<String, StoreError> {
        if let Some(to) = self.wants.to {
            return Ok(to.as_str().to_owned());
        }
        if self.wants.approves {
            return Ok(proposals::find_open(tx, id).await?.map(|one| one.to_state).unwrap_or_default());
        }
        let Some(undone) = &self.wants.undo_of else { return Ok(String::new()) };
        Ok(store::find_result(tx, undone, id).await?.map(|before| before.from_state).unwrap_or_default())
    }

    /// The file of results: text with commas, in the order in which they were asked for.
    async fn sheet(&self) -> Result<Vec<u8>, Refusal> {
        let (scope, language) = (&self.caller.school, self.wants.language);
        let mut writer = csv::Writer::from_writer("\u{FEFF}".as_bytes().to_vec());
        writer.write_record(texts::headings(language)).map_err(Refusal::internal)?;
        let mut after = -1;
        loop {
            let mut tx = self.applications.0.db().read(scope).await?;
            let rows = store::list_results(&mut tx, &self.job.id, "", after, SOME).await?;
            drop(tx);
            let Some(last) = rows.last() else { break };
            after = last.seq;
            let seen = (self.visible.as_str(), &self.sight);
            for line in self.applications.result_lines((scope, &self.school), seen, rows).await? {
                let cells = cells(&line, language).map(|cell| formula_safe(fitting(&cell)));
                writer.write_record(cells).map_err(Refusal::internal)?;
            }
        }
        writer.into_inner().map_err(|error| Refusal::internal(error.to_string()))
    }
}

/// What stands in a line of the file.
fn cells(line: &ResultLine, language: Language) -> [String; 6] {
    let standing = |name: &str| {
        Standing::parse(name).map_or_else(String::new, |one| texts::of(one.in_words(), language).to_owned())
    };
    let ResultLine { row, enquiry } = line;
    let child = enquiry.as_ref().map_or("", |enquiry| {
        let is_arabic = language == Language::Ar && !enquiry.person_ar.is_empty();
        if is_arabic { enquiry.person_ar.as_str() } else { enquiry.person.as_str() }
    });
    let outcome = Outcome::parse(&row.outcome).map_or("", |one| texts::of(texts::outcome(one), language));
    let why = row
        .message_id
        .as_deref()
        .map_or("", |id| texts::why(id, row.guard.as_deref()).map_or(id, |words| texts::of(words, language)));
    let (registration_id, child) = (row.registration_id.clone(), child.to_owned());
    [registration_id, child, standing(&row.from_state), standing(&row.to_state), outcome.to_owned(), why.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_in_a_language_what_became_of_one() {
        let row = ResultRow {
            submission_id: "s1".into(),
            seq: 0,
            outcome: "refused".into(),
            from_state: "W/review".into(),
            to_state: "F/unconditional".into(),
            message_id: Some("A014".into()),
            guard: Some("seat_free".into()),
            at: 0,
            version: 1,
            registration_id: "ONE27-00001".into(),
        };
        let line = ResultLine { row, enquiry: None };
        let told = ["ONE27-00001", "", "Waiting for review", "Offer sent", "Not moved", "No place available"];
        assert_eq!(cells(&line, Language::En), told);
        assert_eq!(cells(&line, Language::Ar)[4..], ["لم يُنقل", "لا مقاعد متاحة"]);
    }
}
