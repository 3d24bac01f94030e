//! What staff change of an application's answers themselves: held against the form and its rules of then, as what a family changes, and kept
//! in the same place with who of them changed it and why.

use std::sync::Arc;

use form::Localised;
use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, SubmissionId};
use serde_json::{Map, Value, json};
use sqlx::types::Json;
use tenants::School;
use words::verdict::Issue;
use words::{Language, Permission};

use super::model::{UnlockChoice, can_be_changed, can_become, changeable_choices, reason_of, wanted};
use super::service::{Unlocks, told};
use super::store;
use crate::applications;
use crate::enquiries::{ENQUIRY, Submission};
use crate::forms::{Amendment, ChangedAnswer, Forms, SentAnswers};
use crate::my_application::{Application, as_corrected, corrections_of, uncorrect};
use crate::stand::Stand;
use crate::students::{self, Told};
use crate::typed::refused;

/// Changes that are kept of one submission.
const MOST_CHANGES: i64 = 2_000;

/// What somebody of the staff may change of an application, and what stands there.
#[derive(Debug)]
pub struct Changeable {
    /// The submission's, that a change is based on.
    pub version: i64,
    /// Everything that they may change.
    pub choices: Vec<UnlockChoice>,
    /// What was asked for, and what shows by that.
    pub fields: Vec<String>,
    /// The form of these alone; none where nothing was asked for.
    pub document: Option<Localised>,
    /// What stands there, but for numbers of which nobody is shown all.
    pub values: Map<String, Value>,
}

/// Other answers of somebody of the staff.
#[derive(Debug, Clone)]
pub struct Changing {
    /// The submission's, that it is based on.
    pub version: i64,
    /// By field; null takes an answer away.
    pub changes: Map<String, Value>,
    /// Why, in words.
    pub reason: String,
}

/// What is on its way into the transaction that writes it.
struct Writing {
    caller: Caller,
    school: Arc<School>,
    version: i64,
    reason: String,
    /// As its family has it: for mail to it, and for what follows from it.
    application: Application,
    whole: Submission,
    amendment: Amendment,
    /// Fields that were asked for.
    asked: Vec<String>,
    now: i64,
}

