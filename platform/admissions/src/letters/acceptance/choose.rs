//! The family reads its acceptance, and chooses how it pays before anybody signs.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use blocks::evidence::What;
use jiff::civil::Date;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, outbox};
use serde_json::Value;
use sqlx::types::Json;
use tenants::School;
use tenants::bundle::letters::LetterTemplate;
use words::verdict::Issue;

use super::issue::{choice_of, is_acceptance, terms_of};
use super::model::{MOST_CHOICES, Payment, Terms, Way};
use super::store;
use crate::enquiries::Submission;
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::letters::close::close;
use crate::letters::issue::{Issued, filled, issue_of, text_of};
use crate::letters::model::{signer, state};
use crate::letters::open::{Held, Opened, Seen, SignerSeen, public_state, signers_seen};
use crate::letters::release::ReleaseLetter;
use crate::letters::service::Letters;
use crate::letters::store::{self as letters, LetterRow};
use crate::my_application::{as_corrected, nothing};
use crate::typed::refused;

/// How often a choice looks again where something else came between.
const ROUNDS: usize = 4;
/// The question of a form that names a plan by its code.
const PLAN: &str = "plan";

/// An acceptance as whoever holds a link finds it.
#[derive(Debug, Clone)]
pub struct Accepting {
    pub seen: Seen,
    /// `choosing`, `preparing`, or as any letter.
    pub status: &'static str,
    /// What can be chosen; empty without a grant, and where nothing can.
    pub ways: Vec<Way>,
    pub chosen: Option<Way>,
    /// The way that the application named, where it is one of them and none is chosen.
    pub preferred: Option<String>,
    pub deposit: Option<Payment>,
    /// How often the family can still choose.
    pub choices_left: i64,
}

/// The day of a letter.
fn day_of(letter: &LetterRow) -> Result<Date, StoreError> {
    letter.issued_on.parse().map_err(|_| StoreError::Inconsistent {
        table: "family_letters",
        column: "issued_on",
        id: letter.id.to_string(),
    })
}

fn template_of<'a>(school: &'a School, letter: &LetterRow) -> Option<&'a Arc<LetterTemplate>> {
    school.letters().get(&letter.code).filter(|template| template.kind == LetterKind::Acceptance)
}

fn status_of(letter: &LetterRow) -> &'static str {
    match letter.state.as_str() {
        state::CHOOSING => "choosing",
        state::DRAFT => "preparing",
        other => public_state(other),
    }
}

/// How often the family of an application can still choose: each choice is a sealed paper that is kept for years.
async fn choices_left(tx: &mut SchoolTx, letter: &LetterRow) -> Result<i64, StoreError> {
    let chosen = store::count_chosen(tx, &letter.submission_id).await?.n;
    Ok((MOST_CHOICES - chosen).max(0))
}

/// Whether another way can be chosen: nobody has signed it.
fn is_open_to_choice(opened: &Opened) -> bool {
    let is_asked = matches!(opened.whole.letter.state.as_str(), state::CHOOSING | state::RELEASED);
    is_asked && opened.me.state == signer::INVITED && opened.whole.signers.iter().all(|row| row.state != signer::SIGNED)
}

impl Letters {
    async fn accepting(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
    ) -> Result<(Opened, Option<Terms>), Refusal> {
        let opened = self.open(caller, school, held).await?;
        if !is_acceptance(&opened.whole.letter) {
            return Err(nothing());
        }
        let mut tx = self.db().read(&caller.school).await?;
        let terms = terms_of(&mut tx, &opened.whole.letter.id).await?;
        Ok((opened, terms))
    }

    /// An acceptance as whoever holds its link reads it. L010 for every link that opens none.
    pub async fn acceptance(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
        grant: Option<&str>,
    ) -> Result<Accepting, Refusal> {
        let (opened, terms) = self.accepting(caller, school, held).await?;
        let seen = self.seen(caller, school, &opened, grant).await?;
        let letter = &opened.whole.letter;
        let status = status_of(letter);
        let mut accepting =
            Accepting { seen, status, ways: Vec::new(), chosen: None, preferred: None, deposit: None, choices_left: 0 };
        if accepting.seen.says.is_none() {
            return Ok(accepting);
        }
        if let Some(template) = template_of(school, letter).filter(|_| is_open_to_choice(&opened)) {
            let from = terms.as_ref().map_or_else(|| day_of(letter), |terms| Ok(terms.from))?;
            let choice = choice_of(school, &opened.application.submission()?, template, from);
            accepting.deposit = choice.deposit;
            let mut tx = self.db().read(&caller.school).await?;
            accepting.choices_left = choices_left(&mut tx, letter).await?;
            if choice.ways.len() > 1 && accepting.choices_left > 0 {
                accepting.ways = choice.ways;
            }
        }
        if let Some(terms) = terms {
            accepting.chosen = terms.way;
            accepting.deposit = terms.deposit;
        }
        if accepting.chosen.is_none() {
            let answers = opened.application.corrected();
            let named = answers.get(PLAN).and_then(Value::as_str);
            let way = accepting.ways.iter().find(|way| Some(way.code.as_str()) == named);
            accepting.preferred = way.map(|way| way.code.clone());
        }
        Ok(accepting)
    }

