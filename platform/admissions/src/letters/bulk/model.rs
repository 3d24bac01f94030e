//! What is asked of many letters at once and what becomes of each: pure rules.

use blocks::Languages;
use jiff::civil::Date;
use kernel::bulk::BulkJob;
use kernel::{BulkJobId, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{OutcomeCount, PartRow};
use crate::applications::Chosen;
use crate::letters::by_hand::{ByHand, MOST_PRINTED, NewPost};

/// Its kind among bulk jobs.
pub const KIND: &str = "application_letters";
/// Most applications of one.
pub const MOST: usize = 1_000;
/// Letters of one part of what is printed.
pub const PART: i64 = MOST_PRINTED as i64;

/// Which letter goes to whom.
#[derive(Debug, Clone)]
pub struct Asked {
    pub letter: ByHand,
    pub chosen: Chosen,
}

/// What a job does with the letter of each.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "doing", rename_all = "snake_case")]
pub enum Doing {
    /// Makes it, of a template.
    Issue { code: String, languages: Option<Languages>, days: u16 },
    /// Ends those that a job made and that nobody has opened.
    Withdraw { of: BulkJobId, reason: String },
    /// Writes down that those that a job made were posted.
    Post {
        of: BulkJobId,
        /// `YYYY-MM-DD`.
        posted_on: String,
        note: String,
    },
}

/// What became of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BulkLetterOutcome)]
pub enum Outcome {
    /// Its letter was made.
    Issued,
    /// Its letter was withdrawn, by this job or by a later one.
    Withdrawn,
    /// Its letter was posted.
    Posted,
    /// Nothing was done.
    Refused,
}

impl Outcome {
    /// As it is stored and told.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Issued => "issued",
            Self::Withdrawn => "withdrawn",
            Self::Posted => "posted",
            Self::Refused => "refused",
        }
    }

    /// The outcome of that name; what a newer server calls otherwise came to nothing for all that this one knows.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        [Self::Issued, Self::Withdrawn, Self::Posted]
            .into_iter()
            .find(|one| one.as_str() == name)
            .unwrap_or(Self::Refused)
    }
}

impl Doing {
    /// Of a job.
    pub fn of(job: &BulkJob) -> Result<Self, Refusal> {
        serde_json::from_value(job.wants.clone()).map_err(Refusal::internal)
    }

    /// The job whose letters it is about; none where it makes its own.
    #[must_use]
    pub fn about(&self) -> Option<&BulkJobId> {
        match self {
            Self::Issue { .. } => None,
            Self::Withdraw { of, .. } | Self::Post { of, .. } => Some(of),
        }
    }

    /// What stands in the audit log when it is asked for.
    #[must_use]
    pub fn action(&self) -> &'static str {
        match self {
            Self::Issue { .. } => "letter.bulk",
            Self::Withdraw { .. } => "letter.bulk_withdraw",
            Self::Post { .. } => "letter.bulk_post",
        }
    }

    /// The day on which all were posted.
    pub fn post(posted_on: &str, note: &str) -> Result<NewPost, Refusal> {
        let day: Date = posted_on.parse().map_err(Refusal::internal)?;
        Ok(NewPost { day, note: note.to_owned() })
    }
}

/// How many went which way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub issued: i64,
    pub withdrawn: i64,
    pub posted: i64,
    pub refused: i64,
    /// Of the issued, those that are drawn and went out.
    pub sent: i64,
    /// Of the issued, those that somebody has opened.
    pub opened: i64,
    /// Of the issued, those that ended otherwise: one that cannot be drawn, or that somebody withdrew alone.
    pub ended: i64,
}

/// A job with what became of its letters so far.
#[derive(Debug)]
pub struct Sending {
    pub job: BulkJob,
    pub doing: Doing,
    pub counts: Counts,
    /// Parts of what is printed that hold a letter.
    pub parts: Vec<i64>,
}

impl Sending {
    pub fn of(job: BulkJob, counted: &[OutcomeCount], parts: &[PartRow]) -> Result<Self, Refusal> {
        let doing = Doing::of(&job)?;
        let own = || counted.iter().filter(|row| row.job_id == job.id);
        let n = |outcome: Outcome| own().filter(|row| row.outcome == outcome.as_str()).map(|row| row.n).sum();
        let issued = || own().filter(|row| row.outcome == Outcome::Issued.as_str());
        let counts = Counts {
            issued: n(Outcome::Issued),
            withdrawn: n(Outcome::Withdrawn),
            posted: n(Outcome::Posted),
            refused: n(Outcome::Refused),
            sent: issued().map(|row| row.sent).sum(),
            opened: issued().map(|row| row.opened).sum(),
            ended: issued().map(|row| row.ended).sum(),
        };
        let parts = parts.iter().filter(|row| row.job_id == job.id).map(|row| row.part).collect();
        Ok(Self { job, doing, counts, parts })
    }

