//! What a family is told of what it sent.

use form::Who;
use kernel::idempotency::FirstAnswer;
use kernel::{Refusal, SubmissionId};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use words::verdict::Wanted;

use crate::origins::Filer;

/// What the family is told.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Sent {
    /// Always true.
    pub success: bool,
    /// Empty.
    #[serde(rename = "messageId")]
    pub message_id: String,
    /// The reference to keep.
    pub reference: String,
    /// What an application is called by, on its page and in mails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registration_id: Option<String>,
    /// When it came in.
    pub submitted_at: String,
    /// What is still missing.
    pub checklist: Vec<ChecklistItem>,
    /// Whose address the confirmation goes to, where one was given: `child`, `guardian`, `second_guardian`, or `contact` for who writes for
    /// themselves. It says nothing of how many went there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed_to: Option<&'static str>,
    /// Path of the family's own page of it, with the link's token; left out where nothing in the answers could prove who opens it. An
    /// answer that is kept names the submission; the path is filled in as it goes out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(extensions(("x-secret" = json!(true))))]
    pub my_application: Option<String>,
    /// The submission's id, for staff who sent it on a family's behalf; they get no path of the family's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submission: Option<SubmissionId>,
}

/// Something still missing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChecklistItem {
    /// Key of its text in the form's messages.
    pub code: String,
    /// What the text's holes are filled with.
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
}

/// What is told of a submission to whoever sent it: whether its family can follow it, and whose address was given.
pub(super) fn answer(
    (reference, registration_id): (&str, Option<String>),
    at: i64,
    checklist: Vec<Wanted>,
    (id, filer): (&SubmissionId, Filer<'_>),
    (is_followed, confirmed_to): (bool, Option<Who>),
) -> Result<FirstAnswer, Refusal> {
    let is_staff = filer.is_staff();
    let sent = Sent {
        success: true,
        message_id: String::new(),
        reference: reference.to_owned(),
        registration_id,
        submitted_at: words::clock::iso(at),
        checklist: checklist.into_iter().map(|w| ChecklistItem { code: w.code, params: w.params }).collect(),
        confirmed_to: confirmed_to.map(Who::as_str),
        my_application: (is_followed && !is_staff).then(|| id.as_str().to_owned()),
        submission: is_staff.then(|| id.clone()),
    };
    let body = serde_json::to_string(&sent).map_err(Refusal::internal)?;
    Ok(FirstAnswer { status: 201, body })
}
