//! Requests and answers of moves of many.

use kernel::bulk::State;
use kernel::{Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use tenants::registry::bucket_name;
use utoipa::{IntoParams, ToSchema};
use words::clock::iso;
use words::{Language, Text};

use super::super::super::api::{StudentListRequest, wanted};
use super::super::super::model::Standing;
use super::super::super::reasons::OfferedReason;
use super::super::super::service::Transition;
use super::super::model::{Chosen, Counts, MoveWay, Moves, NewMoves, Outcome};
use super::super::preview::{Preview, RefusedGroup};
use super::super::service::ResultLine;

/// Which applications go where.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MovesRequest {
    /// The status, and what refines it.
    to: Standing,
    /// Why, by the name of the reason.
    #[schema(max_length = 40, pattern = "^[a-z0-9_]*$")]
    reason_code: Option<String>,
    /// The same in words, for colleagues.
    #[schema(max_length = 1000)]
    reason_text: Option<String>,
    /// When somebody looks again at what is put on hold, `YYYY-MM-DD`.
    #[schema(max_length = 10)]
    review_by: Option<String>,
    /// Whether the families are written to.
    #[serde(default)]
    notify: bool,
    /// When anybody outside hears of it, RFC 3339: of offers, or that the school said no. Between a minute and 180 days ahead; left out, at once.
    #[schema(max_length = 40)]
    publish_at: Option<String>,
    /// The language of the file of results; English when left out.
    #[schema(inline)]
    lng: Option<Language>,
    /// These applications, in this order; left out where `filter` says which.
    #[schema(max_items = 500)]
    ids: Option<Vec<SubmissionId>>,
    /// All that `list_students` lists, whatever order and page it names; those that came first come first. Left out where `ids` says which.
    filter: Option<StudentListRequest>,
}

/// Which proposals are approved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApproveProposalsRequest {
    /// The language of the file of results; English when left out.
    #[schema(inline)]
    lng: Option<Language>,
    /// What is proposed of these applications, in this order; left out where `filter` says which.
    #[schema(max_items = 500)]
    ids: Option<Vec<SubmissionId>>,
    /// Of all that `list_students` lists, whatever order and page it names; those that came first come first. Left out where `ids` says which.
    filter: Option<StudentListRequest>,
}

/// What is said of moves that are undone.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UndoMovesRequest {
    /// Why, by the name of the reason.
    #[schema(max_length = 40, pattern = "^[a-z0-9_]*$")]
    pub reason_code: Option<String>,
    /// The same in words, for colleagues.
    #[schema(max_length = 1000)]
    pub reason_text: Option<String>,
    /// When somebody looks again at what is on hold again, `YYYY-MM-DD`.
    #[schema(max_length = 10)]
    pub review_by: Option<String>,
    /// Whether the families are written to.
    pub notify: bool,
    /// The language of the file of results; English when left out.
    #[schema(inline)]
    pub lng: Option<Language>,
}

/// An application that would not be moved.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoveExample {
    id: String,
    /// What the school calls it.
    registration_id: String,
    /// Whom it is for; empty where an audience alone reads that.
    student_name: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    student_name_ar: Option<String>,
}

/// Applications that would not be moved, for one reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefusedMoves {
    /// The message id with which each would be refused.
    message_id: &'static str,
    /// The guard that says no.
    guard: Option<String>,
    /// How many.
    count: usize,
    /// Five of them at most.
    examples: Vec<MoveExample>,
}

/// A bucket for whose places more compete than there are.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeatsWanted {
    round: String,
    bucket: String,
    /// What the bucket is called.
    name: Text,
    /// Places that are left, with those that may be offered beyond.
    free: i64,
    /// Applications that would take one.
    asked: i64,
}

/// What would become of many.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MovesPreviewPayload {
    total: usize,
    will_move: usize,
    /// Those of them that are only proposed, for another account to approve.
    will_propose: usize,
    /// Families that would be written to, by the addresses that the caller sees; whose offer is withdrawn always is.
    notified: usize,
    /// Offers that families have and that would be withdrawn.
    withdrawn: usize,
    /// Those that would move past conditions of their offer that are open.
    open_conditions: usize,
    /// Why the others stay, the most frequent first.
    refused: Vec<RefusedMoves>,
    over_seats: Vec<SeatsWanted>,
}