impl Unlocks {
    /// What the caller may change of an application; of the named fields the form and what stands there. Read as one line: A007. A001 for what
    /// is no application, F003 at `/fields` for what cannot be changed.
    pub async fn changeable(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        named: &[String],
        language: Language,
    ) -> Result<Changeable, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        self.enquiries.count_read(caller, 1).await?;
        let submission = self.enquiries.submission(caller, school, id).await?;
        let mut tx = self.enquiries.db().read(&caller.school).await?;
        let row = store::find_state(&mut tx, id).await?.ok_or_else(Refusal::not_found)?;
        applications::registered(&mut tx, id).await?.ok_or_else(Refusal::not_found)?;
        let answers = as_corrected(&mut tx, id, &submission.answers).await?;
        drop(tx);
        let mut told = Changeable {
            version: row.version,
            choices: changeable_choices(&submission),
            fields: Vec::new(),
            document: None,
            values: Map::new(),
        };
        if named.is_empty() {
            return Ok(told);
        }
        let asked: Vec<String> = wanted(told.choices.clone(), named)?.into_iter().map(|one| one.field).collect();
        let document = submission.document();
        told.fields = with_shown_by(&submission, &asked);
        let is_whole = |field: &String| submission.answers.get(field) == submission.sent.get(field);
        let stands = |field: &String| Some((field.clone(), answers.get(field)?.clone()));
        told.values = told.fields.iter().filter(|field| is_whole(field)).filter_map(stands).collect();
        told.document = Some(document.excerpt(language, &told.fields, &answers));
        Ok(told)
    }

    /// Changes answers of an application. A003 where somebody was quicker, A012 where it is closed, A002 where an answer would go that the caller
    /// does not read, F003 at `/changes/…` for what is wrong there and at `/reason`.
    pub async fn change(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        changing: Changing,
    ) -> Result<(), Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let Changing { version, changes, reason } = changing;
        let reason = reason_of(&reason)?;
        self.enquiries.count_read(caller, 1).await?;
        let submission = self.enquiries.submission(caller, school, id).await?;
        let asked = fields_of(&submission, &changes)?;
        let mut tx = self.enquiries.db().read(&caller.school).await?;
        let row = store::find_state(&mut tx, id).await?.ok_or_else(Refusal::not_found)?;
        applications::registered(&mut tx, id).await?.ok_or_else(Refusal::not_found)?;
        if row.version != version {
            return Err(Refusal::new(MessageId::A003));
        }
        if is_closed(&row.state) {
            return Err(Refusal::new(MessageId::A012).with("allowed", [""; 0]));
        }
        let application = self.families.load(tx, caller, school, id.clone()).await?;
        let whole = application.submission()?;
        let now = self.enquiries.clock().now_ms();
        let sent = SentAnswers {
            id,
            form: &application.row.form_id,
            pinned: &application.pinned,
            answers: &application.row.answers.0,
            verdict: &whole.verdict,
            sent_on: school.today(application.row.submitted_at),
        };
        // What shows by a change is asked for beside it, and is what it was where nobody says otherwise.
        let beside = with_shown_by(&submission, &asked);
        let stands = application.corrected();
        let mut answers: Map<String, Value> =
            beside.iter().filter_map(|field| Some((field.clone(), stands.get(field)?.clone()))).collect();
        for (field, value) in &changes {
            if value.is_null() {
                answers.shift_remove(field);
            } else {
                answers.insert(field.clone(), value.clone());
            }
        }
        let amended = self.forms.amend(&caller.school, school, sent, (&beside, answers), submission.language).await;
        let amendment = amended.map_err(|refusal| refusal.below("/changes"))?;
        let strange = amendment.changed.iter().any(|one| !reads(&submission, &one.field));
        if strange {
            return Err(Refusal::new(MessageId::A002));
        }
        let unasked = |field: &&String| {
            changes.get(*field).is_some_and(|value| !value.is_null()) && amendment.values.get(*field).is_none()
        };
        let unasked: Vec<Issue> = asked.iter().filter(unasked).map(|field| at(field, "readOnly")).collect();
        if !unasked.is_empty() {
            return Err(Refusal::new(MessageId::F003).errors(unasked));
        }
        let (caller, school) = (caller.clone(), school.clone());
        let scope = caller.school.clone();
        let writing = Writing { caller, school, version, reason, application, whole, amendment, asked: beside, now };
        let unlocks = self.clone();
        let write = self
            .enquiries
            .db()
            .write(&scope, move |tx| Box::pin(async move { unlocks.write_change(tx, writing).await }));
        write.await
    }

    /// Changes what an application's form asks of somebody. D003 where it asks nothing of them, F003 at what tells of somebody else; else as
    /// [`Unlocks::change`].
    pub async fn change_about(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        whom: Told,
        changing: Changing,
    ) -> Result<(), Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let submission = self.enquiries.submission(caller, school, id).await?;
        let theirs = students::fields_about(submission.document(), whom);
        if theirs.is_empty() {
            return Err(Refusal::new(MessageId::D003));
        }
        let others = changing.changes.keys().filter(|field| !theirs.contains(&field.as_str()));
        let issues: Vec<Issue> = others.map(|field| at(field, "enum")).collect();
        if !issues.is_empty() {
            return Err(Refusal::new(MessageId::F003).errors(issues));
        }
        self.change(caller, school, id, changing).await
    }

    async fn write_change(&self, tx: &mut SchoolTx, writing: Writing) -> Result<(), Refusal> {
        let Writing { caller, school, version, reason, application, whole, amendment, asked, now } = &writing;
        let Actor::User { id: author, name, .. } = &caller.actor else { return Err(Refusal::new(MessageId::A002)) };
        let (enquiries, id, now) = (&self.enquiries, &application.id, *now);
        enquiries.require_seen(tx, caller, school, id).await?;
        if !Forms::take_version(tx, id, *version, now).await? {
            return Err(Refusal::new(MessageId::A003));
        }
        let was = application.corrected();
        let (mut stay, mut changed) = (Vec::new(), amendment.changed.clone());
        for one in corrections_of(tx, id).await? {
            if asked.contains(&one.field) {
                uncorrect(tx, id, &one.field).await?;
                set_before(&mut changed, &one.field, (one.value.into(), amendment.values.get(&one.field)));
            } else {
                stay.push((one.field, one.value));
            }
        }
        if changed.is_empty() {
            return Err(refused(Issue::error("/changes", "minProperties").with("limit", 1)));
        }
        let seq = store::last_change(tx, id).await?.n;
        if seq >= MOST_CHANGES {
            return Err(refused(Issue::error("/changes", "maxItems").with("limit", MOST_CHANGES)));
        }
        let bytes: usize = changed.iter().map(size_of_change).sum();
        audit::count_kept(tx, author, bytes + reason.len(), now).await?;
        self.forms.write_amendment(tx, school, amendment, &stay, now).await?;
        // Where something is changed that an audience alone reads, why stands there and nowhere else.
        let is_kept = |one: &ChangedAnswer| whole.document().audience_of(&one.field).is_some();
        let (kept, open): (Vec<ChangedAnswer>, Vec<ChangedAnswer>) = changed.iter().cloned().partition(is_kept);
        let is_open = kept.is_empty();
        self.keep_changes(tx, id, (&open, author.as_str(), is_open.then_some(reason.as_str())), now).await?;
        self.keep_changes(tx, id, (&kept, author.as_str(), Some(reason)), now).await?;
        // Whoever has them open at home sends nothing over this.
        store::bump_unlocks(tx, id).await?;
        let fields = told(whole, changed.iter().map(|one| one.field.as_str()));
        let entry = timeline::Entry {
            at: now,
            actor_id: Some(author),
            actor_name: name,
            role: caller.role_for(Permission::ApplicationEdit),
            action: "answers",
            to: fields.as_deref(),
            comment: is_open.then_some(reason.as_str()),
            ..timeline::Entry::default()
        };
        let mut timeline = Timeline::resume(tx, enquiries.secret(), Object::new(ENQUIRY.kind, id)).await?;
        timeline.add(tx, entry).await?;
        let mut is = amendment.values.clone();
        for (field, value) in &stay {
            is[field] = value.as_str().into();
        }
        self.families.tell_former(tx, caller, whole, (&was, &is), now).await?;
        let names: Vec<&str> = changed.iter().map(|one| one.field.as_str()).collect();
        let detail = json!({ "fields": names });
        let entry =
            Entry { action: "application.change_answers", object_kind: "enquiry", object_id: id.as_str(), detail };
        Ok(audit::record(tx, enquiries.clock(), enquiries.rng(), caller, entry).await?)
    }

    /// Keeps what stood there: by whom it was changed, and why where somebody of the staff did.
    pub(super) async fn keep_changes(
        &self,
        tx: &mut SchoolTx,
        id: &SubmissionId,
        (changed, by, reason): (&[ChangedAnswer], &str, Option<&str>),
        now: i64,
    ) -> Result<(), Refusal> {
        let mut seq = store::last_change(tx, id).await?.n;
        for one in changed {
            seq += 1;
            let (before, after) = (one.before.as_ref().unwrap_or(&Value::Null), one.after.as_ref());
            let (field, after) = (&*one.field, Json(after.unwrap_or(&Value::Null)));
            let row = store::NewChange { submission: id, seq, field, before: Json(before), after, by, reason, now };
            store::insert_change(tx, &row).await?;
        }
        Ok(())
    }
}

