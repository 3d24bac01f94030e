//! All have signed: each of the family who did is told, with a link to the signed paper.

use kernel::{Refusal, SchoolTx, links};
use tenants::School;
use tenants::bundle::family::BankAccount;
use words::Text;

use super::acceptance::terms_of;
use super::close::is_offer;
use super::model::{Purpose, signer};
use super::reach::Reach;
use super::service::{Letters, Whole};
use super::store::{LetterRow, SignerRow};
use crate::applications::{LetterNews, has_accepted, offer_ends};
use crate::enquiries::Submission;
use crate::my_application::as_corrected;

/// Days for which the link to a signed paper opens it, at least.
const DAYS: u16 = 30;

impl Letters {
    /// Tells whoever of the family has signed a letter that all have, by the way that their link went, in the transaction of the last signature: once.
    /// Of an offer whom the school writes to is told where the application stands instead.
    pub(super) async fn tell_of_signed(
        &self,
        tx: &mut SchoolTx,
        (school, submission): (&School, &Submission),
        whole: &Whole,
    ) -> Result<(), Refusal> {
        let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
        let family = Reach::of_family(school, submission, &answers);
        for row in whole.signers.iter().filter(|row| row.state == signer::SIGNED) {
            let reach = Reach::of_signed(school, (submission, &answers), (whole, row));
            // They have the paper where they signed.
            let is_nowhere = reach.ways().next().is_none();
            if is_nowhere || (is_offer(&whole.letter) && reach.email.is_some() && reach.is_at(&family)) {
                continue;
            }
            self.send_signed(tx, (school, submission, reach), (&whole.letter, row)).await?;
        }
        Ok(())
    }

    /// Sends who has signed a letter a link to the paper that all have signed, with what is paid next while its day is ahead and the place
    /// accepted. False where nothing can go.
    pub(super) async fn send_signed(
        &self,
        tx: &mut SchoolTx,
        to: (&School, &Submission, Reach),
        (letter, row): (&LetterRow, &SignerRow),
    ) -> Result<bool, Refusal> {
        let (school, now) = (to.0, self.clock().now_ms());
        // No account that is not the signed letter's: the school's may be another one since.
        let account = school.config().bank_account.as_ref().and_then(BankAccount::whole);
        let account = account.filter(|account| letter.text.contains(&account.iban));
        let is_awaited = has_accepted(tx, &letter.submission_id).await?;
        let deposit = terms_of(tx, &letter.id).await?.and_then(|terms| terms.deposit);
        let deposit = deposit.filter(|deposit| is_awaited && deposit.due_on >= school.today(now)).map(|deposit| {
            let amount = Text { en: deposit.amount.in_english(), ar: deposit.amount.in_arabic() };
            (amount, deposit.due_on, account)
        });
        let link = self.new_link(tx, letter).await?;
        let until = link.expires_at.max(offer_ends(school, school.today(now), DAYS));
        let link = links::Minted { expires_at: until, ..link };
        let bound = links::Bound { object: row.id.as_str(), address: "" };
        links::add(tx, &link, Purpose::Letter, bound, now).await?;
        self.send_link_as(tx, to, (letter, row), (&link, LetterNews::Signed(deposit))).await
    }
}
