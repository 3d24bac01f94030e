//! The link to what a family sent: told on the thanks page and in the confirmation, both times the same. It opens nothing by itself: who
//! has it says besides what only the family knows ([`Proof`]). What has no answer to ask for has no link.

use form::{FormDocument, What, Who};
use kernel::crypto::{self, Secret};
use kernel::idempotency::FirstAnswer;
use kernel::links::{self, Minted, Purpose as _};
use kernel::{Refusal, SchoolTx, StoreError, SubmissionId};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use words::text::{number, western_digits};
use words::{Rng, SchoolId};

const DAY_MS: i64 = 86_400_000;
/// The page that a link leads to; without one it shows nothing.
pub(crate) const PAGE: &str = "/my-application";
/// Wrong proofs, with which a link ends; a right one takes one of them back.
const MOST_TRIES: i64 = 5;
/// Digits of a number that nobody guesses.
const OWN_DIGITS: usize = 7;

/// What links of this room are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Opens a submission to its family.
    Application,
}

impl links::Purpose for Purpose {
    const ALL: &'static [Self] = &[Self::Application];

    fn as_str(self) -> &'static str {
        "application"
    }

    /// As long as a school may take from the first day of a round to the first day of school.
    fn life_ms(self) -> i64 {
        400 * DAY_MS
    }

    fn path(self, token: &str) -> String {
        format!("{PAGE}#token={token}")
    }
}

/// What the holder of a link is asked besides: the first of these that the answers tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// The child's date of birth, or that of who writes for themselves.
    BirthDate,
    /// The telephone that was given. No address: whoever has the mail with the link knows that.
    Phone,
}

/// The kinds of proof, and which answers each is told by.
const PROOFS: [(Proof, &[(Who, What)]); 2] = [
    (Proof::BirthDate, &[(Who::Child, What::Dob), (Who::Contact, What::Dob)]),
    (Proof::Phone, &[(Who::Guardian, What::Phone), (Who::Contact, What::Phone)]),
];

impl Proof {
    /// What is asked of a submission, and the answer.
    pub(crate) fn of<'v>(document: &FormDocument, values: &'v Value) -> Option<(Self, &'v str)> {
        let told = |(who, what): &(Who, What)| {
            let answer = values.get(document.field_of(*who, *what)?)?.as_str()?;
            Some(answer).filter(|answer| !answer.is_empty())
        };
        PROOFS.iter().find_map(|(proof, answers)| Some((*proof, answers.iter().find_map(told)?)))
    }

    /// Whether what somebody typed is that answer, however it is spelled; in a time that does not tell where it differs. Of a telephone
    /// nobody has to know how their country is called from abroad.
    pub(crate) fn is_right(self, typed: &str, answer: &str) -> bool {
        let (typed, answer) = match self {
            Self::BirthDate => (western_digits(typed.trim()), western_digits(answer)),
            Self::Phone => {
                let (typed, answer) = (number(typed), number(answer));
                let own = typed.trim_start_matches('+').to_owned();
                let begins = answer.len().saturating_sub(own.len());
                if own.len() < OWN_DIGITS {
                    (String::new(), answer)
                } else {
                    (own, answer.get(begins..).unwrap_or_default().to_owned())
                }
            }
        };
        !typed.is_empty() && crypto::same(&typed, &answer)
    }
}

/// The link that a submission gets as it is sent. It is made of the id and not of the reference, which another gets after a restore.
pub(crate) fn link_of(secret: &Secret, school: &SchoolId, id: &SubmissionId, now: i64) -> Minted {
    links::made_of(secret, school, Purpose::Application, id.as_str(), now)
}

/// Where it leads, on the school's own pages.
pub(crate) fn path_of(secret: &Secret, school: &SchoolId, id: &SubmissionId) -> String {
    Purpose::Application.path(&link_of(secret, school, id, 0).token)
}

/// Whether a link opens it.
pub(crate) async fn open_to(tx: &mut SchoolTx, id: &SubmissionId, now: i64) -> Result<bool, StoreError> {
    Ok(!links::since(tx, id.as_str(), &[Purpose::Application], 0, now).await?.is_empty())
}

/// Takes a try at the proof in the transaction that says what became of it, and says how many are left; none where no link opens it. Of any
/// number at once as many are looked at as are left, and the last wrong one ends the link.
pub(crate) async fn try_proof(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    is_right: bool,
    now: i64,
) -> Result<Option<i64>, StoreError> {
    let taken = links::take_try(tx, id.as_str(), Purpose::Application, MOST_TRIES, now).await?;
    let Some(left) = taken.map(|left| left.max(0)) else { return Ok(None) };
    if is_right {
        links::proved(tx, id.as_str(), Purpose::Application).await?;
    } else if left == 0 {
        links::end(tx, id.as_str(), &[Purpose::Application], now).await?;
    }
    Ok(Some(left))
}

