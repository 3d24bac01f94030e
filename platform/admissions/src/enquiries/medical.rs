//! That somebody of the health team was shown what is medical, written down at the doors of the inbox. Nobody is asked there why, for it is
//! where they work; that they read it stands in the audit log all the same, as for a student's file.

use form::FormDocument;
use kernel::allowance::{Allowance, HOUR, Left};
use kernel::audit::{self, Entry};
use kernel::{Caller, MessageId, Refusal, SubmissionId};
use serde_json::{Value, json};

use super::audience::Sight;
use super::service::Enquiries;
use crate::forms::SubmittedFile;
use crate::students::{HEALTH, Section};

/// Of one reader and submission once in an hour: a record is opened again with every step of the work on it.
const WRITTEN: Allowance = Allowance { name: "medical.written", most: 1, window: HOUR };

/// Where it was shown.
#[derive(Debug, Clone, Copy)]
pub(super) enum Door {
    Record,
    File,
    Export,
}

impl Door {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Record => "shown_record",
            Self::File => "shown_file",
            Self::Export => "taken_list",
        }
    }
}

/// Whether answers that their reader sees tell what is medical.
pub(super) fn tells(sight: &Sight, document: &FormDocument, values: &Value) -> bool {
    let is_told = |value: &Value| !value.is_null() && value != "";
    let of_health = |(name, value): (&String, &Value)| is_told(value) && document.audience_of(name) == Some(HEALTH);
    sight.reads(HEALTH) && values.as_object().is_some_and(|values| values.iter().any(of_health))
}

/// Whether a file that its reader sees is medical.
pub(super) fn is_medical(document: &FormDocument, file: &SubmittedFile) -> bool {
    document.audience_of(&file.field) == Some(HEALTH)
}

impl Enquiries {
    /// Writes down that the caller is shown what is medical of some. D004 past what an account causes to be written down in a day: then nothing is
    /// shown.
    pub(super) async fn write_down_medical(
        &self,
        caller: &Caller,
        ids: Vec<SubmissionId>,
        door: Door,
    ) -> Result<(), Refusal> {
        if ids.is_empty() {
            return Ok(());
        }
        // Nobody without an account is in an audience.
        let account = caller.user_id().ok_or_else(|| Refusal::new(MessageId::A002))?.clone();
        let holder = move |id: &SubmissionId| format!("{account} {id}");
        let now = self.clock().now_ms();
        let mut tx = self.db().read(&caller.school).await?;
        let mut unwritten = Vec::new();
        for id in ids {
            if matches!(WRITTEN.look(&mut tx, &holder(&id), now).await?, Left::Enough(_)) {
                unwritten.push(id);
            }
        }
        drop(tx);
        if unwritten.is_empty() {
            return Ok(());
        }
        let (enquiries, who) = (self.clone(), caller.clone());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                for id in &unwritten {
                    if matches!(WRITTEN.take(tx, &holder(id), 1, now).await?, Left::TooLittle { .. }) {
                        continue;
                    }
                    let detail = json!({ "sections": [Section::Medical], "door": door.as_str() });
                    let (action, object_id) = ("student.medical_read", id.as_str());
                    let entry = Entry { action, object_kind: "enquiry", object_id, detail };
                    audit::record(tx, enquiries.clock(), enquiries.rng(), &who, entry).await?;
                }
                Ok::<_, Refusal>(())
            })
        });
        write.await
    }
}
