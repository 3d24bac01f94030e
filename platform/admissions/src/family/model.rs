//! What a family's start page shows, and the rules of it.

use serde::Serialize;
use tenants::Text;
use tenants::registry::FormSummary;
use utoipa::ToSchema;

/// Something that a family sent for a child.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Application {
    /// Its reference.
    pub reference: String,
    /// The form.
    pub form: String,
    /// The form's title.
    pub form_title: Text,
    /// Where it stands.
    pub state: String,
    /// When it came in.
    pub submitted_at: String,
    /// What the school still waits for.
    pub missing: Vec<Text>,
}

/// A child, or whoever else is applied for, with what was sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Child {
    /// The name as it was written.
    pub name: String,
    /// What was sent, the newest first.
    pub applications: Vec<Application>,
}

/// A form that was begun and not sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KeptDraft {
    /// Opens the draft.
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
    /// Of what was sent.
    pub reference: Option<String>,
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
    /// Begun and not sent, the last touched first.
    pub drafts: Vec<KeptDraft>,
    /// What has a day, the nearest first.
    pub due: Vec<Due>,
    /// What can be sent today.
    pub offered: Vec<FormSummary>,
}

/// Path of a form's page; some are spelled as schools printed them long ago.
#[must_use]
pub fn address(form: &str) -> String {
    match form {
        "abq" => "/enquiryform/abq".into(),
        "rushmore" => "/enquiry/form/rushmore".into(),
        "hr" => "/hr/form".into(),
        "mograhr" | "mograbills" | "mograerp" => format!("/mogra/{form}"),
        other => format!("/enquiry/{other}"),
    }
}

/// Puts what was sent under the names that it was sent for, in the order in which they first come.
#[must_use]
pub fn by_child(sent: Vec<(String, Application)>) -> Vec<Child> {
    let mut children: Vec<Child> = Vec::new();
    for (name, application) in sent {
        let same = |child: &&mut Child| child.name.to_lowercase() == name.to_lowercase();
        match children.iter_mut().find(same) {
            Some(child) => child.applications.push(application),
            None => children.push(Child { name, applications: vec![application] }),
        }
    }
    children
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(name: &str, reference: &str) -> (String, Application) {
        let text = || Text { en: "Form".into(), ar: "نموذج".into() };
        let application = Application {
            reference: reference.into(),
            form: "form".into(),
            form_title: text(),
            state: "new".into(),
            submitted_at: String::new(),
            missing: Vec::new(),
        };
        (name.into(), application)
    }

    #[test]
    fn one_child_is_one_however_it_is_spelled() {
        let children = by_child(vec![sent("Sara", "1"), sent("Omar", "2"), sent("sara", "3")]);
        let names: Vec<_> = children.iter().map(|child| (child.name.as_str(), child.applications.len())).collect();
        assert_eq!(names, [("Sara", 2), ("Omar", 1)]);
    }

    #[test]
    fn addresses_are_those_of_the_contract() {
        let of = ["new", "form", "vmsiihe", "abq", "rushmore", "mograhr", "hr", "other"].map(address);
        let want = [
            "/enquiry/new",
            "/enquiry/form",
            "/enquiry/vmsiihe",
            "/enquiryform/abq",
            "/enquiry/form/rushmore",
            "/mogra/mograhr",
            "/hr/form",
            "/enquiry/other",
        ];
        assert_eq!(of, want);
    }
}
