//! What the staff see of letters.

use std::sync::Arc;

use blocks::evidence::Reached;
use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId, links};
use tenants::School;
use words::Permission;

use super::acceptance::{self, Terms, is_acceptance};
use super::by_hand::{self, PostRow};
use super::model::{Purpose, file};
use super::reach;
use super::service::{Letters, Whole};
use super::store::{self, FileRow, LetterRow, SignerRow};
use crate::files::Content;
use crate::ids::{LetterId, SignerId};

/// A letter as the staff see it.
#[derive(Debug)]
pub struct Listed {
    pub letter: LetterRow,
    pub signers: Vec<SignerRow>,
    /// Where their links went, as far as somebody wrote it down.
    pub links: Vec<(SignerId, Reached)>,
    pub files: Vec<FileRow>,
    /// When it was posted on paper.
    pub posts: Vec<PostRow>,
    /// The hash that its record ends with.
    pub record: Option<String>,
    /// What an acceptance says of payments.
    pub terms: Option<Terms>,
}

impl Listed {
    pub(super) async fn of(tx: &mut SchoolTx, letter: LetterRow) -> Result<Self, StoreError> {
        let posts = by_hand::posts_of(tx, &letter.id).await?;
        let Whole { letter, signers, files, entries } = Whole::of(tx, letter).await?;
        let record = Some(entries.head().to_owned()).filter(|head| !head.is_empty());
        let terms = if is_acceptance(&letter) { acceptance::terms_of(tx, &letter.id).await? } else { None };
        let mut links = Vec::new();
        for row in &signers {
            let last = links::last_to(tx, row.id.as_str(), Purpose::Letter).await?;
            links.extend(last.and_then(|address| reach::read(&address)).map(|reached| (row.id.clone(), reached)));
        }
        Ok(Self { letter, signers, links, files, posts, record, terms })
    }
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
            all.push(Listed::of(&mut tx, letter).await?);
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
        let found = found.filter(|whole| !whole.letter.text.is_empty());
        drop(tx);
        let whole = found.ok_or_else(Refusal::not_found)?;
        let file = whole.file(file::SIGNED).or_else(|| whole.file(file::OFFERED)).cloned();
        let file = file.ok_or_else(Refusal::not_found)?;
        Ok((file.clone(), self.content(&file).await?, whole.letter.reference))
    }
}