/// Moves that are under way, or done.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BulkMoves {
    id: String,
    /// Where the job stands.
    state: State,
    /// Where they go; null for back to where each came from, and where what was proposed is approved.
    to: Option<Standing>,
    /// When it is told, RFC 3339, UTC; null for at once.
    publish_at: Option<String>,
    /// Whether what was proposed is approved.
    approves: bool,
    /// Applications.
    total: i64,
    /// Those that have a result.
    done: i64,
    moved: i64,
    /// Those that are decided and told later.
    decided: i64,
    /// Those that are proposed, for another account to approve.
    proposed: i64,
    /// Those whose decision or proposal was withdrawn.
    withdrawn: i64,
    refused: i64,
    /// Those that were moved, and sent back since.
    undone: i64,
    /// Message id of why it ended before its end.
    fault: Option<String>,
    /// When it was asked for, RFC 3339, UTC.
    created_at: String,
    /// Until when its results are kept, once it has ended.
    expires_at: Option<String>,
    /// Whether some can be sent back by the caller.
    can_undo: bool,
    /// The moves that it undoes.
    undo_of: Option<String>,
    /// What whoever asked for it is called.
    by: String,
    /// Whether that is the caller.
    own: bool,
}

/// Whose moves are meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = WhoseMoves)]
pub enum Whose {
    /// The caller's.
    #[default]
    Own,
    /// Everybody's.
    All,
}

/// Which moves are listed.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MovesQuery {
    /// The caller's own when left out.
    #[param(inline)]
    pub of: Option<Whose>,
}

/// The caller's moves, and what they may ask for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AllMovesPayload {
    /// The newest first.
    pub items: Vec<BulkMoves>,
    pub ways: Vec<MoveWay>,
    /// Reasons that may be said of these ways.
    pub reasons: Vec<OfferedReason>,
}

/// One of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MovesPayload {
    pub moves: BulkMoves,
}

/// Which results.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MoveResultsQuery {
    /// All when left out.
    #[param(inline)]
    pub outcome: Option<Outcome>,
    /// Where the page starts: the last page's `next_cursor`.
    #[param(max_length = 1024)]
    pub cursor: Option<String>,
}

/// What became of one.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoveResult {
    /// The submission's id.
    id: String,
    /// What the school calls it; empty for what the caller does not see.
    registration_id: String,
    /// Whom it is for; empty where an audience alone reads that.
    student_name: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    student_name_ar: Option<String>,
    /// Where it stood; null for what could not be looked at.
    from: Option<Standing>,
    /// Where it was to go.
    to: Option<Standing>,
    outcome: Outcome,
    /// Why it was refused.
    message_id: Option<String>,
    /// The guard that said no.
    guard: Option<String>,
}

/// A page of results.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoveResultsPayload {
    /// In the order in which they were asked for.
    pub items: Vec<MoveResult>,
    pub next_cursor: Option<String>,
}

impl MovesRequest {
    pub fn read(self, caller: &Caller) -> Result<NewMoves, Refusal> {
        let Self { to, reason_code, reason_text, review_by, notify, publish_at, lng, ids, filter } = self;
        let chosen = chosen(caller, ids, filter)?;
        let transition = transition(to, (reason_code, reason_text), review_by, notify);
        let transition = Transition { publish_at, ..transition };
        Ok(NewMoves { transition, chosen, language: lng.unwrap_or(Language::En) })
    }
}

impl ApproveProposalsRequest {
    /// Which are meant, and in which language the file of results is.
    pub fn read(self, caller: &Caller) -> Result<(Chosen, Language), Refusal> {
        let Self { lng, ids, filter } = self;
        Ok((chosen(caller, ids, filter)?, lng.unwrap_or(Language::En)))
    }
}

