//! What the mail of a letter has: its words, or the link to them alone.

use blocks::catalogue::LetterKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use words::problem::Problem;

use super::letters::SignerRole;

/// What the mail of a letter has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailForm {
    /// The letter's words, and the link below them. For a plain letter that nobody of the family signs.
    Text,
    /// The link alone: whoever opens it says first what only the family knows.
    Link,
}

/// A mailbox is read by others too: what is signed or names amounts is read behind its link alone. A plain letter has no field of an amount.
pub(super) fn problems(kind: LetterKind, value: &Value, problems: &mut Vec<Problem>) {
    let signers = value["signers"].as_array().map_or(&[][..], Vec::as_slice);
    let is_signed = signers.iter().any(|signer| signer["role"] != SignerRole::School.as_str());
    if value["mail"] == "text" && (kind != LetterKind::Plain || is_signed) {
        let problem =
            Problem::new("/mail", "notByMail", "a letter that is signed or names amounts is not mailed with its words");
        problems.push(problem.hint("choose `link`"));
    }
}
