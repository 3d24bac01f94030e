//! What a family's start page shows, and the rules of it.

use crate::applications::WaitlistPlace;
use crate::letters::Waiting;
use crate::own_link::Proof;
use kernel::SubmissionId;
use people::{PersonId, Standing};
use serde::Serialize;
use tenants::registry::FormSummary;
use utoipa::ToSchema;
use words::Text;

/// Something that a family sent for a child.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Application {
    /// Its id, by which its family opens it (`get_application`).
    pub id: SubmissionId,
    /// Its reference.
    pub reference: String,
    /// What its family calls it by, where it is an application.
    pub registration_id: Option<String>,
    /// The form.
    pub form: String,
    /// The form's title.
    pub form_title: Text,
    /// Where it stands.
    pub state: String,
    /// That in words, where it is an application's status.
    pub status: Option<Text>,
    /// The grade whose place it is for, where it is an application and that is known.
    pub grade: Option<Text>,
    /// The school year that it is for, where it is an application.
    pub year: Option<String>,
    /// Where it stands on the waiting list, as far as its school tells that; null where it does not wait.
    pub waitlist: Option<WaitlistPlace>,
    /// When it came in.
    pub submitted_at: String,
    /// What the school still waits for.
    pub missing: Vec<Text>,
    /// Conditions of the offer, signatures and financial documents that it waits for, what is due first first; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub waiting: Vec<Waiting>,
}

/// Something that was sent without an account, with the address that this account has proved: its own, if its owner says so.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Adoptable {
    /// Its id.
    pub id: SubmissionId,
    /// The form's title.
    pub form_title: Text,
    /// What whoever sent it is asked for (`adopt_application`).
    pub asks: Proof,
    /// When it came in.
    pub submitted_at: String,
}

/// A child, or whoever else is applied for, with what was sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Child {
    /// Who it is; null where the form does not say whom it is about.
    pub person_id: Option<PersonId>,
    /// The name as it was written first.
    pub name: String,
    /// The name in Arabic as it was written last, where a form asks for both.
    pub name_ar: Option<String>,
    /// Date of birth, `YYYY-MM-DD`, where it was told.
    pub birth_date: Option<String>,
    /// What was sent, the newest first.
    pub applications: Vec<Application>,
}

/// A form that was begun and not sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KeptDraft {
    /// Opens the draft.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub token: String,
    /// The form.
    pub form: String,
    /// The form's title.
    pub form_title: Text,
    /// Whom it is for, as far as it says.
    pub person: Option<String>,
    /// The step that was open.
    pub step: String,
    /// Last change.
    pub updated_at: String,
    /// When it is purged.
    pub expires_at: String,
    /// Path of the form's page.
    pub address: String,
}

/// What has a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DueKind {
    /// An offer of a place waits for its answer.
    Offer,
    /// The letter of an offer waits to be signed.
    Letter,
    /// Another letter waits to be signed.
    Signature,
    /// The school asks for financial documents.
    Financial,
    /// The school lets answers be changed.
    OpenAnswers,
    /// A paper that came is not accepted, or not any more: another is wanted.
    Refused,
    /// A draft is purged.
    DraftExpires,
    /// A form that was begun can no longer be sent.
    FormCloses,
    /// Something is wanted by then.
    Missing,
    /// A condition of the offer is to be met by then.
    Condition,
}

impl DueKind {
    /// What the school waits for an answer to stands before what has a day alone: offers, then papers to send again, then open answers.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Offer | Self::Letter | Self::Signature => 0,
            Self::Refused | Self::Financial => 1,
            Self::OpenAnswers => 2,
            Self::DraftExpires | Self::FormCloses | Self::Missing | Self::Condition => 3,
        }
    }
}

/// Something with a day by which it has to be done.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Due {
    /// What.
    pub kind: DueKind,
    /// The form.
    pub form: String,
    /// The form's title.
    pub form_title: Text,
    /// Whom it is for, as far as it says.
    pub person: Option<String>,
    /// The same in Arabic, where what was sent says it.
    pub person_ar: Option<String>,
    /// Of what was sent: an application's registration number, else the reference.
    pub reference: Option<String>,
    /// The id of what was sent, where its family adds what is missing (`get_application`).
    pub application: Option<SubmissionId>,
    /// The last day, where there is one.
    pub on: Option<String>,
    /// What is wanted, or which place is offered.
    pub text: Option<Text>,
}

