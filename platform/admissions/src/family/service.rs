//! What a family sees of its own, and how a draft becomes an account's.

use std::sync::Arc;

use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::caller::Caller;
use kernel::crypto;
use kernel::{MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use tenants::School;
use tenants::registry::FormSummary;
use words::sabotage::{Guard, is_removed};
use words::{Permission, SchoolId, Text};

use super::model::{Application, Due, DueKind, Home, KeptDraft, Written, by_child};
use super::{draft_limits, store};
use crate::applications;
use crate::enquiries::{Own, Submission};
use crate::forms::{Forms, FormsParts, PinnedDocument};
use crate::ids::DraftId;
use crate::letters::{self, OwnLetterState, WaitingKind};
use crate::papers::{self, Paper, PaperState};
use crate::stand::Stand;
use crate::unlocks;

/// Days within which something is due.
const DUE_WITHIN: i64 = 14;
/// What tokens of kept drafts are sealed for.
pub(super) const PURPOSE: &str = "family-draft";

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
        let mut home = Home { adoptable: self.adoptable(caller, school, &user).await?, ..Home::default() };
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
        let mut applications = Vec::new();
        let mut theirs = Vec::with_capacity(sent.len());
        for row in sent {
            let pinned = self.forms.pinned_document(caller, school, &row.form_id, &row.form_digest).await?;
            theirs.push((row, pinned));
        }
        let (today, now) = (self.forms.today(school), parts.clock.now_ms());
        let mut tx = parts.db.read(&caller.school).await?;
        for (row, pinned) in theirs {
            let (application, wanted) = application(&mut tx, school, (&row, &pinned), (today, now)).await?;
            home.due.extend(wanted);
            let about = people::subject(standing.iter().filter(|one| one.submission == row.id));
            applications.push((about, Written { name: row.person, name_ar: row.person_ar }, application));
        }
        drop(tx);
        home.children = by_child(applications);
        home.due.retain(|due| is_near(due, today));
        home.due.sort_by_key(|due| (due.kind.rank(), due.on.clone(), due.kind));
        home.offered = offered.into_iter().filter(|form| form.open).collect();
        Ok(home)
    }

    /// The draft belongs to the caller's account from now on. F005 for one that is gone, and for another account's; F009 for one that
    /// was sent; F008 when the account keeps enough of them.
    pub async fn keep(&self, caller: &Caller, token: &str) -> Result<(), Refusal> {
        caller.require(Permission::FamilyRead)?;
        let user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?.clone();
        let draft = self.forms.draft_row(caller, token).await?.id;
        self.keep_for(caller, draft, user, token).await
    }

    /// Takes a draft of the caller's account away, with its files. F005 for one that is gone, and for another account's; F009 for one that was
    /// sent.
    pub async fn remove_draft(&self, caller: &Caller, token: &str) -> Result<(), Refusal> {
        caller.require(Permission::FamilyRead)?;
        let user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?.clone();
        let draft = self.forms.draft_row(caller, token).await?.id;
        let (gone, now) = (|| Refusal::new(MessageId::F005), self.forms.parts.clock.now_ms());
        let write = self.forms.parts.db.write(&caller.school, move |tx| {
            Box::pin(async move {
                // Beside who sends it: either it is sent, or it is gone.
                if !Forms::hold_draft(tx, &draft, now).await? {
                    return Err(gone());
                }
                store::owner_of_draft(tx, &draft).await?.filter(|owner| owner.user_id == user).ok_or_else(gone)?;
                Ok(Forms::end_draft(tx, &draft, now).await?)
            })
        });
        write.await
    }

    /// Brings one back that was taken away, as long as it was not purged. F005 for every other draft; F008 when the account keeps enough of them.
    pub async fn restore_draft(&self, caller: &Caller, school: &Arc<School>, token: &str) -> Result<(), Refusal> {
        caller.require(Permission::FamilyRead)?;
        let user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?;
        self.forms.reopen_draft(caller, school, (token, user)).await
    }

    pub(super) async fn keep_for(
        &self,
        caller: &Caller,
        draft: DraftId,
        user: UserId,
        token: &str,
    ) -> Result<(), Refusal> {
        let parts = &self.forms.parts;
        let sealed = sealed(parts, caller.school.id(), token);
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

/// A draft's token, as an account keeps it.
pub(crate) fn sealed(parts: &FormsParts, school: &SchoolId, token: &str) -> String {
    crypto::seal(&parts.secret, &*parts.rng, school, PURPOSE, token)
}

/// Whose account what the caller begins or sends is: a signed-in family's own.
pub(crate) fn account_of_caller(caller: &Caller) -> Option<UserId> {
    caller.user_id().filter(|_| caller.may(Permission::FamilyRead)).cloned()
}

/// A draft that was begun in this transaction is that account's. F008 when the account keeps too much.
pub(crate) async fn own_draft(
    tx: &mut SchoolTx,
    draft: &DraftId,
    account: &UserId,
    sealed: &str,
    now: i64,
) -> Result<(), Refusal> {
    store::keep_draft(tx, draft, account, sealed).await?;
    draft_limits::require_room(tx, account, now).await
}

/// The account that a submission will be of, held for the rest of the transaction: that which keeps its draft, or the caller's own.
pub(crate) async fn account_for(
    tx: &mut SchoolTx,
    draft: Option<&DraftId>,
    caller: &Caller,
) -> Result<Option<UserId>, StoreError> {
    if let Some(draft) = draft
        && let Some(account) = account_of(tx, draft).await?
    {
        return Ok(Some(account));
    }
    let own = account_of_caller(caller);
    if let Some(own) = &own {
        store::hold_account(tx, own).await?;
    }
    Ok(own)
}

/// The account that a submission is of.
pub(crate) async fn owner(tx: &mut SchoolTx, submission: &SubmissionId) -> Result<Option<UserId>, StoreError> {
    Ok(store::owner_of(tx, submission).await?.map(|owner| owner.user_id))
}

/// The account that keeps a draft, held for the rest of the transaction: what it keeps is counted one by one.
async fn account_of(tx: &mut SchoolTx, draft: &DraftId) -> Result<Option<UserId>, StoreError> {
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
    let due = |kind, on| Due {
        kind,
        form: row.form_id.clone(),
        form_title: title.clone(),
        person: Some(row.person.clone()).filter(|name| !name.is_empty()),
        person_ar: None,
        reference: None,
        application: None,
        on: Some(on),
        text: None,
    };
    let mut days = vec![due(DueKind::DraftExpires, school.today(row.expires_at).to_string())];
    let closes =
        offered.iter().find(|form| form.id == row.form_id && form.open).and_then(|form| form.closes_on.clone());
    days.extend(closes.map(|on| due(DueKind::FormCloses, on)));
    days
}

/// Whether it has to be done within a fortnight; what is past still has, and so has whatever the school waits for an answer to.
fn is_near(due: &Due, today: Date) -> bool {
    use DueKind::{Financial, Offer, OpenAnswers, Refused, Signature};
    if matches!(due.kind, Offer | OpenAnswers | Refused | Signature | Financial) {
        return true;
    }
    let day: Option<Date> = due.on.as_deref().and_then(|on| on.get(..10)).and_then(|day| day.parse().ok());
    day.is_none_or(|day| day.saturating_sub(DUE_WITHIN.days()) <= today)
}

impl store::OwnSubmissionRow {
    fn own(&self) -> Own<'_> {
        Own {
            id: &self.id,
            reference: &self.reference,
            number: self.registration_id.as_deref().unwrap_or(&self.reference),
            person: &self.person,
            locale: &self.locale,
            answers: &self.answers.0,
            verdict: self.verdict.as_ref().map(|verdict| &verdict.0),
        }
    }
}

