//! The post: a letter went out on paper.

use std::sync::Arc;

use kernel::{Caller, Refusal, SchoolTx, SubmissionId};
use tenants::School;
use words::verdict::Issue;

use super::model::{MOST_POSTS, NewPost};
use super::service::{Change, newest_of, over};
use super::store;
use crate::ids::{LetterId, LetterPostId};
use crate::letters::service::Letters;
use crate::letters::staff::Listed;
use crate::typed::refused;

impl Change {
    /// Writes down that a letter was posted on paper.
    pub async fn post(&self, tx: &mut SchoolTx, letter: &LetterId, post: &NewPost) -> Result<Listed, Refusal> {
        let (whole, all) = (self.hold(tx, letter).await?, &self.letters);
        let note = post.checked(&whole.letter.issued_on, self.school.today(self.now))?;
        if whole.files.is_empty() {
            return Err(over("not_drawn"));
        }
        if store::posts_of(tx, letter).await?.len() >= MOST_POSTS {
            return Err(refused(Issue::error("/posted_on", "maxItems").with("limit", MOST_POSTS)));
        }
        let new = LetterPostId::new(all.clock(), all.rng());
        store::insert_post(tx, &new, letter, &post.day.to_string(), &note).await?;
        self.tell(tx, &whole.letter, ("posted", "letter.post"), Some(&note)).await?;
        self.listed(tx, letter).await
    }

    /// Puts right what was written down last of a letter's post; the history keeps what stood there: a day with its note, or the note alone where
    /// nothing else changed.
    async fn correct_post(&self, tx: &mut SchoolTx, letter: &LetterId, post: &NewPost) -> Result<Listed, Refusal> {
        let whole = self.hold(tx, letter).await?;
        let note = post.checked(&whole.letter.issued_on, self.school.today(self.now))?;
        let newest = store::newest_post(tx, letter).await?.ok_or_else(|| over("not_posted"))?;
        let day = post.day.to_string();
        if (&newest.posted_on, &newest.note) != (&day, &note) {
            store::correct_post(tx, &newest.id, &day, &note).await?;
            let is_day = newest.posted_on != day;
            let was = if is_day { [newest.posted_on, newest.note].join(" ") } else { newest.note };
            let what = if is_day { "post_corrected" } else { "post_note_corrected" };
            let was = Some(was.trim()).filter(|was| !was.is_empty());
            self.tell(tx, &whole.letter, (what, "letter.post_correct"), was).await?;
        }
        self.listed(tx, letter).await
    }
}

impl Letters {
    /// Writes down that a letter was posted on paper. A012 before it was drawn; F003 for a day that cannot be, and where as many are written down
    /// as may be.
    pub async fn post_letter(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (letter, post): (LetterId, NewPost),
    ) -> Result<Listed, Refusal> {
        self.change(caller, school, id, move |tx, change| {
            Box::pin(async move { change.post(tx, &letter, &post).await })
        })
        .await
    }

    /// The same of the newest letter of a template that went out. A001 where there is none.
    pub async fn post_newest(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (code, post): (String, NewPost),
    ) -> Result<Listed, Refusal> {
        self.change(caller, school, id, move |tx, change| {
            Box::pin(async move {
                let newest = newest_of(tx, &change.submission.id, &code).await?.ok_or_else(Refusal::not_found)?;
                change.post(tx, &newest.id, &post).await
            })
        })
        .await
    }

    /// Puts right what was written down last. A012 (`not_posted`) where nothing was; F003 as for a new one.
    pub async fn correct_letter_post(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (letter, post): (LetterId, NewPost),
    ) -> Result<Listed, Refusal> {
        self.change(caller, school, id, move |tx, change| {
            Box::pin(async move { change.correct_post(tx, &letter, &post).await })
        })
        .await
    }
}
