//! What a family sees of its own, and how a draft becomes an account's.

use std::sync::Arc;

use kernel::caller::Caller;
use kernel::crypto;
use kernel::{MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use tenants::School;
use tenants::registry::FormSummary;
use words::sabotage::{Guard, is_removed};
use words::{Language, Permission, Text};

use super::model::{Application, Due, DueKind, Home, KeptDraft, by_child};
use super::{draft_limits, store};
use crate::forms::form_texts::render_checklist;
use crate::forms::{Forms, PinnedDocument, Verdict};
use crate::ids::DraftId;

/// What tokens of kept drafts are sealed for.
const PURPOSE: &str = "family-draft";

/// The slice's face. Cheap to clone.
#[derive(Clone)]
pub struct Family {
    pub(super) forms: Forms,
    pub(super) identity: identity::Identity,
}

impl Family {
    /// Over the forms and the accounts.
    #[must_use]
    pub fn new(forms: Forms, identity: identity::Identity) -> Self {
        Self { forms, identity }
    }

    /// All that a family's start page shows.
    pub async fn home(&self, caller: &Caller, school: &Arc<School>) -> Result<Home, Refusal> {
        caller.require(Permission::FamilyRead)?;
        let mut user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?.clone();
        let parts = &self.forms.parts;
        let mut tx = parts.db.read(&caller.school).await?;
        if is_removed(Guard::FamilyOwner)
            && let Some(owner) = store::any_owner(&mut tx).await?
        {
            user = owner.user_id;
        }
        let (drafts, sent) = (
            store::drafts_of(&mut tx, &user, parts.clock.now_ms()).await?,
            store::submissions_of(&mut tx, &user).await?,
        );
        let ids: Vec<&SubmissionId> = sent.iter().map(|row| &row.id).collect();
        let standing = self.forms.people.standing(&mut tx, &ids).await?;
        drop(tx);
        let offered = self.forms.list(school).await?;
        let mut home = Home::default();
        for row in drafts {
            let Some(token) = crypto::open(&parts.secret, caller.school.id(), PURPOSE, &row.token) else { continue };
            let pinned = self.forms.pinned_document(caller, school, &row.form_id, &row.form_digest).await?;
            let title = pinned.document.title();
            home.due.extend(days_of(school, &row, &title, &offered));
            home.drafts.push(KeptDraft {
                token,
                address: school.form_path(&row.form_id),
                form: row.form_id,
                form_title: title,
                person: Some(row.person).filter(|name| !name.is_empty()),
                step: row.step,
                updated_at: words::clock::iso(row.updated_at),
                expires_at: words::clock::iso(row.expires_at),
            });
        }
        let mut applications = Vec::with_capacity(sent.len());
        for row in sent {
            let pinned = self.forms.pinned_document(caller, school, &row.form_id, &row.form_digest).await?;
            let (application, wanted) = application(&row, &pinned)?;
            home.due.extend(wanted);
            let about = people::subject(standing.iter().filter(|one| one.submission == row.id));
            applications.push((about, row.person, application));
        }
        home.children = by_child(applications);
        home.due.sort_by(|a, b| (&a.on, a.kind).cmp(&(&b.on, b.kind)));
        home.offered = offered.into_iter().filter(|form| form.open).collect();
        Ok(home)
    }

    /// The draft belongs to the caller's account from now on. F005 for one that is gone, and for another account's; F008 when the
    /// account keeps enough of them.
    pub async fn keep(&self, caller: &Caller, token: &str) -> Result<(), Refusal> {
        caller.require(Permission::FamilyRead)?;
        let user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?.clone();
        let draft = self.forms.draft_row(caller, token).await?.id;
        self.keep_for(caller, draft, user, token).await
    }

    pub(super) async fn keep_for(
        &self,
        caller: &Caller,
        draft: DraftId,
        user: UserId,
        token: &str,
    ) -> Result<(), Refusal> {
        let parts = &self.forms.parts;
        let sealed = crypto::seal(&parts.secret, &*parts.rng, caller.school.id(), PURPOSE, token);
        let now = parts.clock.now_ms();
        parts
            .db
            .write(&caller.school, move |tx| {
                Box::pin(async move {
                    // Beside who sends it: either they find this account, or the draft is gone.
                    if !Forms::hold_draft(tx, &draft, now).await? {
                        return Err(Refusal::new(MessageId::F005));
                    }
                    if store::keep_draft(tx, &draft, &user, &sealed).await? == 1 {
                        return draft_limits::require_room(tx, &user, now).await;
                    }
                    match store::owner_of_draft(tx, &draft).await? {
                        Some(owner) if owner.user_id == user => Ok(()),
                        _ => Err(Refusal::new(MessageId::F005)),
                    }
                })
            })
            .await
    }
}

/// The account that keeps a draft, held for the rest of the transaction: what it keeps is counted one by one.
pub(crate) async fn account_of(tx: &mut SchoolTx, draft: &DraftId) -> Result<Option<UserId>, StoreError> {
    let Some(owner) = store::owner_of_draft(tx, draft).await? else { return Ok(None) };
    store::hold_account(tx, &owner.user_id).await?;
    Ok(Some(owner.user_id))
}

/// A submission is that account's from now on.
pub(crate) async fn keep_submission(tx: &mut SchoolTx, id: &SubmissionId, account: &UserId) -> Result<(), StoreError> {
    store::keep_submission(tx, id, account).await
}

/// The days that a draft has: its own end, and its form's last day.
fn days_of(school: &School, row: &store::OwnDraftRow, title: &Text, offered: &[FormSummary]) -> Vec<Due> {
    let due =
        |kind, on| Due { kind, form: row.form_id.clone(), form_title: title.clone(), reference: None, on, text: None };
    let mut days = vec![due(DueKind::DraftExpires, school.today(row.expires_at).to_string())];
    let closes =
        offered.iter().find(|form| form.id == row.form_id && form.open).and_then(|form| form.closes_on.clone());
    days.extend(closes.map(|on| due(DueKind::FormCloses, on)));
    days
}

/// What was sent, and what of it is wanted by a day.
fn application(row: &store::OwnSubmissionRow, pinned: &PinnedDocument) -> Result<(Application, Vec<Due>), Refusal> {
    let inconsistent =
        |_| StoreError::Inconsistent { table: "submissions", column: "verdict", id: row.reference.clone() };
    let verdict: Verdict = match &row.verdict {
        Some(verdict) => serde_json::from_value(verdict.0.clone()).map_err(inconsistent)?,
        None => Verdict::default(),
    };
    let document = &pinned.document;
    let (mut missing, mut due) = (Vec::new(), Vec::new());
    for (wanted, [en, ar]) in render_checklist(document, [Language::En, Language::Ar], &verdict.checklist) {
        let text = Text { en, ar };
        if let Some(on) = &wanted.due_on {
            due.push(Due {
                kind: DueKind::Missing,
                form: row.form_id.clone(),
                form_title: document.title(),
                reference: Some(row.reference.clone()),
                on: on.clone(),
                text: Some(text.clone()),
            });
        }
        missing.push(text);
    }
    let application = Application {
        reference: row.reference.clone(),
        form: row.form_id.clone(),
        form_title: document.title(),
        state: row.state.clone(),
        submitted_at: words::clock::iso(row.submitted_at),
        missing,
    };
    Ok((application, due))
}
