//! What a family has said of its children, in its account, and takes back.

use std::sync::Arc;

use form::Confirmation;
use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::message;
use kernel::message_counts::{self, Counted, Reason, Target};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx};
use serde_json::{Value, json};
use tenants::School;
use words::language::display_date;
use words::text::lines;
use words::verdict::Issue;
use words::{Permission, Text};

use super::model::MOST_REASON;
use super::store::{self, GivenRow};
use crate::enquiries::{ENQUIRY, Submission};
use crate::files::Content;
use crate::forms::Forms;
use crate::ids::{ConsentId, LetterId};
use crate::letters::model::{file, signer};
use crate::letters::reach::Reach;
use crate::letters::service::{Letters, Whole};
use crate::letters::store::FileRow;
use crate::messages::consent_withdrawn;
use crate::my_application::as_corrected;
use crate::tasks;
use crate::tasks::said::WITHDRAWAL_UNCONFIRMED;
use crate::typed::refused;

/// What is to be done once a consent is withdrawn.
const PLEASE_STOP: [&str; 2] = ["Please stop what it was for.", "نرجو إيقاف ما كانت لأجله."];

/// What who looks after an application reads of a consent by its title.
fn withdrawn(title: &Text) -> Vec<Text> {
    let [en, ar] = PLEASE_STOP.map(str::to_owned);
    let news = Text {
        en: format!("The family has withdrawn the consent “{}”.", title.en),
        ar: format!("سحبت الأسرة الموافقة «{}».", title.ar),
    };
    vec![news, Text { en, ar }]
}

/// An answer of a family's, in its account.
#[derive(Debug, Clone)]
pub struct GivenConsent {
    pub row: GivenRow,
    /// Whether the school needs it.
    pub required: bool,
}

impl Letters {
    /// The answers of a family's children, the newest first.
    pub async fn given(&self, caller: &Caller, school: &School) -> Result<Vec<GivenConsent>, Refusal> {
        caller.require(Permission::FamilyRead)?;
        let user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?;
        let mut tx = self.db().read(&caller.school).await?;
        let rows = store::given_by(&mut tx, user).await?.into_iter();
        Ok(rows.map(|row| given(school, row)).collect())
    }

    /// The signed letter of one of them, with its reference. A001 where there is none.
    pub async fn given_file(&self, caller: &Caller, id: &ConsentId) -> Result<(FileRow, Content, String), Refusal> {
        caller.require(Permission::FamilyRead)?;
        let user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?;
        let mut tx = self.db().read(&caller.school).await?;
        let row = store::find_given_by(&mut tx, user, id).await?.ok_or_else(Refusal::not_found)?;
        let whole = Whole::find(&mut tx, &row.letter_id).await?.ok_or_else(Refusal::not_found)?;
        drop(tx);
        let found = whole.file(file::SIGNED).filter(|_| !whole.letter.text.is_empty()).cloned();
        let found = found.ok_or_else(Refusal::not_found)?;
        Ok((found.clone(), self.content(&found).await?, whole.letter.reference))
    }

