//! Drafts: answers that are not sent yet, held for whoever has their token.
//!
//! A draft holds answers to what its form asks and no others, so that none is larger than its document makes it. What it takes up
//! is counted in the transaction that writes it: by the day, and for an account that keeps it by all that the account keeps. What a
//! signed-in family begins is its account's at once.

use std::sync::Arc;

use form::FormDocument;
use kernel::caller::Caller;
use kernel::{MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId, crypto, links};
use serde_json::Value;
use sqlx::types::Json;
use tenants::School;
use words::{Language, text};

use super::earlier_answer::was_sent;
use super::model::{DRAFT_DAYS, DraftView};
use super::offer::Offer;
use super::pinned_documents::PinnedDocuments;
use super::quota::{DRAFT_BYTES, DRAFTS};
use super::service::{DraftSave, Forms, require_object, upload_view};
use super::store::{drafts, submissions, uploads};
use crate::family::{self, draft_limits};
use crate::ids::DraftId;
use crate::origins;
use crate::own_link::Purpose;

const DAY_MS: i64 = 86_400_000;
/// What a family's answers take up. A draft within it is counted as one draft and no more.
const USUAL_BYTES: i64 = 16 * 1024;

/// What a draft is begun from.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// An enquiry.
    pub made_of: Option<SubmissionId>,
    /// What a grant opened: the hash of its link.
    pub by_link: Option<String>,
}

impl Forms {
    /// Begins a draft, pinned to the form as it is offered now. L012 where a stranger has to show first that a person asks: once
    /// strangers used up half of the school's day; F008 where the account of a signed-in family keeps too much.
    pub async fn create_draft(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        save: DraftSave,
        is_proved: bool,
    ) -> Result<DraftView, Refusal> {
        self.begin_draft(caller, school, form, save, is_proved, Source::default()).await
    }

    /// The same, of what it is begun from.
    pub(super) async fn begin_draft(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        save: DraftSave,
        is_proved: bool,
        source: Source,
    ) -> Result<DraftView, Refusal> {
        let offer = Offer::find(school, form, self.today(school)).await?;
        let pinned = PinnedDocuments::current(&offer);
        let values = draft_answers(&pinned.document, save.values)?;
        let (person, bytes) = (person(&pinned.document, &values), size(&values));
        let now = self.parts.clock.now_ms();
        let expires_at = now + i64::from(offer.draft_days) * DAY_MS;
        let token = crypto::new_token(&*self.parts.rng);
        let view = DraftView {
            token: token.clone(),
            version: 1,
            form: form.to_owned(),
            form_version: pinned.document.version().to_owned(),
            values: values.clone(),
            step: step_of(&pinned.document, save.step),
            locale: save.locale.unwrap_or(Language::En).to_string(),
            expires_at: words::clock::iso(expires_at),
            uploads: Vec::new(),
            latest_version: Some(offer.document.version().to_owned()),
        };
        let id = DraftId::new(&*self.parts.clock, &*self.parts.rng);
        let hash = crypto::token_hash(&token);
        let (pins, school, row) = (self.pins.clone(), school.clone(), view.clone());
        let holders = self.holders(caller, None);
        let owner = family::account_of_caller(caller);
        let sealed = family::sealed(&self.parts, caller.school.id(), &token);
        let (parts, caller_then) = (self.parts.clone(), caller.clone());
        let written = self
            .parts
            .db
            .write(&caller.school, move |tx| {
                Box::pin(async move {
                    let quota = if is_proved { DRAFTS } else { DRAFTS.without_proof() };
                    quota.take(tx, &holders, 1, now).await?;
                    if bytes > USUAL_BYTES {
                        DRAFT_BYTES.take(tx, &holders, bytes - USUAL_BYTES, now).await?;
                    }
                    pins.keep(tx, &school, &row.form, &pinned, now).await?;
                    let digest = pinned.document.digest();
                    drafts::insert_draft(
                        tx,
                        &drafts::NewDraft {
                            id: &id,
                            token_hash: &hash,
                            form_id: &row.form,
                            form_digest: digest,
                            answers: Json(&values),
                            person: &person,
                            bytes,
                            step: &row.step,
                            locale: &row.locale,
                            by_link: source.by_link.as_deref(),
                            now,
                            expires_at,
                        },
                    )
                    .await?;
                    if let Some(owner) = owner {
                        family::own_draft(tx, &id, &owner, &sealed, now).await?;
                    }
                    match source.made_of {
                        Some(from) => origins::bind(tx, &parts, &caller_then, (&id, &from, &row.token), now).await,
                        None => Ok(()),
                    }
                })
            })
            .await;
        self.pins.forget_where_failed(caller.school.id(), written)?;
        Ok(view)
    }

