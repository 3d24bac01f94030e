//! The list of applications.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use kernel::search::LookedFor;
use kernel::{Caller, Refusal, SchoolTx, SubmissionId, page};
use machine::State as _;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenants::School;
use utoipa::ToSchema;
use words::Permission;
use words::clock::iso;

use super::appointments::Appointment;
use super::decisions;
use super::model::Standing;
use super::moves::offer_ends;
use super::overview::StatusCounts;
use super::service::Applications;
use super::store::{self, LineRow, Narrowed};
use crate::enquiries::{EnquiryRow, Owner, Sight, visible_forms};
use crate::letters::{ConditionsStand, FinancialStand, withheld_papers};
use crate::notes::NoteMark;
use crate::papers::{self, DocumentsStand};
use crate::stand::Stand;

/// How the list is ordered; newest first when nothing is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = StudentSort)]
pub enum Sort {
    /// Newest first.
    #[default]
    #[serde(rename = "-submitted_at")]
    Newest,
    /// Oldest first.
    #[serde(rename = "submitted_at")]
    Oldest,
    /// By name.
    #[serde(rename = "student_name")]
    Name,
    /// What is due first: the last day of an offer, the day of a hold. What nothing is due of comes last.
    #[serde(rename = "due_at")]
    Due,
    /// What has stood longest where it stands.
    #[serde(rename = "status_since")]
    Since,
    /// What lacks most documents first, as far as the caller reads which are missing.
    #[serde(rename = "-missing_docs")]
    Missing,
}

/// What the list is narrowed to; what is empty narrows nothing.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Standings that are meant by statuses and sub-statuses; none for a pair that does not exist.
    pub standings: Option<Vec<Standing>>,
    pub grades: Vec<String>,
    /// A school year, or a round.
    pub year: String,
    pub round: String,
    /// What a grade's places are divided by: a campus, a stream.
    pub part: String,
    /// Only offers whose last day that is, or one before.
    pub ends_by: Option<Date>,
    pub owner: Owner,
    /// Who sent it: `portal`, `staff`.
    pub channels: Vec<String>,
    pub words: LookedFor,
    /// Whose approval they wait for: of what others than that account proposed.
    pub approver: Option<String>,
    /// Only what is on hold and whose day has come.
    pub review_due: bool,
    /// Only those of which something is decided that is told later.
    pub decided_later: bool,
    /// How the conditions of its offer stand, and the financial documents that its family is asked for.
    pub conditions: Option<ConditionsStand>,
    pub financial: Option<FinancialStand>,
    /// JSON array of the questions by file that the caller does not read.
    pub withheld: String,
    /// How its documents stand, and the JSON array of the audiences whose documents count.
    pub documents: Option<DocumentsStand>,
    pub reads: String,
}

/// What the school's clock says to a filter.
pub(super) struct Clock {
    today: String,
    /// When offers that end have ended; 0 narrows nothing.
    ends_at: i64,
}

impl Wanted {
    pub(super) fn clock(&self, school: &School, now: i64) -> Clock {
        let ends_at = self.ends_by.map_or(0, |day| offer_ended(school, day));
        Clock { today: school.today(now).to_string(), ends_at }
    }

    /// A002 for who asks what waits for their approval and approves nothing, what is decided and may not know of it, or of financial documents
    /// and does not look after fees.
    pub fn require(&self, caller: &Caller) -> Result<(), Refusal> {
        if self.decided_later && !decisions::may_know(caller) {
            caller.require(decisions::KNOWING)?;
        }
        if self.financial.is_some() {
            caller.require(Permission::ApplicationFees)?;
        }
        if self.approver.is_some() { caller.require(Permission::ApplicationOffer) } else { Ok(()) }
    }
}

/// A line of the list.
#[derive(Debug)]
pub struct Line {
    pub row: LineRow,
    pub standing: Standing,
    /// The submission, as the caller sees it.
    pub enquiry: EnquiryRow,
    /// Documents that are missing.
    pub missing: usize,
    /// What is decided of it and told later; nothing for who may not know of it.
    pub decided: Option<Later>,
    /// When and where the child is to be seen.
    pub appointment: Option<Appointment>,
    /// What is recommended, for who reads notes.
    pub mark: Option<NoteMark>,
}

/// What is decided of an application and told later.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = StudentDecision)]
pub struct Later {
    to: Standing,
    /// When anybody outside hears of it, RFC 3339, UTC.
    publish_at: String,
}

/// A page of the list.
#[derive(Debug)]
pub struct Listed {
    pub lines: Vec<Line>,
    /// How many of all that match stand where, whatever status is asked for.
    pub counts: StatusCounts,
    /// How many match.
    pub total: i64,
    /// Where the next page starts.
    pub next_cursor: Option<String>,
}

/// Where a page ends.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Position {
    sort: Sort,
    at: i64,
    person: String,
    id: SubmissionId,
    /// How far it is from what was looked for.
    #[serde(default)]
    far: i64,
}

