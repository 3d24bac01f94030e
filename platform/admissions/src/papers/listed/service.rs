//! How what lists are narrowed and ordered by is written, in the transaction of what changes it. Each holds the submission before.

use form::FormDocument;
use jiff::civil::Date;
use kernel::{SchoolTx, StoreError, SubmissionId};
use serde_json::{Value, json};
use words::verdict::Verdict;

use super::super::model::{papers, waive};
use super::super::service::{unexplained, unnamed};
use super::super::store::{given_among, waivers_among};
use super::model::Marks;
use super::store;

/// Counts the papers of a submission anew, by the document that it is pinned to.
pub(crate) async fn tell(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    document: &FormDocument,
    today: Date,
) -> Result<(), StoreError> {
    let Some(row) = store::asked_of(tx, id).await? else { return Ok(()) };
    let unreadable = |_| StoreError::Inconsistent { table: "submissions", column: "verdict", id: id.to_string() };
    let verdict = row.verdict.map(|verdict| serde_json::from_value(verdict.0)).transpose().map_err(unreadable)?;
    tell_sent(tx, id, (document, &row.answers.0, &verdict.unwrap_or_default()), today, true).await
}

/// The same by answers and the rules' word as they are written now; `has_files` is false of what is sent without any: then nothing is waited
/// for.
pub(crate) async fn tell_sent(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    (document, answers, verdict): (&FormDocument, &Value, &Verdict),
    today: Date,
    has_files: bool,
) -> Result<(), StoreError> {
    let ids = json!([id]).to_string();
    let (given, waived) = match has_files {
        true => (given_among(tx, &ids).await?, waivers_among(tx, &ids).await?),
        false => (Vec::new(), Vec::new()),
    };
    let today = today.to_string();
    let files = given.iter().map(|file| unnamed(file, &today)).collect();
    let mut papers = papers(document, answers, verdict, files);
    waive(&mut papers, waived.iter().map(|waiver| unexplained(&waiver.field)).collect());
    let marks = Marks::of(&papers);
    if has_files {
        store::delete_marks(tx, id).await?;
        store::set_until(tx, id, marks.until.as_deref()).await?;
    }
    for ((mark, audience), n) in &marks.counts {
        store::insert_mark(tx, id, mark, audience, *n).await?;
    }
    Ok(())
}

/// They are counted when it is looked over next: here nobody has the document.
pub(crate) async fn forget(tx: &mut SchoolTx, id: &SubmissionId) -> Result<(), StoreError> {
    store::set_until(tx, id, Some("")).await.map(drop)
}
