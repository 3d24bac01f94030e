//! Who may do what with a proposal: pure rules.

use kernel::{Caller, MessageId, Refusal, StoreError, UserId};
use machine::State as _;
use words::Permission;
use words::text::lines;
use words::verdict::Issue;

use super::super::model::Standing;
use super::super::moves::Going;
use super::super::service::MOST_TEXT;
use super::store::ProposalRow;
use crate::ids::ProposalId;
use crate::typed::refused;

/// Where words stand in a request.
const TEXT: &str = "/reason_text";

/// What somebody proposes.
#[derive(Debug, Clone, Copy)]
pub struct Proposed<'a> {
    pub from: Standing,
    pub going: Going<'a>,
    /// When it is to be told; none for at once.
    pub publish_at: Option<i64>,
    /// Whether the family is to be written to.
    pub is_told: bool,
}

/// A proposal as one of those who may know sees it.
#[derive(Debug)]
pub struct Seen {
    pub row: ProposalRow,
    /// Where it leads.
    pub to: Standing,
    /// Whether they may approve it.
    pub may_approve: bool,
    /// Whether they may take it back or send it back.
    pub may_return: bool,
    /// Whether they made it.
    pub is_own: bool,
}

/// What became of a proposal, as those who may know read it.
#[derive(Debug)]
pub struct Past {
    /// `proposed`, `approved`, `returned`, `withdrawn`, `ended`.
    pub action: String,
    pub at: i64,
    pub by: String,
    pub to: Option<String>,
    /// Why, in words, for colleagues.
    pub text: Option<String>,
}

/// Which proposal somebody means.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    /// The one of that id.
    Named(&'a ProposalId),
    /// One that was made by then.
    Until(i64),
}

impl Which<'_> {
    pub fn is(self, row: &ProposalRow) -> bool {
        match self {
            Self::Named(id) => row.id == *id,
            Self::Until(at) => row.proposed_at <= at,
        }
    }
}

impl ProposalRow {
    /// Whether it waits for an approval.
    pub fn is_open(&self) -> bool {
        self.returned_at.is_none()
    }

    /// Whether it is that account's.
    pub fn is_of(&self, user: Option<&UserId>) -> bool {
        user == Some(&self.proposed_by)
    }

    /// Where it leads; a row that leads nowhere cannot be read.
    pub fn to(&self) -> Result<Standing, StoreError> {
        let unknown =
            || StoreError::Inconsistent { table: "proposals", column: "to_state", id: self.submission_id.to_string() };
        Standing::parse(&self.to_state).ok_or_else(unknown)
    }
}

impl Seen {
    /// As a caller sees it.
    pub fn of(row: ProposalRow, caller: &Caller) -> Result<Self, StoreError> {
        let (to, is_own) = (row.to()?, row.is_of(caller.user_id()));
        let (approves, is_open) = (caller.may(Permission::ApplicationOffer), row.is_open());
        let (may_approve, may_return) = (is_open && approves && !is_own, is_open && (approves || is_own));
        Ok(Self { row, to, may_approve, may_return, is_own })
    }
}

/// Something is proposed already: it is approved, sent back or taken back first.
#[must_use]
pub fn pending() -> Refusal {
    let refusal = Refusal::new(MessageId::A012).with("guard", "proposal_pending");
    refusal.with("allowed", [""; 0])
}

/// Why it is sent back. F003 at `/reason_text` where nothing is said that has to be, or too much.
pub fn why(text: Option<&str>, is_own: bool) -> Result<String, Refusal> {
    let said = text.map(|text| lines(text).trim().to_owned()).unwrap_or_default();
    match said.chars().count() {
        0 if !is_own => Err(refused(Issue::error(TEXT, "required"))),
        length if length > MOST_TEXT => Err(refused(Issue::error(TEXT, "maxLength").with("limit", MOST_TEXT))),
        _ => Ok(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_sends_it_back_says_why_and_whoever_takes_it_back_need_not() {
        let code = |text: Option<&str>, is_own| why(text, is_own).err().map_or("", |refusal| refusal.id().as_str());
        assert_eq!([code(None, false), code(Some(" \n "), false), code(Some("x"), false)], ["F003", "F003", ""]);
        assert_eq!([code(None, true), code(Some("x"), true)], ["", ""]);
        let long = "x".repeat(MOST_TEXT + 1);
        assert_eq!([code(Some(&long), true), code(Some(&long[1..]), true)], ["F003", ""]);
    }
}
