//! What a family changes of what it sent, inside the transaction that makes it: the history and the audit say it, and who was written to
//! until now hears of another address.

use std::sync::Arc;

use kernel::audit::{self, Entry};
use kernel::message;
use kernel::message_counts::{self, Counted, Reason, Target};
use kernel::timeline::{self, Object};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError};
use serde_json::{Value, json};
use tenants::School;
use words::text::mailbox;
use words::verdict::Issue;
use words::{Text, ids};

use super::model::contact_details;
use super::service::{Application, MyApplications, as_corrected, with_corrections};
use super::store::{self, CorrectionRow};
use crate::applications::{FamilyReason, Hand, Standing, reason_words, withdraw_by_family};
use crate::enquiries::{CloseReason, ENQUIRY, State, Submission, send_by_family};
use crate::messages::{self, ContactChange};
use crate::own_link::{Proof, living_path};
use crate::stand::Stand;
use crate::tasks;
use crate::unlocks;

/// Corrections of one submission: each stands in its history, and it is found by all of them.
const MOST_CORRECTIONS: usize = 60;

/// What who looks after an application reads once it is withdrawn.
const WITHDRAWN: [&str; 2] = ["The family withdrew this application.", "سحبت الأسرة هذا الطلب."];

/// The same of an offer that was out.
const DECLINED: [&str; 2] = ["The family declined the offer.", "لم تقبل الأسرة العرض."];

/// A change in the transaction that makes it.
pub(super) struct Change {
    pub applications: MyApplications,
    pub caller: Caller,
    pub school: Arc<School>,
    pub key: String,
    pub application: Application,
    pub now: i64,
}

impl Change {
    /// Away from the school: an enquiry is closed, an application withdrawn or its offer declined.
    pub async fn withdraw(&self, tx: &mut SchoolTx, why: &FamilyReason) -> Result<(), Refusal> {
        if self.of_application().is_none() {
            // Of an enquiry nobody is asked why.
            if why.is_said() {
                return Err(Refusal::new(MessageId::F003).errors(vec![Issue::error("/reason_code", "unknownField")]));
            }
            return self.send(tx, State::Lost, Some(CloseReason::Withdrawn)).await;
        }
        let own = &self.applications;
        let hand = Hand { secret: own.secret(), clock: own.clock(), rng: own.rng(), now: self.now };
        let family = self.application.named(&self.caller);
        withdraw_by_family(tx, hand, &self.school, &self.application.id, (&family, why)).await
    }

    /// Where it stood before, where it is an application.
    fn of_application(&self) -> Option<Standing> {
        match Stand::parse(&self.application.row.state) {
            Some(Stand::Application(standing)) => Some(standing),
            _ => None,
        }
    }

    pub async fn send(&self, tx: &mut SchoolTx, to: State, reason: Option<CloseReason>) -> Result<(), Refusal> {
        let Application { id, .. } = &self.application;
        let family = self.application.named(&self.caller);
        send_by_family(tx, self.applications.secret(), id, (to, reason), (&family, self.now)).await
    }

    pub async fn correct(&self, tx: &mut SchoolTx, corrected: Vec<(String, String)>) -> Result<(), Refusal> {
        let (forms, application, now) = (self.applications.forms(), &self.application, self.now);
        // As they are now: somebody else of the family may have been quicker.
        let object = Object::new(ENQUIRY.kind, &application.id);
        let made = timeline::of_actions(tx, object, &["contact"]).await?.len();
        if made + corrected.len() > MOST_CORRECTIONS {
            let limit = |(field, _): &(String, String)| {
                Issue::error(format!("/{field}"), "maxItems").with("limit", MOST_CORRECTIONS)
            };
            return Err(Refusal::new(MessageId::F003).errors(corrected.iter().map(limit).collect()));
        }
        let corrections = store::corrections_of(tx, &application.id).await?;
        let details = contact_details(&application.pinned.document, &application.row.answers.0, &corrections);
        let family = application.named(&self.caller);
        let mut fields = Vec::new();
        let mut others = Vec::new();
        for (field, value) in corrected {
            let Some(detail) = details.iter().find(|one| one.field == field && one.value != value) else { continue };
            if value == detail.sent {
                store::delete_correction(tx, &application.id, &field).await?;
            } else {
                store::put_correction(tx, &application.id, &field, &value, now).await?;
            }
            // A history, as the search, is everybody's: what an audience alone reads is in neither.
            let is_open = application.pinned.document.audience_of(&field).is_none();
            let entry = timeline::Entry {
                at: now,
                actor_name: &family,
                action: "contact",
                from: Some(&*detail.value).filter(|_| is_open),
                to: Some(&*value).filter(|_| is_open),
                reason: Some(detail.kind),
                ..timeline::Entry::default()
            };
            forms.note_of_family(tx, &application.id, entry).await?;
            fields.push(field.clone());
            if is_open {
                others.push((field, value));
            }
        }
        if fields.is_empty() {
            return Ok(());
        }
        if !others.is_empty() {
            forms.find_by_too(tx, &self.caller.school, &application.pinned.document, &application.id, &others).await?;
        }
        unlocks::seen_otherwise(tx, &application.id).await?;
        self.tell_of_change(tx, corrections).await?;
        Ok(self.write_down(tx, "application.contact", json!({ "fields": fields })).await?)
    }

