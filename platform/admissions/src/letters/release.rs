//! A letter goes out: it is drawn and sealed beside requests, and released with the links of who signs first.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use blocks::evidence::{Made, Moment, SignerSlot, What as Happened};
use kernel::jobs::{Begun, Job, Outcome, Work};
use kernel::outbox::Lane;
use kernel::{Caller, Refusal, SchoolTx, StoreError, links};
use serde::{Deserialize, Serialize};
use tenants::{Registry, School};

use super::acceptance::is_acceptance;
use super::close::close;
use super::conditions;
use super::evidence::Entries;
use super::mailed;
use super::model::{Purpose, file, page_of, signer, state};
use super::paper::{Kept, Unmade, composed};
use super::reach::{self, Reach};
use super::service::Letters;
use super::store::{self, LetterRow, SignerRow};
use crate::applications::{Letter, LetterNews, at_work};
use crate::enquiries::Submission;
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::my_application::as_corrected;
use crate::own_link::Proof;

/// Draws a letter and sends it to its family.
#[derive(Serialize, Deserialize)]
pub(super) struct ReleaseLetter {
    pub letter: LetterId,
    /// Jobs that waited before there was this are of one each.
    #[serde(default)]
    pub is_one_of_many: bool,
}

impl Job for ReleaseLetter {
    const KIND: &'static str = "letter.release";
    const LANE: Lane = Lane::Rest;

    fn lane(&self) -> Lane {
        if self.is_one_of_many { Lane::Letters } else { Self::LANE }
    }
}

