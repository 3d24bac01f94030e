//! What the staff see of letters.

use std::sync::Arc;

use kernel::{Caller, Refusal, SubmissionId};
use tenants::School;
use words::Permission;

use super::model::file;
use super::open::{SignerSeen, signers_seen};
use super::service::{Letters, Whole};
use super::store::{self, FileRow, LetterRow};
use crate::files::Content;
use crate::ids::{LetterId, SignerId};

/// A letter as the staff see it.
#[derive(Debug)]
pub struct Listed {
    pub letter: LetterRow,
    pub signers: Vec<SignerSeen>,
    pub files: Vec<FileRow>,
    /// The hash that its record ends with.
    pub record: Option<String>,
}

impl Letters {
    /// The letters of a submission, the newest first. A001 for what the caller does not see.
    pub async fn list(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Vec<Listed>, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.enquiries.count_read(caller, 1).await?;
        let mut tx = self.db().read(&caller.school).await?;
        self.enquiries.require_seen(&mut tx, caller, school, id).await?;
        let mut all = Vec::new();
        for letter in store::letters_of(&mut tx, id).await? {
            let whole = Whole::of(&mut tx, letter).await?;
            let signers = signers_seen(&whole, &SignerId::from(String::new()));
            let record = Some(whole.entries.head().to_owned()).filter(|head| !head.is_empty());
            all.push(Listed { letter: whole.letter, signers, files: whole.files, record });
        }
        Ok(all)
    }

    /// The PDF of one of them. A001 where there is none.
    pub async fn file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        letter: &LetterId,
    ) -> Result<(FileRow, Content, String), Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.enquiries.count_read(caller, 1).await?;
        let mut tx = self.db().read(&caller.school).await?;
        self.enquiries.require_seen(&mut tx, caller, school, id).await?;
        let found = Whole::find(&mut tx, letter).await?.filter(|whole| whole.letter.submission_id == *id);
        drop(tx);
        let whole = found.ok_or_else(Refusal::not_found)?;
        let file = whole.file(file::SIGNED).or_else(|| whole.file(file::OFFERED)).cloned();
        let file = file.ok_or_else(Refusal::not_found)?;
        Ok((file.clone(), self.content(&file).await?, whole.letter.reference))
    }
}
