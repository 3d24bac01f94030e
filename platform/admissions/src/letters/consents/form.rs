//! The form of consents behind a letter's link: read, kept as a draft, and sent with a signature.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use kernel::{Caller, MessageId, Refusal, SchoolTx};
use serde_json::Value;
use tenants::School;
use words::Text;
use words::verdict::Issue;

use super::model::{Choice, Choices};
use super::sections::Section;
use super::store;
use crate::forms::Forms;
use crate::letters::answer::{Answering, Decision, Of, Signature};
use crate::letters::model::{signer, state};
use crate::letters::open::{Held, Opened, Seen};
use crate::letters::paper::sections_of;
use crate::letters::service::Letters;
use crate::letters::store as letters;
use crate::my_application::nothing;
use crate::typed::refused;

/// A consent as its family reads it.
#[derive(Debug, Clone)]
pub struct ConsentTold {
    pub code: String,
    pub title: Text,
    pub required: bool,
    /// The filled text.
    pub body: Value,
}

/// The form as whoever holds the link finds it.
#[derive(Debug, Clone)]
pub struct ConsentForm {
    pub seen: Seen,
    /// `draft`, `submitted`, `locked`.
    pub status: &'static str,
    /// Of what it asks; an answer names it.
    pub version: String,
    /// Empty without a grant.
    pub consents: Vec<ConsentTold>,
    pub choices: Choices,
}

/// What is chosen, and with what.
#[derive(Debug, Clone)]
pub struct Choosing {
    pub held: Held,
    pub grant: String,
    /// Of the form that was shown.
    pub version: String,
    pub choices: Choices,
}

fn status_of(opened: &Opened) -> &'static str {
    let letter = &opened.whole.letter;
    match letter.state.as_str() {
        state::SIGNED => "submitted",
        state::RELEASED if opened.me.state == signer::INVITED && opened.now < letter.expires_at => "draft",
        _ => "locked",
    }
}

fn of_consents(opened: Opened) -> Result<Opened, Refusal> {
    let is_it = opened.whole.letter.kind == LetterKind::Consent.as_str();
    if is_it { Ok(opened) } else { Err(nothing()) }
}

async fn chosen(tx: &mut SchoolTx, opened: &Opened) -> Result<Choices, Refusal> {
    let rows = store::asked_by(tx, &opened.whole.letter.id).await?.into_iter();
    Ok(rows.filter_map(|row| Some((row.code, Choice::parse(&row.choice?)?))).collect())
}

impl Letters {
    /// The form of consents. L010 for a letter that is none.
    pub(in crate::letters) async fn consent_form_of(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        opened: Opened,
        grant: Option<&str>,
    ) -> Result<ConsentForm, Refusal> {
        let opened = of_consents(opened)?;
        let seen = self.seen(caller, school, &opened, grant).await?;
        let (status, version) = (status_of(&opened), opened.whole.letter.template_version.clone());
        if seen.says.is_none() {
            return Ok(ConsentForm { seen, status, version, consents: Vec::new(), choices: Choices::new() });
        }
        let mut tx = self.db().read(&caller.school).await?;
        let choices = chosen(&mut tx, &opened).await?;
        let told = |Section { code, title, required, body, .. }| ConsentTold { code, title, required, body };
        let consents = sections_of(&opened.whole.letter)?.into_iter().map(told).collect();
        Ok(ConsentForm { seen, status, version, consents, choices })
    }

    /// What is chosen, or was signed.
    pub(in crate::letters) async fn choices_of(&self, caller: &Caller, opened: &Opened) -> Result<Choices, Refusal> {
        let mut tx = self.db().read(&caller.school).await?;
        chosen(&mut tx, opened).await
    }

    /// Keeps what is chosen until it is signed; what is left out is chosen no more. F004 where what was shown is another version, F003 at
    /// `/values` for what is not asked, A021 once it is signed, L010 where nothing is open.
    pub(in crate::letters) async fn keep_choices(
        &self,
        caller: &Caller,
        opened: Opened,
        choosing: &Choosing,
    ) -> Result<(), Refusal> {
        let opened = of_consents(opened)?;
        self.require_grant(caller, &opened, &choosing.grant)?;
        known(&opened, choosing)?;
        if opened.whole.letter.state == state::SIGNED {
            return Err(Refusal::new(MessageId::A021));
        }
        if status_of(&opened) != "draft" {
            return Err(nothing());
        }
        let (choices, letter) = (choosing.choices.clone(), opened.whole.letter);
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                Forms::hold_submission(tx, &letter.submission_id).await?;
                let found = letters::find_letter(tx, &letter.id).await?;
                if found.is_none_or(|found| found.state != state::RELEASED) {
                    return Err(Refusal::new(MessageId::A021));
                }
                for row in store::asked_by(tx, &letter.id).await? {
                    let choice = choices.get(&row.code).map(|choice| choice.as_str());
                    store::choose(tx, &letter.id, &row.code, choice).await?;
                }
                Ok(())
            })
        });
        write.await
    }

    /// Sends what is chosen, signed. The same again gives the same result; A021 for anything else once it is signed. F003 at `/values/<code>` for
    /// each that has no choice; the rest as for the answer to an offer.
    pub(in crate::letters) async fn give_consents(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        opened: Opened,
        (choosing, signature): (Choosing, Signature),
        (language, device): (words::Language, String),
    ) -> Result<(), Refusal> {
        let opened = of_consents(opened)?;
        self.require_grant(caller, &opened, &choosing.grant)?;
        known(&opened, &choosing)?;
        let mut tx = self.db().read(&caller.school).await?;
        let asked = store::asked_by(&mut tx, &opened.whole.letter.id).await?;
        drop(tx);
        let without: Vec<Issue> = asked
            .iter()
            .filter(|row| !choosing.choices.contains_key(&row.code))
            .map(|row| Issue::error(format!("/values/{}", row.code), "required"))
            .collect();
        if !without.is_empty() {
            return Err(Refusal::new(MessageId::F003).errors(without));
        }
        let Choosing { held, grant, choices, .. } = choosing;
        let decision = Decision::Accept(signature);
        let answering = Answering { held, grant, decision, language, device, of: Of::Consents(choices) };
        self.answer(caller, school, &answering).await.map(drop)
    }
}

/// F004 for another version than is asked, F003 at `/values/<code>` for what is not.
fn known(opened: &Opened, choosing: &Choosing) -> Result<(), Refusal> {
    if choosing.version != opened.whole.letter.template_version {
        return Err(Refusal::new(MessageId::F004));
    }
    let sections = sections_of(&opened.whole.letter)?;
    match choosing.choices.keys().find(|code| sections.iter().all(|section| section.code != **code)) {
        Some(_) => Err(refused(Issue::error("/values", "enum"))),
        None => Ok(()),
    }
}