    /// Whether something may still be done with its letters: it made some, and is at its end.
    #[must_use]
    pub fn is_followed(&self) -> bool {
        !self.job.state.is_open() && matches!(self.doing, Doing::Issue { .. }) && self.counts.issued > 0
    }

    /// Whether some can be withdrawn: those that nobody has opened.
    #[must_use]
    pub fn can_withdraw(&self) -> bool {
        self.is_followed() && self.counts.issued - self.counts.ended > self.counts.opened
    }

    /// Whether their posting can be written down: some are drawn.
    #[must_use]
    pub fn can_post(&self) -> bool {
        self.is_followed() && self.counts.sent > 0
    }
}

impl Counts {
    /// All that have a result.
    #[must_use]
    pub fn all(self) -> i64 {
        self.issued + self.withdrawn + self.posted + self.refused
    }
}

#[cfg(test)]
mod tests {
    use kernel::bulk::State;
    use serde_json::json;

    use super::*;

    fn job(state: State, doing: &Doing) -> BulkJob {
        BulkJob {
            id: "job".into(),
            kind: KIND.to_owned(),
            account: "huda".into(),
            state,
            wants: serde_json::to_value(doing).expect("wants"),
            total: 4,
            done: 4,
            chunks: 1,
            cursor: 1,
            bytes: 0,
            fault: None,
            file_key: None,
            file_name: String::new(),
            media_type: String::new(),
            created_at: 0,
            updated_at: 0,
            expires_at: 1,
        }
    }

    fn counted(outcome: &str, [n, sent, opened, ended]: [i64; 4]) -> OutcomeCount {
        OutcomeCount { job_id: "job".into(), outcome: outcome.to_owned(), n, sent, opened, ended }
    }

    fn issue() -> Doing {
        Doing::Issue { code: "welcome".to_owned(), languages: Some(Languages::Both), days: 30 }
    }

    #[test]
    fn what_is_wanted_is_read_back() {
        let post = Doing::Post { of: "job".into(), posted_on: "2026-11-28".to_owned(), note: "Courier".to_owned() };
        for doing in [issue(), Doing::Withdraw { of: "job".into(), reason: "Wrong year".to_owned() }, post] {
            let stored = serde_json::to_value(&doing).expect("stored");
            let read = Doing::of(&job(State::Done, &doing)).expect("read");
            assert_eq!(serde_json::to_value(read).expect("again"), stored);
        }
        assert!(serde_json::from_value::<Doing>(json!({ "doing": "burn" })).is_err());
    }

    #[test]
    fn what_nobody_opened_can_be_withdrawn_once_the_job_has_ended() {
        let of = |state, doing: &Doing, row| Sending::of(job(state, doing), &[row], &[]).expect("sending");
        assert!(of(State::Done, &issue(), counted("issued", [2, 2, 1, 0])).can_withdraw());
        assert!(of(State::Cancelled, &issue(), counted("issued", [2, 0, 0, 0])).can_withdraw());
        assert!(!of(State::Running, &issue(), counted("issued", [2, 2, 1, 0])).can_withdraw());
        assert!(!of(State::Done, &issue(), counted("issued", [2, 1, 1, 1])).can_withdraw(), "all are opened or over");
        let gone = Doing::Withdraw { of: "other".into(), reason: "x".to_owned() };
        assert!(!of(State::Done, &gone, counted("withdrawn", [2, 0, 0, 0])).can_withdraw());
        assert!(of(State::Done, &issue(), counted("issued", [2, 1, 0, 0])).can_post());
        assert!(!of(State::Done, &issue(), counted("issued", [2, 0, 0, 0])).can_post(), "none is drawn yet");
    }

    #[test]
    fn an_outcome_is_read_back_and_an_unknown_one_is_none_at_all() {
        for outcome in [Outcome::Issued, Outcome::Withdrawn, Outcome::Posted, Outcome::Refused] {
            assert_eq!(Outcome::parse(outcome.as_str()), outcome);
        }
        assert_eq!(Outcome::parse("framed"), Outcome::Refused);
    }
}