/// The standings of some statuses and sub-statuses, each of which may be left out; none where no standing is both.
#[must_use]
pub fn standings_of(statuses: &[String], sub_statuses: &[String]) -> Option<Vec<Standing>> {
    let named = |list: &[String], name: &str| list.is_empty() || list.iter().any(|one| one == name);
    let meant = |standing: &Standing| named(statuses, standing.status()) && named(sub_statuses, standing.sub_status());
    let found: Vec<Standing> = Standing::ALL.iter().copied().filter(meant).collect();
    match found.len() {
        0 => None,
        // All of them narrow nothing.
        all if all == Standing::ALL.len() => Some(Vec::new()),
        _ => Some(found),
    }
}

impl Applications {
    /// A page of applications that the caller sees. A007 when it is more than the account may read this hour.
    pub async fn list(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        mut wanted: Wanted,
        sort: Sort,
        size: u32,
        cursor: Option<&str>,
    ) -> Result<Listed, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        wanted.require(caller)?;
        let position = cursor.map(page::position::<Position>).transpose()?;
        if position.as_ref().is_some_and(|position| position.sort != sort) {
            return Err(Refusal::malformed("cursor is of another order"));
        }
        let visible = visible_forms(school.config(), caller);
        self.withhold(caller, school, &mut wanted, sort).await?;
        let (asked, limit) = (wanted.clone(), i64::from(size) + 1);
        let clock = wanted.clock(school, self.hand().now);
        let read = self.0.db().read_with(&caller.school, move |tx| {
            Box::pin(async move { fetch(tx, (&asked, &clock), &visible, (sort, position, limit), true).await })
        });
        let (mut rows, counted) = read.await?;
        let next_cursor = (rows.len() > size as usize).then(|| {
            rows.truncate(size as usize);
            rows.last().map(|last| {
                let at = match sort {
                    Sort::Due => last.due,
                    Sort::Since => last.since,
                    Sort::Missing => last.missing,
                    Sort::Newest | Sort::Oldest | Sort::Name => last.submitted_at,
                };
                let (person, id, far) = (last.person.clone(), last.id.clone(), last.far);
                page::cursor(&Position { sort, at, person, id, far })
            })
        });
        self.0.count_read(caller, rows.len()).await?;
        let lines = self.lines(caller, school, rows).await?;
        let mut counts = StatusCounts::default();
        let mut total = 0;
        for row in counted {
            let unknown =
                || kernel::StoreError::Inconsistent { table: "submissions", column: "state", id: String::new() };
            let standing = Standing::parse(&row.state).ok_or_else(unknown)?;
            counts.add(standing, row.n);
            let all = wanted.standings.as_deref();
            if all.is_some_and(|all| all.is_empty() || all.contains(&standing)) {
                total += row.n;
            }
        }
        Ok(Listed { lines, counts, total, next_cursor: next_cursor.flatten() })
    }

    /// Says in a filter which papers the caller reads and which not, where papers are asked for.
    pub(super) async fn withhold(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        wanted: &mut Wanted,
        sort: Sort,
    ) -> Result<(), Refusal> {
        let counts = wanted.documents.is_some() || sort == Sort::Missing;
        if !counts && wanted.conditions.is_none() {
            return Ok(());
        }
        let sight = Sight::of(&mut self.0.db().read(&caller.school).await?, caller).await?;
        wanted.reads = sight.listed();
        if wanted.conditions.is_some() {
            wanted.withheld = withheld_papers(school, &sight).await;
        }
        Ok(())
    }

    /// Rows as the caller sees them, each with how many documents are missing.
    async fn lines(&self, caller: &Caller, school: &Arc<School>, rows: Vec<LineRow>) -> Result<Vec<Line>, Refusal> {
        let ids: Vec<&SubmissionId> = rows.iter().map(|row| &row.id).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = self.0.db().read(&caller.school).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        drop(tx);
        let place = (&caller.school, school);
        let enquiries = self.0.seen_among(place, &sight, &ids).await?;
        let missing = papers::missing_among(&self.0, place, &sight, &ids, papers::Paper::is_missing).await?;
        let mut enquiries: HashMap<SubmissionId, EnquiryRow> =
            enquiries.into_iter().map(|row| (row.id.clone(), row)).collect();
        let mut lines = Vec::with_capacity(rows.len());
        for row in rows {
            // One that went meanwhile is none.
            let Some(enquiry) = enquiries.remove(&row.id) else { continue };
            let Some(standing) = Standing::parse(&row.state) else { continue };
            let missing = missing.get(&row.id).copied().unwrap_or_default();
            let decided_to =
                row.decided_to.as_deref().and_then(Standing::parse).filter(|_| decisions::may_know(caller));
            let later = decided_to.zip(row.publish_at);
            let decided = later.map(|(to, at)| Later { to, publish_at: iso(at) });
            let appointment = Appointment::of(standing, row.appointment_at, row.appointment_place.clone());
            let mark = row.mark.as_deref().and_then(NoteMark::parse).filter(|_| caller.may(Permission::NoteRead));
            lines.push(Line { row, standing, enquiry, missing, decided, appointment, mark });
        }
        Ok(lines)
    }
}