    /// Withdraws a consent; one that was withdrawn already stays as it is. A001 for what is none of the family's, or was refused; F003 at `/reason` for
    /// too many words.
    pub async fn withdraw_consent(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &ConsentId,
        reason: &str,
    ) -> Result<GivenConsent, Refusal> {
        caller.require(Permission::FamilyRead)?;
        let Actor::User { id: user, name, .. } = caller.actor.clone() else {
            return Err(Refusal::new(MessageId::L014));
        };
        let reason = lines(reason);
        if reason.chars().count() > MOST_REASON {
            return Err(refused(Issue::error("/reason", "maxLength").with("limit", MOST_REASON)));
        }
        let mut tx = self.db().read(&caller.school).await?;
        let found = store::find_given_by(&mut tx, &user, id).await?.ok_or_else(Refusal::not_found)?;
        drop(tx);
        let system = Caller::system(caller.school.clone());
        let submission = self.enquiries.submission(&system, school, &found.submission_id).await?;
        let (all, caller_then, school_then, id) = (self.clone(), caller.clone(), school.clone(), id.clone());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let (hand, of) = (all.applications.hand(), &submission.id);
                Forms::hold_submission(tx, of).await?;
                let find = store::find_given_by(tx, &user, &id).await?;
                let row = find.filter(|row| row.choice == "accepted").ok_or_else(Refusal::not_found)?;
                if store::withdraw(tx, &id, &name, &reason, hand.now).await? > 0 {
                    audit::count_kept(tx, &user, reason.len(), hand.now).await?;
                    let title = format!("{} · {}", row.title.en, row.title.ar);
                    let comment = if reason.is_empty() { title } else { format!("{title}: {reason}") };
                    let entry = timeline::Entry {
                        at: hand.now,
                        actor_id: Some(&user),
                        actor_name: &name,
                        action: "letter",
                        from: Some(&row.reference),
                        to: Some("consent_withdrawn"),
                        comment: Some(&comment),
                        ..timeline::Entry::default()
                    };
                    let mut timeline = Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, of)).await?;
                    timeline.add(tx, entry).await?;
                    let detail = json!({ "consent": id, "code": row.code });
                    let entry =
                        Entry { action: "consent.withdraw", object_kind: "enquiry", object_id: of.as_str(), detail };
                    audit::record(tx, hand.clock, hand.rng, &caller_then, entry).await?;
                    let about = format!("consent:{id}");
                    let said = (withdrawn(&row.title), about.as_str());
                    tasks::tell_owner(tx, &all.enquiries, &school_then, &submission, said).await?;
                    all.confirm_withdrawal(tx, &caller_then, &school_then, (&submission, &row)).await?;
                }
                let row = store::find_given_by(tx, &user, &id).await?.ok_or_else(Refusal::not_found)?;
                Ok::<_, Refusal>(given(&school_then, row))
            })
        });
        write.await
    }

    /// The mail that confirms it to who gave it, for it may be somebody else who did. Withdrawn it is all the same where none goes; then whoever
    /// looks after the application is asked to call.
    async fn confirm_withdrawal(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &School,
        (submission, row): (&Submission, &GivenRow),
    ) -> Result<(), Refusal> {
        let (now, language) = (self.clock().now_ms(), submission.language);
        let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
        let to = signed_at(tx, school, (submission, &answers), &row.letter_id).await?;
        if let Some(to) = to {
            let target = Target::mail(&to.email);
            let counted = message_counts::take(tx, self.secret(), caller, Reason::Withdrawal, &target, now).await?;
            if counted == Counted::Free {
                let said = (row.title.get(language).to_owned(), display_date(school.today(now), language));
                let mail = consent_withdrawn(submission, to, said, now);
                let once = format!("consent_withdrawn:{}", row.id);
                return Ok(message::send(tx, self.clock(), self.rng(), self.secret(), &once, &mail).await?);
            }
        }
        let (today, params) = (school.today(now).to_string(), json!({ "consent": row.title.0 }));
        let asked = (&WITHDRAWAL_UNCONFIRMED, &*today, &params);
        Ok(tasks::ask_owner_of(tx, (self.clock(), self.rng()), &submission.id, asked, now).await?)
    }
}

/// The address of who signed a letter, where it can be told for certain.
async fn signed_at(
    tx: &mut SchoolTx,
    school: &School,
    (submission, answers): (&Submission, &Value),
    letter: &LetterId,
) -> Result<Option<Confirmation>, Refusal> {
    let Some(whole) = Whole::find(tx, letter).await? else { return Ok(submission.document().confirmation(answers)) };
    let Some(row) = whole.signers.iter().find(|row| row.state == signer::SIGNED) else {
        return Ok(submission.document().confirmation(answers));
    };
    Ok(Reach::of_signed(school, (submission, answers), (&whole, row)).email)
}

fn given(school: &School, row: GivenRow) -> GivenConsent {
    let required = school.letters().get(&row.code).is_some_and(|template| template.required);
    GivenConsent { row, required }
}