    /// The draft that the token opens.
    pub async fn draft(&self, caller: &Caller, school: &Arc<School>, token: &str) -> Result<DraftView, Refusal> {
        let row = self.draft_row(caller, token).await?;
        self.draft_view(caller, school, token, row).await
    }

    /// Saves over the version that the save is based on; F007 with the server's copy when it has moved on.
    pub async fn save_draft(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        token: &str,
        version: i64,
        save: DraftSave,
        move_to: Option<&str>,
    ) -> Result<DraftView, Refusal> {
        let row = self.draft_row(caller, token).await?;
        let form = row.form_id.clone();
        let offer = Offer::find(school, &form, self.today(school)).await?;
        let pinned = match move_to {
            Some(wanted) => self.pins.find_version(&self.parts.db, &caller.school, school, &offer, wanted).await?,
            None => self.document_of_draft(caller, school, &row, Some(&offer)).await?,
        };
        let values = draft_answers(&pinned.document, save.values)?;
        let (person, bytes) = (person(&pinned.document, &values), size(&values));
        let step = step_of(&pinned.document, save.step.or(Some(row.step.clone())));
        let locale = save.locale.map_or_else(|| row.locale.clone(), |locale| locale.to_string());
        let now = self.parts.clock.now_ms();
        let expires_at = now + i64::from(offer.draft_days) * DAY_MS;
        let hash = crypto::token_hash(token);
        let (pins, kept_school, document) = (self.pins.clone(), school.clone(), pinned.clone());
        let (moves, holders) = (move_to.is_some(), self.holders(caller, None));
        let (stored, stored_step, stored_locale, form_id) =
            (values.clone(), step.clone(), locale.clone(), form.clone());
        let saved = self
            .parts
            .db
            .write(&caller.school, move |tx| {
                Box::pin(async move {
                    if moves {
                        pins.keep(tx, &kept_school, &form_id, &document, now).await?;
                    }
                    let digest = document.document.digest();
                    // What is saved over is of this version, or nothing is saved.
                    let before = drafts::size_of_draft(tx, &hash).await?;
                    let saved = drafts::save_draft(
                        tx,
                        &drafts::SavedDraft {
                            token_hash: &hash,
                            version,
                            answers: Json(&stored),
                            person: &person,
                            bytes,
                            step: &stored_step,
                            locale: &stored_locale,
                            form_digest: digest,
                            now,
                            expires_at,
                        },
                    )
                    .await?;
                    let Some(before) = before.filter(|_| saved > 0) else { return Ok(saved) };
                    let more = bytes - before.bytes.max(USUAL_BYTES);
                    if more > 0 {
                        if let Some(owner) = &before.owner {
                            draft_limits::require_room(tx, owner, now).await?;
                        }
                        DRAFT_BYTES.take(tx, &holders.or_keeper(before.keeper()), more, now).await?;
                    }
                    Ok::<_, Refusal>(saved)
                })
            })
            .await;
        let saved = self.pins.forget_where_failed(caller.school.id(), saved)?;
        if saved == 0 {
            let theirs = self.draft(caller, school, token).await?;
            return Err(Refusal::new(MessageId::F007).with("draft", theirs));
        }
        let row = drafts::DraftRow {
            version: version + 1,
            form_digest: pinned.document.digest().to_owned(),
            answers: Json(values),
            step,
            locale,
            expires_at,
            ..row
        };
        self.draft_view(caller, school, token, row).await
    }