    /// Chooses how to pay. The same choice again changes nothing; another one before anybody signed is another letter in its place. A021 once
    /// somebody has signed, F003 at `/values/plan_code` for what is none of the ways and past the choices that there are, L010 where nothing is
    /// open. How it stands then.
    pub async fn choose(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
        (grant, code): (&str, &str),
    ) -> Result<(&'static str, Vec<SignerSeen>), Refusal> {
        for _ in 0..ROUNDS {
            let (opened, terms) = self.accepting(caller, school, held).await?;
            self.require_grant(caller, &opened, grant)?;
            let letter = opened.whole.letter.clone();
            if terms.as_ref().and_then(|terms| terms.way.as_ref()).is_some_and(|way| way.code == code) {
                // What a server that died had begun is drawn now, unless the press is busy.
                if letter.state == state::DRAFT && self.release(school, &letter.id).await.is_ok() {
                    continue;
                }
                return Ok((status_of(&letter), signers_seen(&opened.whole, &opened.me.id)));
            }
            if letter.state == state::DRAFT {
                self.release(school, &letter.id).await?;
                continue;
            }
            if !is_open_to_choice(&opened) {
                return Err(Refusal::new(MessageId::A021));
            }
            if letter.expires_at <= opened.now {
                return Err(nothing());
            }
            let none = || refused(Issue::error("/values/plan_code", "enum"));
            let template = template_of(school, &letter).ok_or_else(none)?.clone();
            let submission = opened.application.submission()?;
            let from = terms.map_or_else(|| day_of(&letter), |terms| Ok(terms.from))?;
            let chosen = choice_of(school, &submission, &template, from).chosen(code).ok_or_else(none)?;
            let (all, school_then) = (self.clone(), school.clone());
            let write = self.db().write(&caller.school, move |tx| {
                Box::pin(async move {
                    Forms::hold_submission(tx, &letter.submission_id).await?;
                    if letters::hold_letter(tx, &letter.id, letter.version).await? == 0 {
                        return Ok(None);
                    }
                    if choices_left(tx, &letter).await? == 0 {
                        return Err(refused(Issue::error("/values/plan_code", "maxItems").with("limit", MOST_CHOICES)));
                    }
                    all.fix(tx, &school_then, (&submission, &letter), (&template, &chosen)).await.map(Some)
                })
            });
            if let Some(id) = write.await? {
                // Where the press is busy now, the job draws it.
                if let Err(refusal) = self.release(school, &id).await {
                    tracing::info!(school.id = %school.id(), %refusal, "an acceptance is drawn later");
                }
            }
        }
        Err(Refusal::new(MessageId::A003))
    }

    /// Goes on only with the link of an acceptance and its grant. L010 for everything else; A021 where another way to pay was chosen than is meant.
    pub async fn require_acceptance(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
        (grant, code): (&str, Option<&str>),
    ) -> Result<(), Refusal> {
        let (opened, terms) = self.accepting(caller, school, held).await?;
        self.require_grant(caller, &opened, grant)?;
        let chosen = terms.and_then(|terms| terms.way).map(|way| way.code);
        let is_meant = code.is_none_or(|code| chosen.as_deref() == Some(code));
        if is_meant { Ok(()) } else { Err(Refusal::new(MessageId::A021)) }
    }

    /// Fixes what a letter says: in itself where it waited for that, else in another in its place.
    async fn fix(
        &self,
        tx: &mut SchoolTx,
        school: &Arc<School>,
        (submission, letter): (&Submission, &LetterRow),
        (template, terms): (&Arc<LetterTemplate>, &Terms),
    ) -> Result<LetterId, Refusal> {
        let hand = self.applications.hand();
        let kept = (LetterKind::Acceptance, letter.expires_at);
        let occasion = self.applications.occasion_until(tx, school, submission, kept).await?;
        if letter.state == state::CHOOSING {
            let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
            let day = day_of(letter)?;
            let composed = filled(&occasion, &answers, (template, terms.values()), (&letter.reference, day));
            let composed = composed.map_err(|unfilled| Refusal::internal(unfilled.to_string()))?;
            let text = text_of(&letter.reference, &composed).map_err(Refusal::internal)?;
            let sha256 = words::sha256_hex(text.as_bytes());
            fixed_in(tx, letter, (&template.version(), &text, &sha256), terms).await?;
            let job = ReleaseLetter { letter: letter.id.clone(), is_one_of_many: false };
            outbox::enqueue(tx, hand.clock, hand.rng, &format!("{}:chosen", letter.id), &job).await?;
            return Ok(letter.id.clone());
        }
        match issue_of(tx, hand, &occasion, (&letter.code, template, terms.values())).await? {
            Issued::Made(new) => {
                // Nobody's row of a signature is ever deleted: the two letters change theirs.
                store::move_back(tx, &new, &letter.id).await?;
                store::move_on(tx, &letter.id, &new).await?;
                store::count_places(tx, &letter.id).await?;
                store::keep_terms(tx, &new, Json(terms)).await?;
                close(tx, hand.now, letter, (state::REPLACED, What::Withdrawn {})).await?;
                Ok(new)
            }
            Issued::None => Err(nothing()),
            Issued::Unfilled(why) => Err(Refusal::internal(why)),
        }
    }
}

async fn fixed_in(
    tx: &mut SchoolTx,
    letter: &LetterRow,
    (version, text, sha256): (&str, &str, &str),
    terms: &Terms,
) -> Result<(), StoreError> {
    store::fix(tx, &letter.id, version, text, sha256).await?;
    store::keep_terms(tx, &letter.id, Json(terms)).await.map(drop)
}