/// When offers have ended whose last day that is.
pub(crate) fn offer_ended(school: &School, last: Date) -> i64 {
    offer_ends(school, last, 0)
}

/// So many that match on the school's day, in the order in which they came.
pub(super) async fn matching(
    tx: &mut SchoolTx,
    wanted: (&Wanted, &Clock),
    visible: &str,
    limit: i64,
) -> Result<Vec<SubmissionId>, Refusal> {
    let (rows, _) = fetch(tx, wanted, visible, (Sort::Oldest, None, limit), false).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// A page, and where it is wanted how many of all stand where.
async fn fetch(
    tx: &mut SchoolTx,
    (wanted, clock): (&Wanted, &Clock),
    visible: &str,
    (sort, position, limit): (Sort, Option<Position>, i64),
    is_counted: bool,
) -> Result<(Vec<LineRow>, Vec<store::StateCount>), Refusal> {
    let LookedFor { word, alike, others } = &wanted.words;
    let is_search = !word.is_empty();
    let over = Stand::over();
    let grades = json!(wanted.grades).to_string();
    let channels = json!(wanted.channels).to_string();
    let standings = json!(wanted.standings.as_deref().unwrap_or_default()).to_string();
    let narrowed = Narrowed {
        states: "[]",
        grades: &grades,
        year: &wanted.year,
        round: &wanted.round,
        part: &wanted.part,
        ends_by: clock.ends_at,
        owned_by: wanted.owner.as_str(),
        approver: wanted.approver.as_deref().unwrap_or_default(),
        review_by: if wanted.review_due { &clock.today } else { "" },
        decided: if wanted.decided_later { "1" } else { "" },
        channels: &channels,
        conditions: wanted.conditions.map_or("", |stand| stand.as_str()),
        financial: wanted.financial.map_or("", |stand| stand.as_str()),
        withheld: &wanted.withheld,
        documents: wanted.documents.map_or("", |stand| stand.as_str()),
        reads: &wanted.reads,
        over: &over,
        word,
        alike,
        others,
        visible,
    };
    let counts = match (is_counted, is_search) {
        (false, _) => Vec::new(),
        (true, true) => store::count_found(tx, &narrowed).await?,
        (true, false) => store::count_listed(tx, &narrowed).await?,
    };
    if wanted.standings.is_none() {
        return Ok((Vec::new(), counts));
    }
    let narrowed = Narrowed { states: &standings, ..narrowed };
    let (far, at, person, id) = match position {
        Some(position) => (position.far, Some(position.at), position.person, position.id),
        None => (-1, None, String::new(), SubmissionId::from("")),
    };
    let (low, high) = (at.unwrap_or(i64::MIN), at.unwrap_or(i64::MAX));
    let rows = match (sort, is_search) {
        (Sort::Newest, false) => store::list_newest(tx, &narrowed, high, &id, limit).await,
        (Sort::Newest, true) => store::list_found_newest(tx, &narrowed, far, high, &id, limit).await,
        (Sort::Oldest, false) => store::list_oldest(tx, &narrowed, low, &id, limit).await,
        (Sort::Oldest, true) => store::list_found_oldest(tx, &narrowed, far, low, &id, limit).await,
        (Sort::Name, false) => store::list_names(tx, &narrowed, &person, &id, limit).await,
        (Sort::Name, true) => store::list_found_names(tx, &narrowed, far, &person, &id, limit).await,
        (Sort::Due, false) => store::list_due(tx, &narrowed, low, &id, limit).await,
        (Sort::Due, true) => store::list_found_due(tx, &narrowed, far, low, &id, limit).await,
        (Sort::Since, false) => store::list_since(tx, &narrowed, low, &id, limit).await,
        (Sort::Since, true) => store::list_found_since(tx, &narrowed, far, low, &id, limit).await,
        (Sort::Missing, false) => store::list_missing(tx, &narrowed, low, &id, limit).await,
        (Sort::Missing, true) => store::list_found_missing(tx, &narrowed, far, low, &id, limit).await,
    };
    Ok((rows?, counts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_and_what_refines_them_name_standings() {
        let found = |statuses: &[&str], subs: &[&str]| {
            let owned = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
            standings_of(&owned(statuses), &owned(subs))
        };
        assert_eq!(found(&[], &[]), Some(Vec::new()), "nothing narrows nothing");
        assert_eq!(found(&["W"], &["waitlist"]), Some(vec![Standing::WWaitlist]));
        assert_eq!(found(&["F", "C"], &[]).map(|all| all.len()), Some(3));
        assert_eq!(found(&[], &["school"]), Some(vec![Standing::RSchool]));
        assert_eq!(found(&["W"], &["school"]), None, "nobody stands there");
    }
}
