//! Who can look after what came in: whoever works on it, and whoever reads of a form what they look after alone.

use identity::{Identity, Person};
use kernel::caller::SchoolScope;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use tenants::{School, SchoolConfig};
use words::verdict::Issue;
use words::{Permission, Role};

use super::model::is_reviewed;
use super::service::{Enquiries, find};
use crate::tasks;

/// Somebody who can look after what came in.
#[derive(Debug)]
pub struct Assignee {
    pub person: Person,
    /// The forms of which they can; none where it is all of them.
    pub forms: Option<Vec<String>>,
}

impl Enquiries {
    /// The people who can look after a submission; to whoever reads what they look after alone, nobody but themselves.
    pub async fn assignees(&self, caller: &Caller, school: &School) -> Result<Vec<Assignee>, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let mut tx = self.db().read(&caller.school).await?;
        let staff = Identity::colleagues(&mut tx, Permission::EnquiryReview).await?;
        drop(tx);
        let is_told = |person: &Person| caller.may(Permission::SeatRead) || caller.user_id() == Some(&person.id);
        let told = staff.into_iter().filter(|(person, _)| is_told(person));
        let assignee =
            |(person, roles): (Person, Vec<Role>)| Assignee { person, forms: forms(school.config(), &roles) };
        Ok(told.map(assignee).collect())
    }
}

/// The forms of which somebody can look after what came in; none where it is all of them.
fn forms(config: &SchoolConfig, roles: &[Role]) -> Option<Vec<String>> {
    if roles.iter().any(|role| Permission::EnquiryEdit.roles().contains(role)) {
        return None;
    }
    Some(config.forms.keys().filter(|form| is_reviewed(config, form)).cloned().collect())
}

/// Whether an account can look after what came in by a form.
pub(crate) async fn can_own(tx: &mut SchoolTx, school: &School, form: &str, user: &UserId) -> Result<bool, StoreError> {
    let staff = Identity::colleagues(tx, Permission::EnquiryReview).await?;
    let known = staff.into_iter().find(|(person, _)| person.id == *user);
    Ok(known.is_some_and(|(_, roles)| {
        forms(school.config(), &roles).is_none_or(|forms| forms.iter().any(|one| one == form))
    }))
}

/// F003 at `/owner` for whoever cannot.
pub(super) async fn require_owner(
    tx: &mut SchoolTx,
    school: &School,
    form: &str,
    user: &UserId,
) -> Result<(), Refusal> {
    if can_own(tx, school, form, user).await? {
        return Ok(());
    }
    Err(Refusal::new(MessageId::F003).errors(vec![Issue::error("/owner", "enum")]))
}

/// What whoever looked after a submission was asked to do waits for somebody else, where they see it no more.
pub(super) async fn leave(
    tx: &mut SchoolTx,
    scope: &SchoolScope,
    school: &School,
    (id, before): (&SubmissionId, &UserId),
) -> Result<(), Refusal> {
    let Some(left) = Identity::caller_of(tx, scope, before).await? else { return Ok(()) };
    match find(tx, &left, school, id).await {
        Ok(_) => Ok(()),
        Err(refusal) if refusal.id() == MessageId::A001 => Ok(tasks::leave_open(tx, id, before).await?),
        Err(refusal) => Err(refusal),
    }
}
