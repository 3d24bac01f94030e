//! How a submission becomes an application: in the transaction that takes it in.

use std::sync::Arc;

use form::{FormDocument, What, Who};
use jiff::civil::Date;
use kernel::{MessageId, Refusal, SchoolTx, StoreError, SubmissionId, numbers};
use serde_json::Value;
use tenants::School;
use tenants::bundle::rounds::RoundConfig;
use words::verdict::{Issue, Verdict};
use words::{Clock, Language, Rng};

use super::claims;
use super::store::{self, NewApplication};

/// What one competes for whose grade nobody told.
pub(super) const UNGRADED: &str = "any";

/// A form, its answers as everybody of its readers sees them, and the language of who gave them.
pub(crate) type Answers<'a> = (&'a FormDocument, &'a Value, Language);

/// A submission that is an application, before it is written.
#[derive(Debug, Clone)]
pub(crate) struct Entering {
    round: Arc<RoundConfig>,
    bucket: String,
    grade: String,
    is_choice: bool,
    /// Whether a parent works here, as its family says.
    is_of_staff: bool,
}

/// One that has its number.
#[derive(Debug, Clone)]
pub(crate) struct Entered {
    pub registration_id: String,
    round: String,
    bucket: String,
    is_of_staff: bool,
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
        let route: Vec<String> = verdict.route.iter().flat_map(|route| route.split('.')).map(form::code_of).collect();
        let round = school.round_of(year, &grade, today);
        let bucket = round.bucket_of(&grade, &route);
        let is_of_staff = claims::is_claimed(&verdict.tags);
        Some(Self { round, bucket, grade, is_choice, is_of_staff })
    }

    /// Whether the round is open for its grade on a day.
    pub fn is_open(&self, school: &School, today: Date) -> bool {
        school.is_round_open(&self.round, (&self.grade, self.is_choice), today)
    }

    /// L009 where the round is not open for its grade, with what `closed` says.
    pub fn require_open(&self, school: &School, answers: Answers<'_>, today: Date) -> Result<(), Refusal> {
        match self.closed(school, answers, today) {
            None => Ok(()),
            Some(issue) => Err(Refusal::new(MessageId::L009).errors(vec![issue])),
        }
    }

    /// Why nobody can apply for its grade and year on a day, at the question for either: `roundBefore` with the day on which that opens,
    /// `roundClosed` with its last, or `roundNone` without any.
    pub fn closed(&self, school: &School, (document, values, language): Answers<'_>, today: Date) -> Option<Issue> {
        if self.is_open(school, today) {
            return None;
        }
        let grade = (&*self.grade, self.is_choice);
        let visible = document.visible_fields(values);
        let asked = [What::SchoolYear, What::Grade].into_iter().filter_map(|what| document.field_of(Who::Child, what));
        let path = asked.into_iter().find(|field| visible.contains(field)).map(|field| format!("/{field}"));
        let (name, year) = (document.name_of_code(&self.grade), &self.round.year);
        let place = name.map_or_else(|| year.clone(), |name| format!("{} · {year}", name.get(language)));
        let (today, dates) = (today.to_string(), school.round_dates(&self.round, grade));
        let opens = dates.iter().filter(|(first, _)| **first > *today).min();
        let (code, days) = match (opens, dates.iter().map(|(_, last)| *last).max()) {
            (Some((first, last)), _) => ("roundBefore", vec![("opens", *first), ("closes", *last)]),
            (None, Some(last)) => ("roundClosed", vec![("closes", last)]),
            (None, None) => ("roundNone", Vec::new()),
        };
        let issue = Issue::error(path.unwrap_or_default(), code).with("place", place);
        Some(days.into_iter().fold(issue, |issue, (name, day)| issue.with(name, day)))
    }

    /// The round and the bucket that it competes in.
    pub fn place(&self) -> (&str, &str) {
        (&self.round.id, &self.bucket)
    }

    /// Whether it is known for which grade it is.
    pub fn is_graded(&self) -> bool {
        self.grade != UNGRADED
    }

    /// Whether a parent works here, as its family says.
    pub fn is_of_staff(&self) -> bool {
        self.is_of_staff
    }

    /// Takes its number, which has no gaps: whoever takes one after it waits until the transaction is over.
    pub async fn number(self, tx: &mut SchoolTx, school: &School) -> Result<Entered, StoreError> {
        let year = self.round.year.get(2..4).unwrap_or_default();
        let number = numbers::take(tx, &format!("registration-{year}")).await?;
        let registration_id = format!("{}{year}-{number:05}", school.code());
        let round = self.round.id.clone();
        Ok(Entered { registration_id, round, bucket: self.bucket, is_of_staff: self.is_of_staff })
    }
}

impl Entered {
    /// Writes it down beside its submission, and asks for what its family claims to be confirmed.
    pub async fn write(
        &self,
        tx: &mut SchoolTx,
        made: (&dyn Clock, &dyn Rng),
        (school, id): (&School, &SubmissionId),
        now: i64,
    ) -> Result<(), StoreError> {
        let Self { registration_id, round, bucket, is_of_staff } = self;
        store::insert_application(tx, &NewApplication { id, registration_id, round, bucket, now }).await?;
        if *is_of_staff { claims::ask(tx, made, school, id, now).await } else { Ok(()) }
    }
}