/// What was sent, and what of it is wanted by a day: nothing of what is over.
async fn application(
    tx: &mut SchoolTx,
    school: &School,
    (row, pinned): (&store::OwnSubmissionRow, &PinnedDocument),
    (today, now): (Date, i64),
) -> Result<(Application, Vec<Due>), Refusal> {
    let stand = Stand::parse(&row.state);
    let is_over = stand.is_some_and(Stand::is_over);
    let papers =
        if is_over { Vec::new() } else { papers::of(tx, &Submission::of_family(&row.own(), pinned)?, today).await? };
    let missing: Vec<Paper> = papers.into_iter().filter(Paper::is_missing).collect();
    let due_of = |kind, on, text| Due {
        kind,
        form: row.form_id.clone(),
        form_title: pinned.document.title(),
        person: Some(row.person.clone()).filter(|name| !name.is_empty()),
        person_ar: Some(row.person_ar.clone()).filter(|name| !name.is_empty()),
        reference: Some(row.registration_id.as_ref().unwrap_or(&row.reference).clone()),
        application: Some(row.id.clone()),
        on,
        text,
    };
    let wanted = |paper: &Paper| match (paper.state, &paper.due_on) {
        (PaperState::Missing, None) => None,
        (PaperState::Missing, on) => Some(due_of(DueKind::Missing, on.clone(), Some(paper.label.clone()))),
        (_, on) => Some(due_of(DueKind::Refused, on.clone(), Some(paper.label.clone()))),
    };
    let mut due: Vec<Due> = missing.iter().filter_map(wanted).collect();
    let registered = applications::registered(tx, &row.id).await?;
    let place = registered.as_ref().map(|one| one.place(school, &pinned.document));
    let mut waiting = Vec::new();
    if !is_over {
        let submission = Submission::of_family(&row.own(), pinned)?;
        waiting = letters::waiting(tx, school, &submission, now).await?;
        let mut offered = None;
        if let Some((grade, year)) = &place
            && let Some(until) =
                registered.as_ref().filter(|one| one.accepted_at.is_none()).and_then(|one| one.offer_until(school))
        {
            let letter = letters::own_letter(tx, school, &submission, now).await?;
            offered = letter.as_ref().map(|letter| letter.reference.clone());
            let kind = match letter.map(|letter| letter.state) {
                None => Some(DueKind::Offer),
                Some(OwnLetterState::Coming | OwnLetterState::Waits) => Some(DueKind::Letter),
                // Whoever asks has signed; the others have links of their own.
                Some(OwnLetterState::Others | OwnLetterState::Signed) => None,
            };
            due.extend(kind.map(|kind| due_of(kind, Some(until), Some(place_told(grade.as_ref(), year)))));
        }
        let others = waiting.iter().filter(|one| one.reference.is_none() || one.reference != offered);
        due.extend(others.map(|one| due_of(kind_of(one.kind), Some(one.until.clone()), Some(one.text.clone()))));
        if let Some(until) = unlocks::open_until(tx, school, &row.id, now).await? {
            due.push(due_of(DueKind::OpenAnswers, Some(until), None));
        }
    }
    let (grade, year) = place.map_or((None, None), |(grade, year)| (grade, Some(year)));
    let application = Application {
        id: row.id.clone(),
        reference: row.reference.clone(),
        registration_id: row.registration_id.clone(),
        form: row.form_id.clone(),
        form_title: pinned.document.title(),
        state: row.state.clone(),
        status: match stand {
            Some(Stand::Application(standing)) => Some(standing.for_families(school)),
            _ => None,
        },
        grade,
        year,
        waitlist: applications::waitlist_place(tx, school, &row.id).await?,
        submitted_at: words::clock::iso(row.submitted_at),
        missing: missing.into_iter().map(|paper| paper.label).collect(),
        waiting,
    };
    Ok((application, due))
}

/// What is due of what is waited for.
const fn kind_of(kind: WaitingKind) -> DueKind {
    match kind {
        WaitingKind::Signature => DueKind::Signature,
        WaitingKind::Financial => DueKind::Financial,
        WaitingKind::Condition => DueKind::Condition,
    }
}

/// A grade of a year, or the year alone.
fn place_told(grade: Option<&Text>, year: &str) -> Text {
    let told = |grade: Option<&String>| match grade {
        Some(grade) => format!("{grade} · {year}"),
        None => year.to_owned(),
    };
    Text { en: told(grade.map(|grade| &grade.en)), ar: told(grade.map(|grade| &grade.ar)) }
}
