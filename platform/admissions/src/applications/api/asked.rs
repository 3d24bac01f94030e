//! What the list of applications is asked.

use kernel::caller::Actor;
use kernel::{Caller, Refusal};
use serde::Deserialize;
use utoipa::ToSchema;
use words::text::cut;

use super::super::list::{Sort, Wanted, standings_of};
use crate::enquiries::Owner;
use crate::letters::{ConditionsStand, FinancialStand};
use crate::origins::Channel;
use crate::papers::DocumentsStand;
use crate::typed::read_day;

/// What the list is narrowed to and how it is ordered.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StudentListRequest {
    /// A school year as `list_enquiry_choices` gives its value, or a round.
    #[schema(max_length = 200)]
    academic_year: Option<String>,
    /// A round.
    #[schema(max_length = 40)]
    round: Option<String>,
    /// What a grade's places are divided by, a campus or a stream: a part of their names after the grade.
    #[schema(max_length = 40, pattern = "^[a-z0-9_-]*$")]
    part: Option<String>,
    /// Only offers that are out and whose last day is that one, or one before: `YYYY-MM-DD`.
    #[schema(format = Date, max_length = 10)]
    offer_ends_by: Option<String>,
    /// Statuses: `W`, `S`.
    #[schema(max_items = 8)]
    status: Vec<String>,
    /// What refines them: `review`, `waitlist`.
    #[schema(max_items = 40)]
    sub_status: Vec<String>,
    /// Grades as `list_enquiry_choices` gives their values, or buckets of places.
    #[schema(max_items = 100)]
    grade: Vec<String>,
    /// Beginnings of words in registration id, admission number, reference, name, guardian, e-mail and phone; a name in Arabic letters also as it sounds in Latin
    /// ones, and an identity number that all staff read.
    #[schema(max_length = 200)]
    q: Option<String>,
    /// `me`, `none` or a person's id.
    #[schema(max_length = 64)]
    assigned_to: Option<String>,
    /// Only those of which somebody else proposed what waits for the caller's approval: A002 for who approves nothing.
    to_approve: bool,
    /// Only what is on hold and whose `review_by` has come.
    review_due: bool,
    /// Only those of which something is decided that is told later: A002 for who may not know of it.
    decided_later: bool,
    /// How the conditions of an offer that stands do: one is `open`, something was `submitted` for one that is, or all are `met`.
    #[schema(inline)]
    conditions: Option<ConditionsStand>,
    /// How the financial documents do that a family was asked for: `requested` (one at least is the family's to send), `submitted` (one at least
    /// waits for the school), `verified` (all are): A002 for who does not look after fees.
    #[schema(inline)]
    financial: Option<FinancialStand>,
    /// How documents stand of what is not over, as far as the caller reads that: one at least is `missing`, none is (`complete`), one at least was
    /// `refused` and no other came, or a file came that nobody has looked at (`to_check`).
    #[schema(inline)]
    documents: Option<DocumentsStand>,
    /// Who sent it: the family itself (`portal`) or somebody of the staff for them (`staff`).
    #[schema(max_items = 2)]
    channel: Vec<Channel>,
    /// Newest first when left out.
    #[schema(inline)]
    pub(super) sort: Option<Sort>,
    /// Where the page starts: the last page's `next_cursor`.
    #[schema(max_length = 4096)]
    pub(super) cursor: Option<String>,
    /// 50 when left out; less than 1 counts as 1, more than 500 as 500.
    pub(super) page_size: Option<u32>,
}

pub(in crate::applications) fn owner_of(caller: &Caller, asked: Option<&str>) -> Owner {
    match (asked, &caller.actor) {
        (None | Some(""), _) => Owner::Anybody,
        (Some("none"), _) => Owner::Nobody,
        (Some("me"), Actor::User { id, .. }) => Owner::User(id.clone()),
        (Some(id), _) => Owner::User(id.into()),
    }
}

/// What the list is narrowed to.
pub(in crate::applications) fn wanted(caller: &Caller, asked: StudentListRequest) -> Result<Wanted, Refusal> {
    let ends_by = asked.offer_ends_by.as_deref().map(read_day).transpose()?;
    Ok(Wanted {
        standings: standings_of(&asked.status, &asked.sub_status),
        grades: asked.grade,
        year: asked.academic_year.unwrap_or_default(),
        round: asked.round.unwrap_or_default(),
        part: asked.part.unwrap_or_default(),
        ends_by,
        owner: owner_of(caller, asked.assigned_to.as_deref()),
        review_due: asked.review_due,
        decided_later: asked.decided_later,
        conditions: asked.conditions,
        financial: asked.financial,
        withheld: String::new(),
        documents: asked.documents,
        reads: String::from("[]"),
        approver: asked.to_approve.then(|| caller.user_id().map(ToString::to_string).unwrap_or_default()),
        channels: asked.channel.into_iter().map(|channel| channel.as_str().to_owned()).collect(),
        words: kernel::search::looked_for(&cut(asked.q.unwrap_or_default().trim(), 200)),
    })
}