/// Where a mail to the family leads: by the link that it got, and by a new one where that has ended.
pub(crate) async fn living_path(
    tx: &mut SchoolTx,
    rng: &dyn Rng,
    secret: &Secret,
    id: &SubmissionId,
    now: i64,
) -> Result<String, StoreError> {
    let first = link_of(secret, tx.school(), id, now);
    if links::find(tx, &first.hash, &[Purpose::Application], now).await?.is_some() {
        return Ok(Purpose::Application.path(&first.token));
    }
    // One at a time: tries are counted by what they open.
    links::end(tx, id.as_str(), &[Purpose::Application], now).await?;
    let next = links::mint(rng, Purpose::Application, now);
    let bound = links::Bound { object: id.as_str(), address: "" };
    links::add(tx, &next, Purpose::Application, bound, now).await?;
    Ok(Purpose::Application.path(&next.token))
}

/// Where the link leads that still opens it, for who has lost it: the one that it got, and another in place of one that was made since, with
/// the tries that were left. None where none opens it: what wrong proofs ended is not begun anew, or whoever has a mistyped address would have
/// as many tries again each time.
pub(crate) async fn told_again(
    tx: &mut SchoolTx,
    rng: &dyn Rng,
    secret: &Secret,
    id: &SubmissionId,
    now: i64,
) -> Result<Option<String>, StoreError> {
    let first = link_of(secret, tx.school(), id, now);
    if links::find(tx, &first.hash, &[Purpose::Application], now).await?.is_some() {
        return Ok(Some(Purpose::Application.path(&first.token)));
    }
    let next = links::mint(rng, Purpose::Application, now);
    let is_open = links::replace(tx, id.as_str(), Purpose::Application, &next, now).await?;
    Ok(is_open.then(|| Purpose::Application.path(&next.token)))
}

/// An answer to a submission with its link, which no row holds: made again each time that it goes out. What is kept names the submission
/// in its place.
pub(crate) fn with_link(secret: &Secret, school: &SchoolId, answer: FirstAnswer) -> Result<FirstAnswer, Refusal> {
    let mut body: Value = serde_json::from_str(&answer.body).map_err(Refusal::internal)?;
    let Some(id) = body.get("my_application").and_then(Value::as_str) else { return Ok(answer) };
    body["my_application"] = path_of(secret, school, &id.to_owned().into()).into();
    Ok(FirstAnswer { body: body.to_string(), ..answer })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document(subject: &Value) -> std::sync::Arc<FormDocument> {
        let text = |format: Option<&str>| match format {
            Some(format) => json!({ "type": "string", "title": "t", "format": format }),
            None => json!({ "type": "string", "title": "t", "maxLength": 9 }),
        };
        let document = json!({
            "version": "1.0.0", "title": "t", "subject": subject,
            "steps": [{ "id": "one", "title": "t", "fields": ["name", "born", "phone", "mail"] }],
            "schema": { "type": "object", "properties": {
                "name": text(None), "born": text(Some("date")), "phone": text(Some("phone")), "mail": text(Some("email")) } },
            "texts": { "en": { "t": "T" }, "ar": { "t": "ت" } },
            "samples": [{ "name": "simple", "values": {} }]
        });
        FormDocument::from_source(&document.to_string()).expect("document")
    }

    #[test]
    fn the_holder_is_asked_for_what_the_answers_tell() {
        let all = document(
            &json!({ "child.name": "name", "child.dob": "born", "guardian.phone": "phone", "guardian.email": "mail" }),
        );
        let asked = |values: Value| Proof::of(&all, &values).map(|(proof, _)| proof);
        let given = json!({ "born": "2018-03-04", "phone": "+96892345678", "mail": "a@example.org" });
        assert_eq!(asked(given), Some(Proof::BirthDate));
        assert_eq!(asked(json!({ "phone": "+96892345678", "mail": "a@example.org" })), Some(Proof::Phone));
        assert_eq!(asked(json!({ "mail": "a@example.org" })), None, "whoever has the mail knows that");
        assert_eq!(asked(json!({ "name": "Sara" })), None);
        assert_eq!(Proof::of(&document(&json!({})), &json!({ "born": "2018-03-04" })), None, "nothing is guessed");
    }

    #[test]
    fn a_proof_is_right_however_it_is_spelled() {
        for (proof, typed, answer) in [
            (Proof::BirthDate, " ٢٠١٨-٠٣-٠٤ ", "2018-03-04"),
            (Proof::Phone, "+968 9234 5678", "+96892345678"),
            (Proof::Phone, "٩٢٣٤٥٦٧٨", "+96892345678"),
        ] {
            assert!(proof.is_right(typed, answer), "{typed}");
        }
        for (proof, typed, answer) in [
            (Proof::BirthDate, "2018-03-05", "2018-03-04"),
            (Proof::BirthDate, "", ""),
            (Proof::Phone, "345678", "+96892345678"),
            (Proof::Phone, "92345679", "+96892345678"),
            (Proof::Phone, "", "+96892345678"),
        ] {
            assert!(!proof.is_right(typed, answer), "{typed}");
        }
    }
}
