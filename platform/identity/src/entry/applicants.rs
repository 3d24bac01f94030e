//! Applying without an account: a session for one application, found again by a tracking code.

use std::sync::Arc;

use kernel::crypto;
use kernel::message_counts::{self, Counted, Reason, Target};
use kernel::{Caller, MessageId, Refusal, UserId};
use serde_json::json;
use sqlx::types::Json;
use tenants::School;
use words::verdict::Issue;
use words::{Rng, Role, SchoolId};

use super::details::Details;
use super::first::{self, Entered, session_of};
use super::store;
use crate::journal;
use crate::letters::Letter;
use crate::model::{Kind, Method, kind_of};
use crate::service::{Identity, Inner};
use crate::sessions::Opened;
use crate::store::find_user;

/// Crockford's digits: no I, L, O, U.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Digits of a tracking code: 60 bits.
const LENGTH: usize = 12;

/// Who applies for a child.
#[derive(Debug, Clone)]
pub struct NewApplicant {
    pub name: String,
    /// Address to write to.
    pub email: String,
    pub phone: String,
    /// `en` or `ar`.
    pub locale: String,
}

/// An applicant who was let in.
#[derive(Debug, Clone)]
pub struct OpenedApplicant {
    /// Their session.
    pub opened: Opened,
    /// Shown once; stored as a hash.
    pub tracking_code: String,
}

impl NewApplicant {
    /// Puts it into the form in which it is stored; what is wrong stands at paths below `at`, such as `/guardian`.
    pub fn checked(self, at: &str) -> Result<Self, Vec<Issue>> {
        let mut details = Details::default();
        let name = details.name(&format!("{at}/name"), &self.name);
        let email = details.email(&format!("{at}/email"), &self.email);
        let phone = details.phone(&format!("{at}/phone"), &self.phone);
        let locale = details.locale("/locale", &self.locale);
        if details.faults.is_empty() { Ok(Self { name, email, phone, locale }) } else { Err(details.faults) }
    }
}

/// Whether the school takes applications for a grade today. A school that names neither dates nor rounds keeps nobody out by them.
#[must_use]
pub fn is_admission_open(school: &School, grade: &str, now_ms: i64) -> bool {
    let today = school.today(now_ms).to_string();
    let rows = &school.config().school_dates;
    (rows.is_empty() && school.config().rounds.is_empty())
        || rows.iter().any(|row| {
            let for_grade = row.grades.is_empty() || row.grades.iter().any(|known| known == grade);
            for_grade && row.sims_admission_start_from <= today && today <= row.sims_admission_end
        })
}

