//! Applying without an account: a session for one application, the school's own form for that, begun with what was told.

use std::sync::Arc;

use form::{FormDocument, What, Who};
use identity::Opened;
use identity::entry::{NewApplicant, is_admission_open};
use kernel::caller::Caller;
use kernel::{MessageId, Refusal};
use serde_json::{Map, Value};
use tenants::School;
use words::Language;
use words::text::{cut, one_line, western_digits};
use words::verdict::Issue;

use super::service::Family;
use crate::forms::{DraftSave, Offer, keep_fit};

/// Who is applied for.
#[derive(Debug, Clone)]
pub struct NewChild {
    pub name: String,
    /// Date of birth.
    pub dob: String,
    /// Grade, as the school's forms call it.
    pub grade: String,
}

/// An application that was begun.
#[derive(Debug, Clone)]
pub struct Applied {
    /// The applicant's session.
    pub opened: Opened,
    /// Finds the application again; shown once.
    pub tracking_code: String,
    /// Opens the draft.
    pub token: String,
    pub form: String,
    /// Path of the form's page.
    pub address: String,
}

impl NewChild {
    fn checked(self, today: jiff::civil::Date) -> Result<Self, Vec<Issue>> {
        let mut faults = Vec::new();
        let name = one_line(&self.name);
        if name.is_empty() {
            faults.push(Issue::error("/child/name", "required"));
        } else if name.chars().count() > 120 {
            faults.push(Issue::error("/child/name", "maxLength").with("limit", 120));
        }
        let dob = western_digits(self.dob.trim());
        match dob.parse::<jiff::civil::Date>() {
            Ok(day) if day > today => {
                faults.push(Issue::error("/child/dob", "maxDate").with("limit", today.to_string()))
            }
            Ok(day) if day.year() < 1900 => {
                faults.push(Issue::error("/child/dob", "minDate").with("limit", "1900-01-01"))
            }
            Ok(_) => {}
            Err(_) => faults.push(Issue::error("/child/dob", "format").with("format", "date")),
        }
        let grade = cut(&one_line(&self.grade), 60);
        if faults.is_empty() { Ok(Self { name, dob, grade }) } else { Err(faults) }
    }
}

impl Family {
    /// Lets an applicant in and begins the school's form for them. L017, L009, L012 in this order, so that nobody solves a riddle
    /// for a slip of the pen.
    pub async fn apply(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (child, guardian): (NewChild, NewApplicant),
        proof: Option<&str>,
        device: String,
    ) -> Result<Applied, Refusal> {
        let today = self.forms.today(school);
        let (child, guardian) = match (child.checked(today), guardian.checked("/guardian")) {
            (Ok(child), Ok(guardian)) => (child, guardian),
            (child, guardian) => {
                let faults = [child.err(), guardian.err()].into_iter().flatten().flatten().collect();
                return Err(Refusal::new(MessageId::L017).errors(faults));
            }
        };
        if !is_admission_open(school, &child.grade, self.forms.parts.clock.now_ms()) {
            return Err(Refusal::new(MessageId::L009));
        }
        // A school that has no form for it takes no applications.
        let Some(form) = school.config().application() else { return Err(Refusal::new(MessageId::L009)) };
        let offer = Offer::find(school, form, today).await?;
        if !offer.is_open {
            return Err(Refusal::new(MessageId::L009));
        }
        self.identity.require_proof(caller, school, proof).await?;
        let values = first_answers(&offer.document, &child, &guardian, today);
        let locale = Language::parse(&guardian.locale);
        // The draft first: one without an applicant is purged, an applicant without one would be lost.
        let save = DraftSave { values, step: None, locale };
        let draft = self.forms.create_draft(caller, school, form, save, true).await?;
        let opened = self.identity.open_applicant(caller, guardian, device).await?;
        let row = self.forms.draft_row(caller, &draft.token).await?;
        self.keep_for(caller, row.id, opened.opened.user_id.clone(), &draft.token).await?;
        let (token, form) = (draft.token, draft.form);
        Ok(Applied {
            opened: opened.opened,
            tracking_code: opened.tracking_code,
            token,
            address: school.form_path(&form),
            form,
        })
    }
}

/// What the applicant said, where the form asks for it; what it would not take is left for the family. A form for no child asks
/// whoever writes for themselves.
fn first_answers(
    document: &FormDocument,
    child: &NewChild,
    guardian: &NewApplicant,
    today: jiff::civil::Date,
) -> Value {
    let facts = [
        (Who::Child, What::Name, &child.name),
        (Who::Child, What::Dob, &child.dob),
        (Who::Child, What::Grade, &child.grade),
        (Who::Guardian, What::Name, &guardian.name),
        (Who::Guardian, What::Email, &guardian.email),
        (Who::Guardian, What::Phone, &guardian.phone),
    ];
    let field_of = |who: Who, what: What| {
        let writer = || document.field_of(Who::Contact, what).filter(|_| who == Who::Guardian);
        document.field_of(who, what).or_else(writer)
    };
    let mut values = Map::new();
    for (who, what, text) in facts {
        if let Some(field) = field_of(who, what).filter(|_| !text.is_empty()) {
            values.insert(field.to_owned(), text.as_str().into());
        }
    }
    keep_fit(document, &mut values, today);
    Value::Object(values)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_in_arabic_letters_is_the_name_in_arabic() {
        let letters = r"^[\p{Script=Latin} ]+$";
        let document = json!({
            "version": "1.0.0", "title": "t", "steps": [{ "id": "one", "title": "t", "fields": ["name_en", "name_ar"] }],
            "schema": { "type": "object", "properties": {
                "name_en": { "type": "string", "title": "t", "maxLength": 120, "pattern": letters },
                "name_ar": { "type": "string", "title": "t", "maxLength": 120 }
            } },
            "subject": { "child.name": "name_en", "child.name_ar": "name_ar" }, "person": ["name_en"],
            "texts": { "en": { "t": "T" }, "ar": { "t": "ت" } },
            "samples": [{ "name": "simple", "values": {} }]
        });
        let document = FormDocument::from_source(&document.to_string()).expect("document");
        let told = |name: &str| {
            let child = NewChild { name: name.into(), dob: String::new(), grade: String::new() };
            let nobody =
                NewApplicant { name: String::new(), email: String::new(), phone: String::new(), locale: "ar".into() };
            first_answers(&document, &child, &nobody, jiff::civil::date(2026, 11, 21))
        };
        assert_eq!(told("Sara Ali"), json!({ "name_en": "Sara Ali" }));
        assert_eq!(told("سارة علي"), json!({ "name_ar": "سارة علي" }));
        assert_eq!(told("Σάρα"), json!({ "name_ar": "Σάρα" }), "a form that asks no more of it takes it");
    }
}