/// Which applications are meant, by their ids or by what narrows the list.
pub(crate) fn chosen(
    caller: &Caller,
    ids: Option<Vec<SubmissionId>>,
    filter: Option<StudentListRequest>,
) -> Result<Chosen, Refusal> {
    match (ids, filter) {
        (Some(ids), None) => Ok(Chosen::These(ids)),
        (None, Some(filter)) => Ok(Chosen::Matching(Box::new(wanted(caller, filter)?))),
        _ => Err(Refusal::malformed("either ids or filter says which applications")),
    }
}

/// Of each, over whatever version it has when its turn comes.
pub fn transition(
    to: Standing,
    (reason_code, reason_text): (Option<String>, Option<String>),
    review_by: Option<String>,
    is_told: bool,
) -> Transition {
    Transition {
        version: 0,
        to,
        reason_code,
        reason_text,
        review_by,
        bucket: None,
        is_told,
        publish_at: None,
        overrides: false,
        appointment: None,
    }
}

pub fn view(moves: Moves) -> BulkMoves {
    let Moves { job, to, publish_at, approves, undo_of, counts, can_undo, by, is_own } = moves;
    let Counts { moved, decided, proposed, withdrawn, refused, undone } = counts;
    let is_open = job.state.is_open();
    BulkMoves {
        id: job.id.into(),
        state: job.state,
        to,
        publish_at: publish_at.map(iso),
        approves,
        total: job.total,
        done: counts.all().max(job.done),
        moved,
        decided,
        proposed,
        withdrawn,
        refused,
        undone,
        fault: job.fault,
        created_at: iso(job.created_at),
        expires_at: (!is_open).then(|| iso(job.expires_at)),
        can_undo,
        undo_of: undo_of.map(String::from),
        by,
        own: is_own,
    }
}

pub fn seen(school: &School, preview: Preview) -> MovesPreviewPayload {
    let Preview { total, will_move, will_propose, notified, withdrawn, conditioned, refused, over_seats } = preview;
    let group = |group: RefusedGroup| {
        let RefusedGroup { message_id, guard, count, examples } = group;
        let examples = examples.into_iter().map(|one| MoveExample {
            id: one.id.into(),
            registration_id: one.registration_id,
            student_name: one.enquiry.person,
            student_name_ar: name_ar(one.enquiry.person_ar),
        });
        RefusedMoves { message_id, guard, count, examples: examples.collect() }
    };
    let seats = over_seats.into_iter().map(|one| {
        let form = school.form_if_ready(&one.form_id);
        let name = bucket_name(form.as_ref().map(|form| &*form.document), &one.bucket);
        SeatsWanted { round: one.round, bucket: one.bucket, name, free: one.free, asked: one.asked }
    });
    MovesPreviewPayload {
        total,
        will_move,
        will_propose,
        withdrawn,
        open_conditions: conditioned,
        notified,
        refused: refused.into_iter().map(group).collect(),
        over_seats: seats.collect(),
    }
}

fn name_ar(name: String) -> Option<String> {
    Some(name).filter(|name| !name.is_empty())
}

pub fn result(line: ResultLine) -> MoveResult {
    use machine::State as _;

    let ResultLine { row, enquiry } = line;
    let (student_name, student_name_ar) =
        enquiry.map(|enquiry| (enquiry.person, name_ar(enquiry.person_ar))).unwrap_or_default();
    MoveResult {
        id: row.submission_id.into(),
        registration_id: row.registration_id,
        student_name,
        student_name_ar,
        from: Standing::parse(&row.from_state),
        to: Standing::parse(&row.to_state),
        // What a newer server calls otherwise did not move for all that this one knows.
        outcome: Outcome::parse(&row.outcome).unwrap_or(Outcome::Refused),
        message_id: row.message_id,
        guard: row.guard,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::model::MOST_CHOSEN;
    use super::*;

    #[test]
    fn the_document_names_the_bound_of_what_is_chosen() {
        let schema = serde_json::to_value(<MovesRequest as utoipa::PartialSchema>::schema()).expect("schema");
        assert_eq!(schema["properties"]["ids"]["maxItems"], MOST_CHOSEN);
    }
}