/// All that a family's start page shows.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Home {
    /// By child.
    pub children: Vec<Child>,
    /// Sent without an account, with the address that this account has proved; the newest first.
    pub adoptable: Vec<Adoptable>,
    /// Begun and not sent, the last touched first.
    pub drafts: Vec<KeptDraft>,
    /// What the family is waited for, offers first: what has a day within the next fortnight, and whatever of it the school asked for.
    pub due: Vec<Due>,
    /// What can be sent today.
    pub offered: Vec<FormSummary>,
}

/// Whom something that was sent is for, as it says itself.
#[derive(Debug, Clone)]
pub struct Written {
    /// As its form calls them.
    pub name: String,
    /// In Arabic; may be empty.
    pub name_ar: String,
}

/// Puts what was sent under whom it is about, in the order in which they first come. What names nobody by its form goes by the name
/// alone.
#[must_use]
pub fn by_child(sent: Vec<(Option<&Standing>, Written, Application)>) -> Vec<Child> {
    let mut children: Vec<Child> = Vec::new();
    for (about, written, application) in sent {
        let id = about.map(|one| one.person.clone());
        let name = about.map_or(written.name, |one| one.name.clone());
        let name_ar = Some(written.name_ar).filter(|name| !name.is_empty());
        let same = |child: &&mut Child| {
            child.person_id == id && (id.is_some() || people::name_key(&child.name) == people::name_key(&name))
        };
        match children.iter_mut().find(same) {
            Some(child) => {
                child.name_ar = child.name_ar.take().or(name_ar);
                child.applications.push(application);
            }
            None => {
                let birth_date = about.map(|one| one.birth_date.clone()).filter(|day| !day.is_empty());
                children.push(Child { person_id: id, name, name_ar, birth_date, applications: vec![application] });
            }
        }
    }
    children
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(name: &str, reference: &str) -> (Option<&'static Standing>, Written, Application) {
        let text = || Text { en: "Form".into(), ar: "نموذج".into() };
        let application = Application {
            id: reference.into(),
            reference: reference.into(),
            registration_id: None,
            form: "form".into(),
            form_title: text(),
            state: "new".into(),
            status: None,
            grade: None,
            year: None,
            waitlist: None,
            submitted_at: String::new(),
            missing: Vec::new(),
            waiting: Vec::new(),
        };
        (None, Written { name: name.into(), name_ar: String::new() }, application)
    }

    #[test]
    fn what_waits_for_an_answer_stands_first() {
        let mut all = [DueKind::Missing, DueKind::OpenAnswers, DueKind::DraftExpires, DueKind::Refused, DueKind::Offer];
        all.sort_by_key(|kind| (kind.rank(), *kind));
        assert_eq!(
            all,
            [DueKind::Offer, DueKind::Refused, DueKind::OpenAnswers, DueKind::DraftExpires, DueKind::Missing]
        );
    }

    #[test]
    fn a_child_has_the_arabic_name_that_was_written_last() {
        let in_arabic = |(about, mut written, application): (Option<&'static Standing>, Written, Application),
                         name: &str| {
            written.name_ar = name.into();
            (about, written, application)
        };
        let children = by_child(vec![
            sent("Sara", "3"),
            in_arabic(sent("Sara", "2"), "سارة"),
            in_arabic(sent("Sara", "1"), "ساره"),
            sent("Omar", "4"),
        ]);
        let names: Vec<_> = children.iter().map(|child| child.name_ar.as_deref()).collect();
        assert_eq!(names, [Some("سارة"), None]);
    }

    #[test]
    fn without_persons_one_name_is_one_however_it_is_spelled() {
        let children = by_child(vec![
            sent("Sara", "1"),
            sent("Omar", "2"),
            sent(" sara", "3"),
            sent("سارة", "4"),
            sent("ساره", "5"),
        ]);
        let names: Vec<_> = children.iter().map(|child| (child.name.as_str(), child.applications.len())).collect();
        assert_eq!(names, [("Sara", 2), ("Omar", 1), ("سارة", 2)]);
    }
}