    /// The draft that the token opens to the caller. F009 where it was sent and the caller may know that, else F005.
    pub(crate) async fn draft_row(&self, caller: &Caller, token: &str) -> Result<drafts::DraftRow, Refusal> {
        let mut tx = self.parts.db.read(&caller.school).await?;
        let hash = crypto::token_hash(token);
        if let Some(row) = open_to(&mut tx, caller, &hash, self.parts.clock.now_ms()).await? {
            return Ok(row);
        }
        let sent = submissions::sent_draft(&mut tx, &hash).await?;
        Err(sent.map_or_else(|| Refusal::new(MessageId::F005), |sent| was_sent(&sent, caller)))
    }

    /// Opens a draft of an account again that was ended before its time, until it would have ended. F005 for every other, also once it was purged.
    pub(crate) async fn reopen_draft(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (token, account): (&str, &UserId),
    ) -> Result<(), Refusal> {
        let (hash, gone) = (crypto::token_hash(token), || Refusal::new(MessageId::F005));
        let mut tx = self.parts.db.read(&caller.school).await?;
        let form = drafts::form_of_draft(&mut tx, &hash).await?.ok_or_else(gone)?.form_id;
        drop(tx);
        let days = Offer::find(school, &form, self.today(school)).await.map_or(DRAFT_DAYS, |offer| offer.draft_days);
        let (span, now) = (i64::from(days) * DAY_MS, self.parts.clock.now_ms());
        let account = account.clone();
        let write = self.parts.db.write(&caller.school, move |tx| {
            Box::pin(async move {
                match drafts::reopen_draft(tx, &hash, &account, span, now).await? {
                    0 => Err(gone()),
                    _ => draft_limits::require_room(tx, &account, now).await,
                }
            })
        });
        write.await
    }

    async fn draft_view(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        token: &str,
        row: drafts::DraftRow,
    ) -> Result<DraftView, Refusal> {
        // A form that is not offered any more still shows what its family wrote.
        let offer = Offer::find(school, &row.form_id, self.today(school)).await.ok();
        let pinned = self.document_of_draft(caller, school, &row, offer.as_ref()).await?;
        let mut tx = self.parts.db.read(&caller.school).await?;
        let files = uploads::uploads_of_draft(&mut tx, &row.id).await?;
        Ok(DraftView {
            token: token.to_owned(),
            version: row.version,
            form: row.form_id,
            form_version: pinned.document.version().to_owned(),
            values: row.answers.0,
            step: row.step,
            locale: row.locale,
            expires_at: words::clock::iso(row.expires_at),
            uploads: files.into_iter().map(upload_view).collect(),
            latest_version: offer.map(|offer| offer.document.version().to_owned()),
        })
    }
}

/// The draft that a token with this hash opens to the caller now. One that was begun by a link's grant opens as long as the link does, but for the
/// account that keeps it.
pub(super) async fn open_to(
    tx: &mut SchoolTx,
    caller: &Caller,
    hash: &str,
    now: i64,
) -> Result<Option<drafts::DraftRow>, StoreError> {
    let Some(row) = drafts::find_draft(tx, hash, now).await?.filter(|row| row.opens_to(caller)) else {
        return Ok(None);
    };
    let is_open = match row.link_for(caller) {
        Some(link) => links::find(tx, link, &[Purpose::Application], now).await?.is_some(),
        None => true,
    };
    Ok(Some(row).filter(|_| is_open))
}

/// The answers as a draft holds them.
pub(super) fn draft_answers(document: &FormDocument, values: Value) -> Result<Value, Refusal> {
    Ok(document.normalise(document.only_asked(require_object(values)?)))
}

/// Whom the answers are about; empty while nobody said so.
pub(crate) fn person(document: &FormDocument, values: &Value) -> String {
    text::cut(&text::one_line(&document.person(values).unwrap_or_default()), 200)
}

/// The same in Arabic; empty where the form does not ask for both names, or only one was given.
pub(crate) fn person_ar(document: &FormDocument, values: &Value) -> String {
    text::cut(&text::one_line(&document.person_ar(values).unwrap_or_default()), 200)
}

/// Bytes of the answers as text.
fn size(values: &Value) -> i64 {
    i64::try_from(values.to_string().len()).unwrap_or(i64::MAX)
}

/// The step if the document has it, else its first.
fn step_of(document: &FormDocument, asked: Option<String>) -> String {
    let known = asked.filter(|step| document.steps().any(|s| s == step));
    known.or_else(|| document.steps().next().map(str::to_owned)).unwrap_or_default()
}
