//! An acceptance is made, in the transaction in which its offer is signed.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use jiff::civil::Date;
use kernel::links::{self, Purpose as _};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, crypto};
use sqlx::types::Json;
use tenants::School;
use tenants::bundle::letters::LetterTemplate;
use words::verdict::Issue;
use words::{Currency, SchoolId};

use super::model::{Choice, Terms, days};
use super::store;
use crate::applications;
use crate::enquiries::Submission;
use crate::ids::LetterId;
use crate::letters::by_hand::{Change, MOST_LETTERS};
use crate::letters::issue::{Issued, issue_of};
use crate::letters::merge::fee_total;
use crate::letters::model::{Purpose, signer, state};
use crate::letters::service::Letters;
use crate::letters::staff::Listed;
use crate::letters::store::{self as letters, LetterRow, SignerRow};
use crate::tasks;
use crate::tasks::said::ACCEPTANCE_UNMADE;
use crate::typed::refused;

/// Whether it is one.
pub(in crate::letters) fn is_acceptance(letter: &LetterRow) -> bool {
    letter.kind == LetterKind::Acceptance.as_str()
}

/// What became of it.
enum Acceptance {
    Made(LetterId),
    NoTemplate,
    /// Nothing in the answers could prove who opens it.
    Unprovable,
    /// Its template asks for something that the application does not have.
    Unfilled(String),
}

/// What a template leaves the family of an application to choose.
pub(super) fn choice_of(school: &School, submission: &Submission, template: &LetterTemplate, from: Date) -> Choice {
    let currency = Currency::parse(&school.config().currency);
    let fees = currency.and_then(|currency| fee_total(submission, currency));
    Choice::of(template, (fees, currency), from)
}

impl Letters {
    /// Makes the acceptance of an offer that all have signed, where the school has one, and sends its links; one that cannot be made asks who looks
    /// after the application. The transaction holds the submission.
    pub(in crate::letters) async fn issue_acceptance(
        &self,
        tx: &mut SchoolTx,
        school: &Arc<School>,
        submission: &Submission,
    ) -> Result<(), Refusal> {
        if let Acceptance::Unfilled(why) = self.make_acceptance(tx, school, submission).await? {
            tracing::warn!(school.id = %school.id(), why, "the acceptance of an offer could not be made");
            self.ask_for_acceptance(tx, school, submission).await?;
        }
        Ok(())
    }

    /// Asks who looks after an application to look why its acceptance could not be made.
    pub(in crate::letters) async fn ask_for_acceptance(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
    ) -> Result<(), Refusal> {
        let hand = self.applications.hand();
        let today = school.today(hand.now).to_string();
        let asked = (&ACCEPTANCE_UNMADE, today.as_str());
        Ok(tasks::ask_owner(tx, (hand.clock, hand.rng), &submission.id, asked, hand.now).await?)
    }

    async fn make_acceptance(
        &self,
        tx: &mut SchoolTx,
        school: &Arc<School>,
        submission: &Submission,
    ) -> Result<Acceptance, Refusal> {
        let Some((code, template)) = school.letter_of(LetterKind::Acceptance) else {
            return Ok(Acceptance::NoTemplate);
        };
        let hand = self.applications.hand();
        let today = school.today(hand.now);
        let kept = (LetterKind::Acceptance, days(template));
        let occasion = self.applications.occasion_by_hand(tx, school, submission, kept).await?;
        let choice = choice_of(school, submission, template, today);
        let fixed = choice.fixed();
        let own = fixed.clone().unwrap_or_else(|| choice.with(None)).values();
        let id = match issue_of(tx, hand, &occasion, (code, template, own)).await? {
            Issued::Made(id) => id,
            Issued::None => return Ok(Acceptance::Unprovable),
            Issued::Unfilled(why) => return Ok(Acceptance::Unfilled(why)),
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
        Ok(Acceptance::Made(id))
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
        let Some(letter) = letters::letters_of(tx, submission).await?.into_iter().find(is_living) else {
            return Ok(None);
        };
        let signers = letters::signers_of(tx, &letter.id).await?;
        let Some(mine) = signers.iter().find(|row| row.role == role) else { return Ok(None) };
        let token = self.acceptance_link(&school, &letter, mine).token;
        // One that wrong proofs have ended, or that another took the place of, leads nowhere.
        let link = links::find(tx, &crypto::token_hash(&token), Purpose::ALL, self.clock().now_ms()).await?;
        Ok(link.map(|_| token))
    }

    /// Sends the acceptance of a place that was accepted otherwise than by a letter. A012 (`guard`) where no place is accepted, or one stands.
    pub async fn issue_acceptance_by_hand(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Listed, Refusal> {
        self.change(caller, school, id, move |tx, change| {
            Box::pin(async move {
                let Change { letters: all, school, submission, .. } = change;
                let over = |guard: &'static str| Refusal::new(MessageId::A012).with("guard", guard);
                if !applications::has_accepted(tx, &submission.id).await? {
                    return Err(over("not_accepted"));
                }
                let kept = letters::letters_of(tx, &submission.id).await?;
                if kept.len() >= MOST_LETTERS {
                    return Err(refused(Issue::error("/code", "maxItems").with("limit", MOST_LETTERS)));
                }
                if kept.iter().any(is_living) {
                    return Err(over("letter_stands"));
                }
                let letter = match all.make_acceptance(tx, school, submission).await? {
                    Acceptance::Made(letter) => letter,
                    Acceptance::NoTemplate => return Err(refused(Issue::error("/code", "enum"))),
                    Acceptance::Unprovable => return Err(refused(Issue::error("/code", "unprovable"))),
                    Acceptance::Unfilled(why) => {
                        return Err(refused(Issue::error("/code", "unfilled").with("why", why)));
                    }
                };
                let listed = change.listed(tx, &letter).await?;
                change.tell(tx, &listed.letter, ("issued", "letter.issue"), None).await?;
                Ok(listed)
            })
        })
        .await
    }
}

/// Whether it is an acceptance that waits for its family, or that all have signed.
fn is_living(letter: &LetterRow) -> bool {
    let state = letter.state.as_str();
    is_acceptance(letter) && matches!(state, state::CHOOSING | state::DRAFT | state::RELEASED | state::SIGNED)
}

/// What a letter says of payments; none while nobody chose.
pub(in crate::letters) async fn terms_of(tx: &mut SchoolTx, letter: &LetterId) -> Result<Option<Terms>, StoreError> {
    Ok(store::terms_of(tx, letter).await?.and_then(|row| row.terms).map(|terms| terms.0))
}
