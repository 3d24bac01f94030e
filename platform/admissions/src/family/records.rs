//! What a family wrote, for the file that it takes away.

use std::sync::Arc;

use async_trait::async_trait;
use identity::profile::Records;
use kernel::clock::iso;
use kernel::{Caller, MessageId, Refusal};
use serde_json::{Value, json};
use tenants::School;

use super::store;
use crate::forms::Forms;

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

    async fn of(&self, caller: &Caller, school: &Arc<School>) -> Result<Value, Refusal> {
        let user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?;
        let parts = &self.forms.parts;
        let mut tx = parts.db.read(&caller.school).await?;
        let drafts = store::draft_records(&mut tx, user).await?;
        let sent = store::submission_records(&mut tx, user).await?;
        let files = store::file_records(&mut tx, user).await?;
        drop(tx);
        let files_of = |record: &str| -> Vec<Value> {
            let own = files.iter().filter(|file| file.record_id == record);
            own.map(|file| {
                json!({
                    "id": file.id, "field": file.field, "name": file.name, "bytes": file.bytes,
                    "media_type": file.media_type, "sha256": file.sha256, "uploaded_at": iso(file.created_at),
                })
            })
            .collect()
        };
        let mut begun = Vec::with_capacity(drafts.len());
        for row in drafts {
            begun.push(json!({
                "form": row.form_id,
                "form_title": self.title(caller, school, &row.form_id, &row.form_digest).await?,
                "step": row.step,
                "answers": row.answers.0,
                "files": files_of(&row.id),
                "created_at": iso(row.created_at),
                "updated_at": iso(row.updated_at),
                "expires_at": iso(row.expires_at),
            }));
        }
        let mut applied = Vec::with_capacity(sent.len());
        for row in sent {
            applied.push(json!({
                "reference": row.reference,
                "form": row.form_id,
                "form_title": self.title(caller, school, &row.form_id, &row.form_digest).await?,
                "person": row.person,
                "state": row.state,
                "locale": row.locale,
                "answers": row.answers.0,
                "files": files_of(&row.id),
                "submitted_at": iso(row.submitted_at),
            }));
        }
        Ok(json!({ "drafts": begun, "applications": applied }))
    }
}

impl FamilyRecords {
    async fn title(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        digest: &str,
    ) -> Result<tenants::Text, Refusal> {
        Ok(self.forms.kept(caller, school, form, digest).await?.document.title())
    }
}