impl Letters {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self, schools: Arc<Registry>) -> Work {
        let both = (self.clone(), schools);
        Work::default()
            .on(&both, |(letters, schools), begun: Begun<ReleaseLetter>| async move {
                match at_work(&schools, begun.scope.id()) {
                    Some(school) => letters.release(&school, &begun.job.letter).await.map(drop).into(),
                    None => Outcome::Later("the school is not at work".into()),
                }
            })
            .sweep("conditions that are due", &both, |(letters, schools), scope| async move {
                let Some(school) = at_work(&schools, scope.id()) else { return Ok::<_, Refusal>(()) };
                letters.remind_of_conditions(&school).await.map(drop)
            })
            .sweep("financial documents that are due", &both, |(letters, schools), scope| async move {
                let Some(school) = at_work(&schools, scope.id()) else { return Ok::<_, Refusal>(()) };
                letters.remind_of_financial(&school).await.map(drop)
            })
            .sweep("letters that nobody answered in time", &both, |(letters, schools), scope| async move {
                let Some(school) = at_work(&schools, scope.id()) else { return Ok::<_, Refusal>(()) };
                letters.expire_unanswered(&school).await.map(drop)
            })
    }

    /// Sends a letter out, once, however often it is tried. Whether it was this call that did.
    pub async fn release(&self, school: &Arc<School>, id: &LetterId) -> Result<bool, Refusal> {
        let scope = school.scope();
        let mut tx = self.db().read(&scope).await?;
        let found = store::find_letter(&mut tx, id).await?.filter(|letter| letter.state == state::DRAFT);
        let Some(letter) = found else { return Ok(false) };
        let signers = store::signers_of(&mut tx, id).await?;
        drop(tx);
        let submission =
            self.enquiries.submission(&Caller::system(scope.clone()), school, &letter.submission_id).await?;
        let key = self.keys.in_use(&scope, &school.config().name).await?;
        let made = self.make(school, &letter, &signers, None, &key).await;
        let kept = match made {
            Ok(kept) => Some(Arc::new(kept)),
            Err(Unmade::Later(refusal)) => return Err(refusal),
            Err(Unmade::Never(why)) => {
                tracing::error!(school.id = %school.id(), letter = letter.reference, why, "a letter cannot be drawn");
                None
            }
        };
        let (letters, school, of_row) = (self.clone(), school.clone(), kept.clone());
        let write = self.db().write(&scope, move |tx| {
            Box::pin(async move {
                Forms::hold_submission(tx, &letter.submission_id).await?;
                if store::hold_letter(tx, &letter.id, letter.version).await? == 0 {
                    return Ok(false);
                }
                match of_row {
                    Some(kept) => letters.release_in(tx, &school, &submission, (&letter, &signers), &kept).await?,
                    None => letters.give_up(tx, &school, &submission, &letter).await?,
                }
                Ok::<_, Refusal>(true)
            })
        });
        let is_done = write.await?;
        if let Some(kept) = kept.filter(|_| !is_done) {
            self.drop_file(&kept).await;
        }
        Ok(is_done)
    }

    async fn release_in(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        (letter, signers): (&LetterRow, &[SignerRow]),
        kept: &Kept,
    ) -> Result<(), Refusal> {
        let now = self.clock().now_ms();
        store::insert_file(tx, &kept.row(letter, file::OFFERED, now)).await?;
        store::set_state(tx, &letter.id, state::RELEASED, None).await?;
        let asked = signers.iter().filter(|row| row.state != signer::SEALED);
        let slots = asked.clone().map(|row| SignerSlot { order: order_of(row), role: row.role.clone() });
        let made = Made {
            document_sha256: kept.sha256.clone(),
            text_sha256: letter.text_sha256.clone(),
            languages: composed(letter)?.languages,
            signers: slots.collect(),
            until: Some(Moment(letter.expires_at)),
        };
        let mut entries = Entries::of(tx, letter).await?;
        entries.add(now, Happened::Made(made))?;
        entries.keep(tx).await?;
        self.invite_next(tx, school, submission, (letter, signers)).await
    }

    /// Sends links to those whose turn it is and who have none yet.
    pub(super) async fn invite_next(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        (letter, signers): (&LetterRow, &[SignerRow]),
    ) -> Result<(), Refusal> {
        let waits = |row: &&SignerRow| matches!(row.state.as_str(), signer::WAITING | signer::INVITED);
        let Some(turn) = signers.iter().filter(waits).map(|row| row.turn).min() else { return Ok(()) };
        for row in signers.iter().filter(|row| row.state == signer::WAITING && row.turn == turn) {
            let link = if is_acceptance(letter) {
                self.acceptance_link(school.id(), letter, row)
            } else {
                let link = self.new_link(tx, letter).await?;
                let bound = links::Bound { object: row.id.as_str(), address: "" };
                links::add(tx, &link, Purpose::Letter, bound, self.clock().now_ms()).await?;
                link
            };
            store::invite_signer(tx, &row.id).await?;
            self.send_link(tx, school, submission, (letter, row), &link).await?;
        }
        Ok(())
    }

    /// A link to a letter, which ends with it, and with the last of its conditions.
    pub(super) async fn new_link(&self, tx: &mut SchoolTx, letter: &LetterRow) -> Result<links::Minted, StoreError> {
        let link = links::mint(self.rng(), Purpose::Letter, self.clock().now_ms());
        let last = conditions::last_end(tx, &letter.id).await?;
        Ok(links::Minted { expires_at: last.unwrap_or_default().max(letter.expires_at), ..link })
    }

    /// Sends a link to whose it is, by e-mail or else by text message, and writes down where it went; false where nothing could go, and somebody
    /// is asked to see to it.
    pub(super) async fn send_link(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        of: (&LetterRow, &SignerRow),
        link: &links::Minted,
    ) -> Result<bool, Refusal> {
        let (letter, row) = of;
        let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
        let of_family = (submission.language, Proof::of(submission.document(), &answers));
        let words = mailed::words_of(school, (letter, row), of_family, self.enquiries.hijri())?;
        let reach = Reach::of(school, submission, &answers, row);
        self.send_link_as(tx, (school, submission, reach), of, (link, LetterNews::Sent(words))).await
    }

    /// The same by those ways, with what else there is to tell of the letter.
    pub(super) async fn send_link_as(
        &self,
        tx: &mut SchoolTx,
        (school, submission, reach): (&School, &Submission, Reach),
        (letter, row): (&LetterRow, &SignerRow),
        (link, news): (&links::Minted, LetterNews),
    ) -> Result<bool, Refusal> {
        let kind = LetterKind::parse(&letter.kind).unwrap_or(LetterKind::Plain);
        let (path, title) = (page_of(kind, &link.token), letter.title.0.clone());
        let until = if matches!(news, LetterNews::Signed(_)) { link.expires_at } else { letter.expires_at };
        let letter = Letter { reach, path, kind, title, signer: row.name.clone(), until, news };
        let Some(reached) = self.applications.tell_of_letter(tx, school, submission, letter).await? else {
            return Ok(false);
        };
        links::went_to(tx, &link.hash, &reach::kept(&reached)).await?;
        Ok(true)
    }

    /// A letter that cannot be drawn goes out without paper, as the offers of schools without letters do, and somebody is asked to look.
    async fn give_up(
        &self,
        tx: &mut SchoolTx,
        school: &Arc<School>,
        submission: &Submission,
        letter: &LetterRow,
    ) -> Result<(), Refusal> {
        close(tx, self.clock().now_ms(), letter, (state::WITHDRAWN, Happened::Withdrawn {})).await?;
        if is_acceptance(letter) {
            return self.ask_for_acceptance(tx, school, submission).await;
        }
        self.applications.tell_without_letter(tx, school, submission).await
    }
}

/// A signer's turn as the record has it.
pub(super) fn order_of(row: &SignerRow) -> u32 {
    u32::try_from(row.turn).unwrap_or_default()
}
