//! What a family's start page shows, and the rules of it.

use crate::applications::WaitlistPlace;
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
    /// Where it stands on the waiting list, as far as its school tells that; null where it does not wait.
    pub waitlist: Option<WaitlistPlace>,
    /// When it came in.
    pub submitted_at: String,
    /// What the school still waits for.
    pub missing: Vec<Text>,
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
    /// A draft is purged.
    DraftExpires,
    /// A form that was begun can no longer be sent.
    FormCloses,
    /// Something is wanted by then.
    Missing,
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
    /// Of what was sent: an application's registration number, else the reference.
    pub reference: Option<String>,
    /// The id of what was sent, where its family adds what is missing (`get_application`).
    pub application: Option<SubmissionId>,
    /// The day.
    pub on: String,
    /// What is wanted.
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
    /// What has a day within the next fortnight, the nearest first.
    pub due: Vec<Due>,
    /// What can be sent today.
    pub offered: Vec<FormSummary>,
}

/// Puts what was sent under whom it is about, in the order in which they first come. What names nobody by its form goes by the name
/// alone.
#[must_use]
pub fn by_child(sent: Vec<(Option<&Standing>, String, Application)>) -> Vec<Child> {
    let mut children: Vec<Child> = Vec::new();
    for (about, written, application) in sent {
        let id = about.map(|one| one.person.clone());
        let name = about.map_or(written, |one| one.name.clone());
        let same = |child: &&mut Child| {
            child.person_id == id && (id.is_some() || people::name_key(&child.name) == people::name_key(&name))
        };
        match children.iter_mut().find(same) {
            Some(child) => child.applications.push(application),
            None => {
                let birth_date = about.map(|one| one.birth_date.clone()).filter(|day| !day.is_empty());
                children.push(Child { person_id: id, name, birth_date, applications: vec![application] });
            }
        }
    }
    children
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(name: &str, reference: &str) -> (Option<&'static Standing>, String, Application) {
        let text = || Text { en: "Form".into(), ar: "نموذج".into() };
        let application = Application {
            id: reference.into(),
            reference: reference.into(),
            registration_id: None,
            form: "form".into(),
            form_title: text(),
            state: "new".into(),
            status: None,
            waitlist: None,
            submitted_at: String::new(),
            missing: Vec::new(),
        };
        (None, name.into(), application)
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