    /// Tells whoever was written to until now that another address is, or that another number opens the application, where that is so: it
    /// may be they who changed nothing. What cannot be told is not changed: L002, R012.
    async fn tell_of_change(&self, tx: &mut SchoolTx, before: Vec<CorrectionRow>) -> Result<(), Refusal> {
        let (application, sent) = (&self.application, &self.application.row.answers.0);
        let (was, is) = (with_corrections(sent, before), as_corrected(tx, &application.id, sent).await?);
        let submission = application.submission()?;
        self.applications.tell_former(tx, &self.caller, &submission, (&was, &is), self.now).await
    }

    /// Confirms to the address that the school writes to that the application is withdrawn, and tells who looks after it: once on each of the
    /// school's days, or who withdraws and returns in turn would write to both without end. Withdrawn it is all the same where no letter goes.
    pub async fn tell_of_withdrawal(&self, tx: &mut SchoolTx, why: &FamilyReason) -> Result<(), Refusal> {
        let (application, applications, secret) = (&self.application, &self.applications, self.applications.secret());
        let (clock, rng, now) = (applications.clock(), applications.rng(), self.now);
        let (document, submission) = (&application.pinned.document, application.submission()?);
        let answers = as_corrected(tx, &application.id, &application.row.answers.0).await?;
        let once = format!("withdrawn:{}:{}", application.id, self.school.today(now));
        if let Some(to) = document.confirmation(&answers)
            && !message::is_sent(tx, &once).await?
        {
            let target = Target::mail(&to.email);
            let counted = message_counts::take(tx, secret, &self.caller, Reason::Withdrawal, &target, now).await?;
            if counted == Counted::Free {
                // An application is withdrawn for good: its page has nothing to take back.
                let path = match Proof::of(document, &answers) {
                    Some(_) if self.of_application().is_none() => {
                        Some(living_path(tx, rng, secret, &application.id, now).await?)
                    }
                    _ => None,
                };
                let mail = messages::withdrawn(&submission, to, path, now);
                message::send(tx, clock, rng, secret, &once, &mail).await?;
            }
        }
        let is_offer = self.of_application().is_some_and(|standing| standing.status() == "F");
        let [en, ar] = if is_offer { DECLINED } else { WITHDRAWN };
        let mut said = vec![Text { en: en.to_owned(), ar: ar.to_owned() }];
        if let Some(reason) = why.chosen.and_then(|reason| reason_words(&self.school, reason.code())) {
            said.push(Text { en: format!("Reason: {}", reason.en), ar: format!("السبب: {}", reason.ar) });
        }
        tasks::tell_owner(tx, applications.enquiries(), &self.school, &submission, (said, &once)).await
    }

    /// That it was done; what the family wrote stays out of the audit.
    pub async fn write_down(&self, tx: &mut SchoolTx, action: &str, detail: Value) -> Result<(), StoreError> {
        let id = self.application.id.as_str();
        let entry = Entry { action, object_kind: "enquiry", object_id: id, detail };
        audit::record(tx, self.applications.clock(), self.applications.rng(), &self.caller, entry).await
    }
}

impl MyApplications {
    /// Tells whoever was written to by answers until now that by others another address is, or that another number opens the application.
    pub(crate) async fn tell_former(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        submission: &Submission,
        (was, is): (&Value, &Value),
        now: i64,
    ) -> Result<(), Refusal> {
        let document = submission.document();
        let Some(former) = document.confirmation(was) else { return Ok(()) };
        let to = document.confirmation(is);
        let changed = if to.is_none_or(|to| mailbox(&to.email) != mailbox(&former.email)) {
            ContactChange::Address
        } else if Proof::of(document, was) != Proof::of(document, is) {
            ContactChange::Number
        } else {
            return Ok(());
        };
        let (clock, rng, secret) = (self.clock(), self.rng(), self.secret());
        let target = Target::mail(&former.email);
        message_counts::take(tx, secret, caller, Reason::News, &target, now).await?.or_refuse()?;
        let mail = messages::contact_changed(submission, former, changed, now);
        Ok(message::send(tx, clock, rng, secret, &ids::new_id(clock, rng), &mail).await?)
    }
}
