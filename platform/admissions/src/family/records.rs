//! What a family wrote, for the file that it takes away.

use std::sync::Arc;

use async_trait::async_trait;
use identity::profile::{Records, TakeOut};
use kernel::{Caller, MessageId, Refusal, SchoolTx, SubmissionId, UserId};
use serde_json::{Value, json};
use tenants::School;
use words::clock::iso;

use super::store;
use crate::forms::Forms;
use crate::ids::DraftId;
use crate::messages::{self, MessageRow};
use crate::my_application;
use crate::unlocks;

/// Drafts and applications of an account, with the answers and the names of the files.
pub struct FamilyRecords {
    forms: Forms,
}

impl FamilyRecords {
    /// Over the forms.
    #[must_use]
    pub fn new(forms: Forms) -> Self {
        Self { forms }
    }
}

#[async_trait]
impl Records for FamilyRecords {
    fn name(&self) -> &'static str {
        "admissions"
    }

    async fn write(&self, caller: &Caller, school: &Arc<School>, out: &mut TakeOut) -> Result<(), Refusal> {
        let user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?;
        let mut tx = self.read(caller).await?;
        let drafts = store::draft_ids(&mut tx, user).await?;
        let sent = store::submission_ids(&mut tx, user).await?;
        let family = self.forms.people.family(&mut tx, user).await?;
        drop(tx);
        out.list("drafts").await?;
        for each in drafts {
            if let Some(record) = self.draft(caller, school, user, &each.id).await? {
                out.item(&record).await?;
            }
        }
        out.close().await?;
        out.list("applications").await?;
        for each in sent {
            if let Some(record) = self.application(caller, school, user, &each.id).await? {
                out.item(&record).await?;
            }
        }
        out.close().await?;
        out.list("people").await?;
        for one in family {
            out.item(&json!({
                "id": one.id, "relation": one.relation.as_str(), "name": one.name, "names": one.names,
                "birth_date": Some(one.birth_date).filter(|day| !day.is_empty()),
            }))
            .await?;
        }
        out.close().await
    }
}

fn file(file: store::FileRecord) -> Value {
    json!({
        "id": file.id, "field": file.field, "name": file.name, "bytes": file.bytes,
        "media_type": file.media_type, "sha256": file.sha256, "uploaded_at": iso(file.created_at),
    })
}

/// One record is read at a time, and none of them holds a connection while it is written.
impl FamilyRecords {
    async fn read(&self, caller: &Caller) -> Result<SchoolTx, Refusal> {
        Ok(self.forms.parts.db.read(&caller.school).await?)
    }

    /// A draft; none when it went meanwhile.
    async fn draft(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        user: &UserId,
        id: &DraftId,
    ) -> Result<Option<Value>, Refusal> {
        let mut tx = self.read(caller).await?;
        let Some(row) = store::draft_record(&mut tx, user, id).await? else { return Ok(None) };
        let files = store::draft_files(&mut tx, id).await?;
        drop(tx);
        Ok(Some(json!({
            "form": row.form_id,
            "form_title": self.title(caller, school, &row.form_id, &row.form_digest).await?,
            "step": row.step,
            "answers": row.answers.0,
            "files": files.into_iter().map(file).collect::<Vec<_>>(),
            "created_at": iso(row.created_at),
            "updated_at": iso(row.updated_at),
            "expires_at": iso(row.expires_at),
        })))
    }

    async fn application(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        user: &UserId,
        id: &SubmissionId,
    ) -> Result<Option<Value>, Refusal> {
        let mut tx = self.read(caller).await?;
        let Some(row) = store::submission_record(&mut tx, user, id).await? else { return Ok(None) };
        let files = store::submission_files(&mut tx, id).await?;
        let messages = messages::written(&mut tx, id).await?;
        let corrections = my_application::corrected(&mut tx, id).await?;
        let changes = unlocks::kept_changes(&mut tx, id).await?;
        drop(tx);
        let message = |one: MessageRow| {
            let from = if one.author_id.is_some() { "school" } else { "family" };
            json!({ "from": from, "text": one.text, "sent_at": iso(one.created_at) })
        };
        Ok(Some(json!({
            "messages": messages.into_iter().map(message).collect::<Vec<_>>(),
            "corrections": corrections,
            "changes": changes,
            "reference": row.reference,
            "form": row.form_id,
            "form_title": self.title(caller, school, &row.form_id, &row.form_digest).await?,
            "person": row.person,
            "state": row.state,
            "locale": row.locale,
            "answers": row.answers.0,
            "files": files.into_iter().map(file).collect::<Vec<_>>(),
            "submitted_at": iso(row.submitted_at),
        })))
    }

    async fn title(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        digest: &str,
    ) -> Result<words::Text, Refusal> {
        Ok(self.forms.pinned_document(caller, school, form, digest).await?.document.title())
    }
}
