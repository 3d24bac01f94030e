//! How many read what is kept for an audience, and what waits where nobody does.

use axum::extract::FromRef;
use identity::Identity;
use kernel::{Caller, Refusal};
use tenants::School;
use words::Permission;

use super::store;
use crate::enquiries::{Enquiries, visible_forms};
use crate::stand::Stand;

/// The audiences of a school. Cheap to clone.
#[derive(Clone)]
pub struct Audiences(Enquiries);

impl<S> FromRef<S> for Audiences
where
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self(Enquiries::from_ref(state))
    }
}

/// An audience, and who reads what is kept for it.
#[derive(Debug, PartialEq, Eq)]
pub struct Audience {
    pub id: String,
    /// Accounts in it that can sign in and whose roles read enquiries.
    pub members: i64,
    /// What waits, where there are none.
    pub unread: Option<Unread>,
}

/// What nobody reads, of what is not over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unread {
    /// Submissions of a form that keeps something for the audience.
    pub enquiries: i64,
    /// Open tasks.
    pub tasks: i64,
}

impl Audiences {
    /// Every audience by its id.
    pub async fn list(&self, caller: &Caller, school: &School) -> Result<Vec<Audience>, Refusal> {
        caller.require(Permission::UserManage)?;
        let visible = visible_forms(school.config(), caller);
        let known: Vec<&str> = school.config().audiences().into_keys().collect();
        let mut tx = self.0.db().read(&caller.school).await?;
        let members = Identity::audience_sizes(&mut tx, Permission::EnquiryRead).await?;
        let (mut kept, mut waiting) = (Vec::new(), Vec::new());
        if known.iter().any(|id| !members.contains_key(*id)) {
            let over = Stand::over();
            kept = store::kept_for(&mut tx, &over, &visible).await?;
            waiting = store::waiting_for(&mut tx, &over, &visible).await?;
        }
        drop(tx);
        let unread = |id: &str| {
            let keeps = kept.iter().filter(|row| row.audiences.split_whitespace().any(|one| one == id));
            let tasks = waiting.iter().filter(|row| row.audience == id);
            Unread { enquiries: keeps.map(|row| row.n).sum(), tasks: tasks.map(|row| row.n).sum() }
        };
        let told = |id: &str| {
            let members = members.get(id).copied().unwrap_or_default();
            Audience { id: id.to_owned(), members, unread: (members == 0).then(|| unread(id)) }
        };
        Ok(known.into_iter().map(told).collect())
    }
}
