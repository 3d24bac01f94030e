//! How a submission becomes an application: in the transaction that takes it in.

use form::FormDocument;
use jiff::civil::Date;
use kernel::{MessageId, Refusal, SchoolTx, StoreError, SubmissionId, numbers};
use serde_json::Value;
use tenants::School;
use tenants::bundle::rounds::RoundConfig;
use words::verdict::Verdict;

use super::store::{self, NewApplication};

/// What one competes for whose grade nobody told.
pub(super) const UNGRADED: &str = "any";

/// A submission that is an application, before it is written.
#[derive(Debug, Clone)]
pub(crate) struct Entering {
    round: RoundConfig,
    bucket: String,
    grade: String,
    is_choice: bool,
}

/// One that has its number.
#[derive(Debug, Clone)]
pub(crate) struct Entered {
    pub registration_id: String,
    round: String,
    bucket: String,
}

impl Entering {
    /// What answers and verdict are, where the form is the school's application: those that everybody of its readers sees. `year` is the school
    /// year as the list shows it.
    pub fn of(
        school: &School,
        form: &str,
        document: &FormDocument,
        (values, verdict, year): (&Value, &Verdict, &str),
        today: Date,
    ) -> Option<Self> {
        if !school.is_application(form) {
            return None;
        }
        let told = document.grade_code(values, &verdict.computed);
        let (grade, is_choice) = told.map_or_else(|| (UNGRADED.to_owned(), false), |told| (told.code, told.is_choice));
        let route = verdict.route.as_deref().and_then(|route| route.rsplit('.').next()).map(form::code_of);
        let round = school.round_of(year, &grade, today);
        let bucket = round.bucket_of(&grade, &route.unwrap_or_default());
        Some(Self { round, bucket, grade, is_choice })
    }

    /// L009 where the round is not open for its grade.
    pub fn require_open(&self, school: &School, today: Date) -> Result<(), Refusal> {
        if school.is_round_open(&self.round, (&self.grade, self.is_choice), today) {
            Ok(())
        } else {
            Err(Refusal::new(MessageId::L009))
        }
    }

    /// Takes its number, which has no gaps: whoever takes one after it waits until the transaction is over.
    pub async fn number(self, tx: &mut SchoolTx, school: &School) -> Result<Entered, StoreError> {
        let year = self.round.year.get(2..4).unwrap_or_default();
        let number = numbers::take(tx, &format!("registration-{year}")).await?;
        let registration_id = format!("{}{year}-{number:05}", school.code());
        Ok(Entered { registration_id, round: self.round.id, bucket: self.bucket })
    }
}

impl Entered {
    /// Writes it down beside its submission.
    pub async fn write(&self, tx: &mut SchoolTx, id: &SubmissionId, now: i64) -> Result<(), StoreError> {
        let Self { registration_id, round, bucket } = self;
        store::insert_application(tx, &NewApplication { id, registration_id, round, bucket, now }).await
    }
}

/// Lets an application compete where its answers say since they were changed: one that waits for review, where nobody has sent it elsewhere
/// and nothing is decided of it. Every other stays where the office has it.
pub(crate) async fn follow_answers(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    was: &Entering,
    is: &Entering,
) -> Result<(), StoreError> {
    let (from, to) = ((&was.round.id, &was.bucket), (&is.round.id, &is.bucket));
    if from != to {
        store::follow_answers(tx, id, from.0, from.1, to.0, to.1).await?;
    }
    Ok(())
}
