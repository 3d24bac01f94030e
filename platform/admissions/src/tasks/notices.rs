//! Whom a form's rules name hears at once: by a letter each, of what they may see, after the commit of the submission.

use std::sync::Arc;

use identity::{Identity, NoticeCause, RulesNotice};
use kernel::caller::SchoolScope;
use kernel::jobs::Job;
use kernel::outbox::{self, Lane};
use kernel::{MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use serde::{Deserialize, Serialize};
use tenants::{Registry, School};
use words::text::may_greet;
use words::verdict::Explain;
use words::{Language, Permission, Text};

use super::model::{MOST_ASKED, Named};
use super::service::Tasks;
use super::store;
use crate::enquiries::{Enquiries, Submission};
use crate::forms::FormsParts;
use crate::forms::draft::person_ar;
use crate::forms::form_texts::render_text;
use crate::messages::given_name;

/// People who are told of one submission.
const MOST_TOLD: usize = 20;

/// Tells people of a submission what its form's rules want them to know.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellStaff {
    pub submission: SubmissionId,
    pub notices: Vec<Explain>,
}

impl Job for TellStaff {
    const KIND: &'static str = "rules_notice";
    const LANE: Lane = Lane::Rest;
}

/// Asks for it in the transaction of the submission.
pub async fn ask_to_tell(
    tx: &mut SchoolTx,
    parts: &FormsParts,
    submission: &SubmissionId,
    notices: &[Explain],
) -> Result<(), StoreError> {
    if notices.is_empty() {
        return Ok(());
    }
    let notices = notices.iter().take(MOST_ASKED).cloned().collect();
    let job = TellStaff { submission: submission.clone(), notices };
    outbox::enqueue(tx, &*parts.clock, &*parts.rng, submission.as_str(), &job).await
}

/// Tells who looks after a submission what its family did with it, where they see it and want mail: of what bears the same `about`, once. For
/// other slices, inside their transaction. The first thing that is said is the subject.
pub async fn tell_owner(
    tx: &mut SchoolTx,
    enquiries: &Enquiries,
    school: &School,
    submission: &Submission,
    (said, about): (Vec<Text>, &str),
) -> Result<(), Refusal> {
    let found = store::find_about(tx, &submission.id).await?;
    let Some(owner) = found.and_then(|found| found.owner_id) else { return Ok(()) };
    let Some(officer) = Identity::caller_of(tx, &school.scope(), &owner).await? else { return Ok(()) };
    match enquiries.require_seen(tx, &officer, school, &submission.id).await {
        Ok(()) => {}
        Err(refusal) if matches!(refusal.id(), MessageId::A001 | MessageId::A002) => return Ok(()),
        Err(refusal) => return Err(refusal),
    }
    let path = path_of(&submission.id);
    let (reference, form) = (submission.number.clone(), submission.document().title());
    let (cause, child) = (NoticeCause::Family, child_of(submission));
    let notice = RulesNotice { cause, reference, path, form, child, said };
    enquiries.identity().tell_of_notice(tx, &owner, &notice, about).await?;
    Ok(())
}

/// What the child is called, in the letters of each language where its form asks for both; none where an audience alone reads it.
fn child_of(submission: &Submission) -> Option<Text> {
    let document = submission.document();
    let en = given_name(&submission.person);
    let ar = Some(given_name(&person_ar(document, &submission.answers))).filter(|name| may_greet(name));
    let is_told = document.audience_of_person().is_none() && may_greet(&submission.person);
    is_told.then(|| Text { ar: ar.unwrap_or_else(|| en.clone()), en })
}

/// Where the staff see it.
fn path_of(submission: &SubmissionId) -> String {
    format!("/pre_admission/{submission}")
}

impl Tasks {
    /// Tells whoever the rules name: once for each submission, however often the job is begun. Who hears nothing takes nobody's place.
    pub async fn tell_staff(&self, schools: &Registry, scope: &SchoolScope, job: &TellStaff) -> Result<(), Refusal> {
        let Some(school) = schools.school(scope.id()) else { return Err(Refusal::internal("the school is not live")) };
        let mut tx = self.0.db().read(scope).await?;
        let Some(about) = store::find_about(&mut tx, &job.submission).await? else { return Ok(()) };
        let staff = Identity::colleagues(&mut tx, Permission::EnquiryRead).await?;
        drop(tx);
        let readers = school.config().forms.get(&about.form_id).map(|form| &*form.audience).unwrap_or_default();
        let named: Vec<(Named, &Explain)> = job.notices.iter().map(|one| (Named::of(&one.params), one)).collect();
        let mut told = 0;
        for (person, roles) in staff {
            let is_owner = about.owner_id.as_ref().map(|owner| *owner == person.id);
            let theirs = named.iter().filter(|(named, _)| named.is(&person.email, &roles, is_owner, readers));
            let theirs: Vec<&Explain> = theirs.map(|(_, notice)| *notice).collect();
            if theirs.is_empty() || !self.tell_one((scope, &school), &person.id, &job.submission, &theirs).await? {
                continue;
            }
            told += 1;
            if told == MOST_TOLD {
                break;
            }
        }
        Ok(())
    }

    /// Tells somebody what they may know of it; false where they hear nothing. The letter holds no word that an audience alone reads: to
    /// its members it only says that there is something.
    async fn tell_one(
        &self,
        (scope, school): (&SchoolScope, &Arc<School>),
        person: &UserId,
        submission: &SubmissionId,
        notices: &[&Explain],
    ) -> Result<bool, Refusal> {
        let mut tx = self.0.db().read(scope).await?;
        if !Identity::hears_by_mail(&mut tx, person).await? {
            return Ok(false);
        }
        let Some(caller) = Identity::caller_of(&mut tx, scope, person).await? else { return Ok(false) };
        drop(tx);
        let seen = match self.0.submission(&caller, school, submission).await {
            Ok(seen) => seen,
            Err(refusal) if refusal.id() == MessageId::A001 => return Ok(false),
            Err(refusal) => return Err(refusal),
        };
        let document = seen.document();
        let (mut said, mut is_told) = (Vec::new(), false);
        for notice in notices {
            let audience = document.audience_of_code(&notice.code).unwrap_or_default();
            if audience.is_empty() {
                let say = |language| render_text(document, language, &notice.code, &notice.params);
                let text = Text { en: say(Language::En), ar: say(Language::Ar) };
                if !said.contains(&text) {
                    said.push(text);
                }
            }
            is_told |= audience.is_empty() || seen.sight.as_ref().is_some_and(|sight| sight.reads(audience));
        }
        if !is_told {
            return Ok(false);
        }
        let path = path_of(submission);
        let (cause, reference) = (NoticeCause::Rules, seen.number.clone());
        let notice = RulesNotice { cause, reference, path, form: document.title(), child: None, said };
        let (tasks, person, about) = (self.clone(), person.clone(), submission.to_string());
        let told = self.0.db().write(scope, move |tx| {
            Box::pin(async move { tasks.0.identity().tell_of_notice(tx, &person, &notice, &about).await })
        });
        Ok(told.await?)
    }
}
