//! The form of financial documents behind a letter's link.

use std::collections::BTreeMap;
use std::sync::Arc;

use blocks::catalogue::LetterKind;
use form::UploadField;
use kernel::audit::{self, Entry};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx};
use serde_json::{Value, json};
use tenants::School;
use words::verdict::Issue;
use words::{Currency, Permission};

use super::model::{Answer, Item, answers_of, place};
use super::store;
use crate::enquiries::ENQUIRY;
use crate::forms::{Arriving, Forms, PlaceRule};
use crate::ids::LetterId;
use crate::letters::model::{signer, state};
use crate::letters::open::{Held, Opened, Seen};
use crate::letters::service::Letters;
use crate::letters::store::{self as letters, LetterRow};
use crate::my_application::nothing;
use crate::tasks::said::FINANCIAL_CAME;
use crate::tasks::{self, Asking};

/// The form as whoever holds the link finds it.
#[derive(Debug, Clone)]
pub struct FinancialForm {
    pub seen: Seen,
    /// `draft` while something can be sent, `submitted` once all was, else `locked`.
    pub status: &'static str,
    pub version: String,
    /// Empty without a grant.
    pub items: Vec<Item>,
}

fn is_open(opened: &Opened) -> bool {
    let letter = &opened.whole.letter;
    letter.state == state::RELEASED && opened.me.state == signer::INVITED && opened.now < letter.expires_at
}

/// Whether it asks for financial documents.
pub(in crate::letters) fn is_request(opened: &Opened) -> bool {
    opened.whole.letter.kind == LetterKind::FinancialRequest.as_str()
}

pub(super) fn of_request(opened: Opened) -> Result<Opened, Refusal> {
    if is_request(&opened) { Ok(opened) } else { Err(nothing()) }
}

impl Letters {
    /// What a letter asks for, with what came.
    pub(super) async fn items(&self, tx: &mut SchoolTx, letter: &LetterRow) -> Result<Vec<Item>, Refusal> {
        let files = Forms::submitted_files(tx, &letter.submission_id).await?;
        let school = tx.school().clone();
        let rows = store::items_of(tx, &letter.id).await?.into_iter();
        Ok(rows.map(|row| Item::of(row, (self.secret(), &school), &files)).collect())
    }

    /// The form of financial documents. L010 for every link that opens none.
    pub async fn financial_form(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
        grant: Option<&str>,
    ) -> Result<FinancialForm, Refusal> {
        let opened = of_request(self.open(caller, school, held).await?)?;
        self.financial_form_of(caller, school, &opened, grant).await
    }

    /// The same of a letter that is open.
    pub(in crate::letters) async fn financial_form_of(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        opened: &Opened,
        grant: Option<&str>,
    ) -> Result<FinancialForm, Refusal> {
        let seen = self.seen(caller, school, opened, grant).await?;
        let version = opened.whole.letter.template_version.clone();
        let mut tx = self.db().read(&caller.school).await?;
        let items = self.items(&mut tx, &opened.whole.letter).await?;
        drop(tx);
        let status = match () {
            () if !is_open(opened) => "locked",
            () if items.iter().any(|item| item.state.is_open()) => "draft",
            () => "submitted",
        };
        let items = if seen.says.is_some() { items } else { Vec::new() };
        Ok(FinancialForm { seen, status, version, items })
    }

