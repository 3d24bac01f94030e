//! An acceptance is made, in the transaction in which its offer is signed.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use jiff::civil::Date;
use kernel::{Refusal, SchoolTx, SubmissionId, links};
use sqlx::types::Json;
use tenants::School;
use tenants::bundle::letters::LetterTemplate;
use words::{Currency, SchoolId};

use super::model::{Choice, days};
use super::store;
use crate::enquiries::Submission;
use crate::ids::LetterId;
use crate::letters::issue::{Issued, issue_of};
use crate::letters::merge::fee_total;
use crate::letters::model::{Purpose, signer, state};
use crate::letters::service::Letters;
use crate::letters::store::{self as letters, LetterRow, SignerRow};
use crate::tasks;
use crate::tasks::said::ACCEPTANCE_UNMADE;

/// Whether it is one.
pub(in crate::letters) fn is_acceptance(letter: &LetterRow) -> bool {
    letter.kind == LetterKind::Acceptance.as_str()
}

/// What a template leaves the family of an application to choose.
pub(super) fn choice_of(school: &School, submission: &Submission, template: &LetterTemplate, from: Date) -> Choice {
    let currency = Currency::parse(&school.config().currency);
    let fees = currency.and_then(|currency| fee_total(submission, currency));
    Choice::of(template, (fees, currency), from)
}

impl Letters {
    /// Makes the acceptance of an offer that all have signed, where the school has one, and sends its links. The transaction holds the submission.
    pub(in crate::letters) async fn issue_acceptance(
        &self,
        tx: &mut SchoolTx,
        school: &Arc<School>,
        submission: &Submission,
    ) -> Result<(), Refusal> {
        let Some((code, template)) = school.letter_of(LetterKind::Acceptance) else { return Ok(()) };
        let hand = self.applications.hand();
        let today = school.today(hand.now);
        let kept = (LetterKind::Acceptance, days(template));
        let occasion = self.applications.occasion_by_hand(tx, school, submission, kept).await?;
        let choice = choice_of(school, submission, template, today);
        let fixed = choice.fixed();
        let own = fixed.clone().unwrap_or_else(|| choice.with(None)).values();
        let id = match issue_of(tx, hand, &occasion, (code, template, own)).await? {
            Issued::Made(id) => id,
            Issued::None => return Ok(()),
            Issued::Unfilled(why) => {
                tracing::warn!(school.id = %school.id(), why, "the acceptance of an offer could not be made");
                let (made, asked) = ((hand.clock, hand.rng), (&ACCEPTANCE_UNMADE, today.to_string()));
                return Ok(tasks::ask_owner(tx, made, &submission.id, (asked.0, &asked.1), hand.now).await?);
            }
        };
        match &fixed {
            Some(terms) => store::keep_terms(tx, &id, Json(terms)).await?,
            None => store::wait_for_choice(tx, &id).await?,
        };
        let letter = letters::find_letter(tx, &id).await?.ok_or_else(Refusal::not_found)?;
        let signers = letters::signers_of(tx, &id).await?;
        let asked = || signers.iter().filter(|row| row.state != signer::SEALED);
        let first = asked().map(|row| row.turn).min();
        for row in asked() {
            let link = self.acceptance_link(school.id(), &letter, row);
            let bound = links::Bound { object: row.id.as_str(), address: "" };
            links::add(tx, &link, Purpose::Letter, bound, hand.now).await?;
            if Some(row.turn) == first {
                letters::invite_signer(tx, &row.id).await?;
                self.send_link(tx, school, submission, (&letter, row), &link).await?;
            }
        }
        Ok(())
    }

    /// The link of a signer to an acceptance, each time the same.
    pub(in crate::letters) fn acceptance_link(
        &self,
        school: &SchoolId,
        letter: &LetterRow,
        row: &SignerRow,
    ) -> links::Minted {
        let made = links::made_of(self.secret(), school, Purpose::Letter, row.id.as_str(), self.clock().now_ms());
        links::Minted { expires_at: letter.expires_at, ..made }
    }

    /// The token by which whoever signed an offer finds its acceptance; none where there is none that can be opened.
    pub(in crate::letters) async fn acceptance_token(
        &self,
        tx: &mut SchoolTx,
        submission: &SubmissionId,
        role: &str,
    ) -> Result<Option<String>, Refusal> {
        let school = tx.school().clone();
        let is_living = |letter: &LetterRow| {
            let state = letter.state.as_str();
            is_acceptance(letter) && matches!(state, state::CHOOSING | state::DRAFT | state::RELEASED | state::SIGNED)
        };
        let Some(letter) = letters::letters_of(tx, submission).await?.into_iter().find(is_living) else {
            return Ok(None);
        };
        let signers = letters::signers_of(tx, &letter.id).await?;
        let mine = signers.iter().find(|row| row.role == role);
        Ok(mine.map(|row| self.acceptance_link(&school, &letter, row).token))
    }

    /// What a letter says of payments; none while nobody chose.
    pub(super) async fn terms_of(
        &self,
        tx: &mut SchoolTx,
        letter: &LetterId,
    ) -> Result<Option<super::model::Terms>, Refusal> {
        Ok(store::terms_of(tx, letter).await?.and_then(|row| row.terms).map(|terms| terms.0))
    }
}