impl Identity {
    /// Makes an applicant and lets them in; their tracking code also goes to them by mail. What was told has to be
    /// [`NewApplicant::checked`]. For the operation that makes the draft too.
    pub async fn open_applicant(
        &self,
        caller: &Caller,
        new: NewApplicant,
        device: String,
    ) -> Result<OpenedApplicant, Refusal> {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    let id = UserId::new(&*inner.clock, &*inner.rng);
                    let code = new_tracking_code(&*inner.rng);
                    let hash = tracking_hash(&inner, tx.school(), &code);
                    let roles = [Role::Guardian.as_str().to_owned()];
                    let (kind, name, email) = ("applicant", &new.name, format!("applicant:{id}"));
                    let (mail, phone, locale) = (&new.email, &new.phone, &new.locale);
                    store::insert_person(
                        tx,
                        &store::NewPerson {
                            id: &id,
                            kind,
                            email: &email,
                            contact_email: mail,
                            phone,
                            name,
                            roles: Json(&roles),
                            locale,
                            password_hash: None,
                            terms_version: "",
                            email_verified_at: None,
                            phone_verified_at: None,
                            tracking_hash: Some(&hash),
                            now,
                        },
                    )
                    .await?;
                    journal::note(tx, &inner, &caller, "user.add", "user", id.as_str(), json!({"kind": kind})).await?;
                    // Anybody can name any address: nobody's box is filled by us. The page shows the code, so that whoever applies
                    // goes on without the letter.
                    let target = Target::mail(mail);
                    let counted = message_counts::take(tx, &inner.secret, &caller, Reason::Tracking, &target, now);
                    let wanted = counted.await? == Counted::Free;
                    let tracking_code = format_tracking_code(&code);
                    let params = json!({ "tracking_code": tracking_code, "path": "/admission" });
                    // Nobody proved the address: the name stays out of the letter.
                    let letter = Letter::news(mail, locale, "tracking", params);
                    Letter { is_strangers: true, ..letter }.send_if(tx, &inner, wanted).await?;
                    let user = find_user(tx, &id).await?;
                    let user = user.ok_or_else(|| Refusal::internal("an applicant vanished"))?;
                    let opened = inner.open(tx, &caller, session_of(&user, Method::Tracking, device)).await?;
                    Ok::<_, Refusal>(OpenedApplicant { opened, tracking_code })
                })
            })
            .await
    }

    /// Lets an applicant in again by their tracking code, which is a first proof as a code by mail is: it opens no account that has a
    /// password, which took its place, and none of the staff. L010 for every code that is nobody's.
    pub async fn track(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        code: &str,
        device: String,
    ) -> Result<Entered, Refusal> {
        let dead = || Refusal::new(MessageId::L010);
        let plain = parse_tracking_code(code).ok_or_else(dead)?;
        let (inner, caller, school) = (self.0.clone(), caller.clone(), school.clone());
        let scope = caller.school.clone();
        let entered = self
            .0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let hash = tracking_hash(&inner, tx.school(), &plain);
                    let found = store::find_applicant(tx, &hash).await?;
                    let Some(user) = found.filter(|user| kind_of(&user.kind, &user.roles.0) == Kind::Applicant) else {
                        let detail = json!({"method": "tracking"});
                        journal::note(tx, &inner, &caller, "session.refuse", "user", "", detail).await?;
                        return Ok(None);
                    };
                    let entered = first::enter(tx, &inner, &caller, &school, &user, Method::Tracking, device).await?;
                    Ok::<_, Refusal>(Some(entered))
                })
            })
            .await?;
        entered.ok_or_else(dead)
    }
}

fn new_tracking_code(rng: &dyn Rng) -> String {
    let mut bytes = [0u8; LENGTH];
    rng.fill(&mut bytes);
    bytes.iter().map(|byte| char::from(DIGITS[usize::from(byte % 32)])).collect()
}

fn format_tracking_code(code: &str) -> String {
    let chars: Vec<char> = code.chars().collect();
    chars.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// As people type it: small letters, blanks and dashes, Arabic digits, I and L for 1, O for 0.
fn parse_tracking_code(code: &str) -> Option<String> {
    if code.len() > 100 {
        return None;
    }
    let western = words::text::western_digits(code);
    let kept = western.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| match c.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        c => c,
    });
    let plain: String = kept.collect();
    (plain.len() == LENGTH && plain.bytes().all(|byte| DIGITS.contains(&byte))).then_some(plain)
}

fn tracking_hash(inner: &Inner, school: &SchoolId, code: &str) -> String {
    crypto::keyed_hash(&inner.secret.school_key(school, "tracking"), code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracking_codes_are_read_as_people_type_them() {
        let code = new_tracking_code(&words::SystemRng);
        assert_eq!(parse_tracking_code(&format_tracking_code(&code)).as_deref(), Some(code.as_str()));
        assert_eq!(parse_tracking_code(" oi1l-abcd efgh").as_deref(), Some("0111ABCDEFGH"));
        assert_eq!(parse_tracking_code("٠١٢٣-4567-89AB").as_deref(), Some("0123456789AB"));
        for bad in ["", "0123456789A", "0123456789ABC", "0123456789AU", "0123456789A\u{660}x", &"0".repeat(1000)] {
            assert_eq!(parse_tracking_code(bad), None, "{bad}");
        }
    }
}