    /// Keeps what is said beside documents that are open (`submit` sends those of which something came). F004 where what was shown is another version;
    /// F003 at `/values/<code>/…` for what cannot be, and when it is sent for what is missing, at `/values` where nothing came; L010 where nothing is
    /// open.
    pub(in crate::letters) async fn put_financial(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (opened, grant): (Opened, &str),
        (version, values, submits): (&str, Value, bool),
    ) -> Result<(), Refusal> {
        self.require_grant(caller, &opened, grant)?;
        if version != opened.whole.letter.template_version {
            return Err(Refusal::new(MessageId::F004));
        }
        if !is_open(&opened) {
            return Err(nothing());
        }
        let wrong = |issues: Vec<Issue>| Err(Refusal::new(MessageId::F003).errors(issues));
        let Some(answers) = answers_of(values) else { return wrong(vec![Issue::error("/values", "format")]) };
        let currency = Currency::parse(&school.config().currency).ok_or_else(|| Refusal::internal("no currency"))?;
        let answers: BTreeMap<String, Answer> =
            answers.into_iter().map(|(code, answer)| (code, answer.tidied())).collect();
        let mut tx = self.db().read(&caller.school).await?;
        let asked = store::items_of(&mut tx, &opened.whole.letter.id).await?;
        drop(tx);
        // What is written is bounded by what is asked.
        if answers.keys().any(|code| asked.iter().all(|row| row.code != *code)) {
            return wrong(vec![Issue::error("/values", "enum")]);
        }
        let faults: Vec<Issue> = answers.iter().flat_map(|(code, answer)| answer.wrong(code, currency)).collect();
        if !faults.is_empty() {
            return wrong(faults);
        }
        let submission = opened.application.submission()?;
        let family = opened.application.family();
        let (all, caller_then, school_then, letter) =
            (self.clone(), caller.clone(), school.clone(), opened.whole.letter);
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let hand = all.applications.hand();
                Forms::hold_submission(tx, &letter.submission_id).await?;
                let found = letters::find_letter(tx, &letter.id).await?;
                if found.is_none_or(|found| found.state != state::RELEASED) {
                    return Err(nothing());
                }
                let scope = caller_then.school.id().clone();
                for (code, answer) in &answers {
                    let sealed = answer.sealed((all.secret(), all.rng(), &scope));
                    store::keep_answer(tx, &letter.id, code, &sealed).await?;
                }
                if !submits {
                    return Ok(());
                }
                let items = all.items(tx, &letter).await?;
                let sent: Vec<&Item> = items.iter().filter(|one| one.state.is_open() && !one.is_empty()).collect();
                let mut faults: Vec<Issue> = sent.iter().flat_map(|item| item.faults(currency)).collect();
                // Where all was sent before, it is the same again.
                if sent.is_empty() && items.iter().any(|item| item.state.is_open()) {
                    faults.push(Issue::error("/values", "minItems"));
                }
                if !faults.is_empty() {
                    return Err(Refusal::new(MessageId::F003).errors(faults));
                }
                if sent.is_empty() {
                    return Ok(());
                }
                for item in &sent {
                    store::submit(tx, &letter.id, &item.row.code).await?;
                }
                let labels = sent.iter().map(|item| format!("{} · {}", item.row.label.en, item.row.label.ar));
                let labels = labels.collect::<Vec<_>>().join(", ");
                let entry = timeline::Entry {
                    at: hand.now,
                    actor_name: &family,
                    action: "letter",
                    from: Some(&letter.reference),
                    to: Some("financial_sent"),
                    comment: Some(&labels),
                    ..timeline::Entry::default()
                };
                let object = Object::new(ENQUIRY.kind, &letter.submission_id);
                Timeline::resume(tx, hand.secret, object).await?.add(tx, entry).await?;
                let today = school_then.today(hand.now).to_string();
                let asking = Asking::new(&submission.id, &FINANCIAL_CAME, (None, &today));
                let asking = Asking { right: Some(Permission::ApplicationFees), ..asking };
                tasks::ask(tx, (hand.clock, hand.rng), asking, hand.now).await?;
                let detail = json!({ "letter": letter.reference, "items": sent.len() });
                let object_id = letter.submission_id.as_str();
                let entry = Entry { action: "letter.financial_send", object_kind: "enquiry", object_id, detail };
                Ok(audit::record(tx, hand.clock, hand.rng, &caller_then, entry).await?)
            })
        });
        write.await
    }

    /// Begins a file for a document. L010 as above; D003 for one that takes none: that is not asked, was sent, or is verified.
    pub async fn begin_financial_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (held, grant, code): (&Held, &str, &str),
        name: &str,
    ) -> Result<Arriving, Refusal> {
        let opened = of_request(self.open(caller, school, held).await?)?;
        self.require_grant(caller, &opened, grant)?;
        if !is_open(&opened) {
            return Err(Refusal::new(MessageId::D003));
        }
        let (place, letter) = (place(code), opened.whole.letter.id.clone());
        let mut tx = self.db().read(&caller.school).await?;
        self.require_room(&mut tx, &letter, &place).await?;
        drop(tx);
        let (all, of_rule) = (self.clone(), place.clone());
        let rule = PlaceRule::new(move |tx| {
            let (all, letter, place) = (all.clone(), letter.clone(), of_rule.clone());
            Box::pin(async move { all.require_room(tx, &letter, &place).await })
        });
        self.families.begin_file_at(caller, school, &opened.application, (place, rule), name).await
    }

    /// D003 where a document of a request takes no file: the request is over, it is not asked, was sent or is verified, or has as many as it takes.
    async fn require_room(&self, tx: &mut SchoolTx, letter: &LetterId, place: &UploadField) -> Result<(), Refusal> {
        let none = || Refusal::new(MessageId::D003);
        let now = self.clock().now_ms();
        let found = letters::find_letter(tx, letter).await?;
        let letter = found.filter(|letter| letter.state == state::RELEASED && now < letter.expires_at);
        let items = self.items(tx, &letter.ok_or_else(none)?).await?;
        let item = items.into_iter().find(|item| super::model::place(&item.row.code).name == place.name);
        let item = item.filter(|item| item.state.is_open()).ok_or_else(none)?;
        if item.files.len() >= usize::try_from(place.max_files).unwrap_or_default() {
            return Err(none().with("limit", place.max_files));
        }
        Ok(())
    }
}