/// The fields that somebody wants to change. F003 at each that takes no change, or that they do not read.
fn fields_of(submission: &Submission, changes: &Map<String, Value>) -> Result<Vec<String>, Refusal> {
    if changes.is_empty() {
        return Err(refused(Issue::error("/changes", "minProperties").with("limit", 1)));
    }
    let most = super::model::MOST_FIELDS;
    if changes.len() > most {
        return Err(refused(Issue::error("/changes", "maxProperties").with("limit", most)));
    }
    let own = changes.iter().filter(|(field, value)| !can_become(submission, field, value));
    let issues: Vec<Issue> = own.map(|(field, _)| at(field, "readOnly")).collect();
    if issues.is_empty() {
        Ok(changes.keys().cloned().collect())
    } else {
        Err(Refusal::new(MessageId::F003).errors(issues))
    }
}

/// Some fields, and those that the caller may change beside them as they show by these.
fn with_shown_by(submission: &Submission, fields: &[String]) -> Vec<String> {
    let mut all = submission.document().with_shown_by(fields);
    all.retain(|field| can_be_changed(submission, field));
    all
}

fn reads(submission: &Submission, field: &str) -> bool {
    super::model::is_read(submission, field)
}

/// Whether the school or the family has closed it: who is enrolled is still written about.
fn is_closed(state: &str) -> bool {
    matches!(Stand::parse(state), Some(Stand::Application(standing)) if standing.status() == "R")
}

fn at(field: &str, code: &str) -> Issue {
    Issue::error(format!("/changes/{field}"), code)
}

/// What was corrected stood there, and not what was sent; what is as it was corrected is no change.
fn set_before(changed: &mut Vec<ChangedAnswer>, field: &str, (was, is): (Value, Option<&Value>)) {
    let at = changed.iter().position(|one| one.field == field);
    if Some(&was) == is {
        if let Some(at) = at {
            changed.remove(at);
        }
        return;
    }
    if let Some(one) = at.and_then(|at| changed.get_mut(at)) {
        one.before = Some(was);
    } else {
        changed.push(ChangedAnswer { field: field.to_owned(), before: Some(was), after: is.cloned() });
    }
}

fn size_of_change(one: &ChangedAnswer) -> usize {
    let size = |value: &Option<Value>| value.as_ref().map_or(0, |value| value.to_string().len());
    one.field.len() + size(&one.before) + size(&one.after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_corrected_stood_there() {
        let change = |before: &str, after: &str| ChangedAnswer {
            field: "phone".into(),
            before: Some(before.into()),
            after: Some(after.into()),
        };
        let mut changed = vec![change("1", "3")];
        set_before(&mut changed, "phone", ("2".into(), Some(&"3".into())));
        assert_eq!(changed, [change("2", "3")]);
        let mut back = Vec::new();
        set_before(&mut back, "phone", ("2".into(), Some(&"1".into())));
        assert_eq!(back, [change("2", "1")], "what was sent again is a change of what was corrected");
        let mut same = vec![change("1", "2")];
        set_before(&mut same, "phone", ("2".into(), Some(&"2".into())));
        assert_eq!(same, []);
    }

    #[test]
    fn what_is_closed_is_closed() {
        assert!(is_closed("R/school") && is_closed("R/withdrawn"));
        assert!(!is_closed("C") && !is_closed("W/review") && !is_closed("lost"));
    }
}
