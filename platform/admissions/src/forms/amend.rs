//! Answers that a family changes after sending, where the office lets it: held against the form and its rules as they were frozen, all of
//! them, and with everything that follows from them, as when they were sent.

use std::sync::Arc;

use jiff::civil::Date;
use kernel::caller::SchoolScope;
use kernel::{MessageId, Refusal, SchoolTx, StoreError, SubmissionId, search};
use serde_json::{Map, Value};
use sqlx::types::Json;
use tenants::School;
use words::Language;
use words::text::{cut, one_line, western_digits};
use words::verdict::{Issue, Severity};

use super::derived::{shown_hashes, write_beside};
use super::heavy_checks;
use super::model::Verdict;
use super::open::Open;
use super::pinned_documents::PinnedDocument;
use super::service::Forms;
use super::store::submissions;
use crate::applications::{Entering, follow_answers};
use crate::enquiries::KIND;

/// Characters of what a submission is found by.
const MOST_FOUND_BY: usize = 1_800;

/// What was sent, as it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SentAnswers<'a> {
    pub id: &'a SubmissionId,
    pub form: &'a str,
    pub pinned: &'a PinnedDocument,
    pub answers: &'a Value,
    /// The rules' word on them.
    pub verdict: &'a Verdict,
    /// The day on which it was sent.
    pub sent_on: Date,
}

/// An answer that is another now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ChangedAnswer {
    pub field: String,
    /// None where there was none.
    pub before: Option<Value>,
    /// None where there is none any more.
    pub after: Option<Value>,
}

/// Other answers with all that follows from them, before they are written.
pub(crate) struct Amendment {
    id: SubmissionId,
    form: String,
    pinned: PinnedDocument,
    /// All answers as they are now.
    pub values: Value,
    /// Those that are others, also what does not show any more.
    pub changed: Vec<ChangedAnswer>,
    verdict: Verdict,
    failure: Option<String>,
    was: Open,
    open: Open,
    /// What it competed for by its answers, and what they say now, where it is an application.
    entering: Option<(Entering, Entering)>,
    /// Whether families are let in where they say.
    is_let_in: bool,
}

impl Forms {
    /// Takes a submission's version for a change; false where it has another.
    pub(crate) async fn take_version(
        tx: &mut SchoolTx,
        id: &SubmissionId,
        version: i64,
        now: i64,
    ) -> Result<bool, StoreError> {
        Ok(submissions::take_version(tx, id, version, now).await? > 0)
    }

    /// Holds other answers to some questions against the form and its rules beside all that was sent; what is left out has no answer any more.
    /// F003 for what is wrong at these questions. What is wrong elsewhere refuses nothing: nobody lets the family change it, and staff see it.
    pub(crate) async fn amend(
        &self,
        scope: &SchoolScope,
        school: &Arc<School>,
        sent: SentAnswers<'_>,
        (fields, answers): (&[String], Map<String, Value>),
        locale: Language,
    ) -> Result<Amendment, Refusal> {
        let SentAnswers { id, form, pinned, .. } = sent;
        let is_asked = |field: &str| fields.iter().any(|one| one == field);
        let before = sent.answers.as_object().cloned().unwrap_or_default();
        let mut asked: Map<String, Value> = before.clone();
        asked.retain(|field, _| !is_asked(field));
        asked.extend(answers.into_iter().filter(|(field, _)| is_asked(field)));
        let (today, document) = (self.today(school), &pinned.document);
        let (checked, found) = heavy_checks::check_answers(scope, document, asked.into(), today, None).await?;
        // What nobody may change stays to the letter, or goes where it does not show any more.
        let own = |(field, value): (&String, &Value)| {
            let kept = if is_asked(field) { value } else { before.get(field).unwrap_or(value) };
            (field.clone(), kept.clone())
        };
        let values: Map<String, Value> = checked.as_object().into_iter().flatten().map(own).collect();
        let changed = changes(&before, &values);
        let values = Value::Object(values);
        let looked = self.check_rules(scope, school, form, pinned, &values, found, locale, None).await?;
        let is_here =
            |issue: &Issue| is_asked(issue.path.trim_start_matches('/').split('/').next().unwrap_or_default());
        if looked.errors.iter().any(|issue| issue.is_error() && is_here(issue)) {
            return Err(Refusal::new(MessageId::F003).errors(looked.errors.into_iter().filter(is_here).collect()));
        }
        let flagged = looked.errors.into_iter().map(|issue| Issue { severity: Severity::Warning, ..issue });
        let checked = (looked.computed, looked.fault, flagged.collect());
        let (verdict, failure) = self.judge(scope, school, (form, pinned, &values, locale), checked).await?;
        let was = Open::of(school, document, sent.answers, sent.verdict);
        let open = Open::of(school, document, &values, &verdict);
        let entering = |open: &Open| {
            let year = western_digits(&open.listed.school_year.en);
            Entering::of(school, form, document, (&open.values, &open.verdict, year.as_str()), sent.sent_on)
        };
        let entering = entering(&was).zip(entering(&open));
        Ok(Amendment {
            is_let_in: entering.as_ref().is_some_and(|(_, is)| is.is_open(school, today)),
            entering,
            id: id.clone(),
            form: form.to_owned(),
            pinned: pinned.clone(),
            values,
            changed,
            verdict,
            failure,
            was,
            open,
        })
    }

    /// Writes them over what was sent, in a transaction that holds the submission. `corrected` is what of the contact data was corrected since
    /// and stays so.
    pub(crate) async fn write_amendment(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        amendment: &Amendment,
        corrected: &[(String, String)],
        now: i64,
    ) -> Result<(), Refusal> {
        let Amendment { id, pinned, values, verdict, open, .. } = amendment;
        let (document, scope) = (&pinned.document, &school.scope());
        let mut hashes: Vec<(String, String)> = Vec::new();
        let corrections: Value =
            corrected.iter().map(|(field, value)| (field.clone(), Value::from(value.as_str()))).collect();
        for of in [values, &corrections] {
            hashes.extend(self.hash_answers(scope, document, of).into_iter().map(|(kind, _, hash)| (kind, hash)));
        }
        let Some(row) = submissions::find_text(tx, id).await? else { return Err(Refusal::not_found()) };
        let found_by = amendment.found_by(&row.search_text, corrected);
        let told = serde_json::to_value(verdict).map_err(Refusal::internal)?;
        let score = open.verdict.score;
        let (grade, school_year) = (&open.listed.grade, &open.listed.school_year);
        let shown = shown_hashes(document, &hashes);
        let born = self.born_hash(scope, document, values);
        submissions::amend_submission(
            tx,
            &submissions::AmendedSubmission {
                id,
                answers: Json(values),
                person: &open.person,
                person_ar: &open.person_ar,
                search_text: &found_by,
                score_points: score.map(|score| score.points.into()),
                score_out_of: score.map(|score| score.out_of.into()),
                sort_score: open.verdict.sort_score(),
                tags: Json(&open.verdict.tags),
                route: open.verdict.route.as_deref(),
                plugin_failure: amendment.failure.as_deref(),
                verdict: Json(&told),
                named: &shown,
                born: &born,
                grade: &grade.value,
                grade_en: &grade.en,
                grade_ar: &grade.ar,
                school_year: &school_year.value,
                school_year_en: &school_year.en,
                school_year_ar: &school_year.ar,
                guardian: &open.listed.guardian,
                now,
            },
        )
        .await?;
        submissions::delete_tags(tx, id).await?;
        submissions::delete_known(tx, id).await?;
        let (told, today) = ((&**document, open, values, verdict), self.today(school));
        write_beside(tx, id, &amendment.form, told, (&hashes, &born), (today, true)).await?;
        search::replace(tx, KIND, id.as_str(), (&row.search_text, &found_by)).await?;
        self.people.correct(tx, id, self.persons(scope, document, values)).await?;
        if let Some((was, is)) = &amendment.entering {
            let (made, place) = ((&*self.parts.clock, &*self.parts.rng), (school, &**document));
            follow_answers(tx, made, place, (id, was, is, amendment.is_let_in), now).await?;
        }
        Ok(())
    }
}

impl Amendment {
    /// What it is found by: as before, but for what its answers told and do not tell any more.
    fn found_by(&self, before: &str, corrected: &[(String, String)]) -> String {
        let document = &self.pinned.document;
        let fields = |open: &Open| {
            let all = std::iter::once(open.person.clone()).chain(open.contact(document));
            all.map(|field| one_line(&field)).filter(|field| !field.is_empty()).collect::<Vec<_>>()
        };
        let mut now = fields(&self.open);
        let is_open = |field: &str| document.audience_of(field).is_none();
        now.extend(corrected.iter().filter(|(field, _)| is_open(field)).map(|(_, value)| one_line(value)));
        let gone: Vec<String> = fields(&self.was).into_iter().filter(|field| !now.contains(field)).collect();
        let mut lines: Vec<&str> = before.lines().filter(|line| !gone.iter().any(|field| field == line)).collect();
        for field in &now {
            if !lines.contains(&field.as_str()) {
                lines.push(field);
            }
        }
        cut(&lines.join("\n"), MOST_FOUND_BY)
    }
}

/// What is another, in the order of the fields' names.
fn changes(before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<ChangedAnswer> {
    let mut fields: Vec<&String> = before.keys().chain(after.keys()).collect();
    fields.sort_unstable();
    fields.dedup();
    let changed = fields.into_iter().filter(|field| before.get(*field) != after.get(*field));
    let one = |field: &String| ChangedAnswer {
        field: field.clone(),
        before: before.get(field).cloned(),
        after: after.get(field).cloned(),
    };
    changed.map(one).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_new_gone_or_another_is_a_change() {
        let map = |value: Value| value.as_object().cloned().unwrap();
        let before = map(json!({ "a": 1, "b": "x", "c": ["y"] }));
        let after = map(json!({ "a": 1, "b": "z", "d": true }));
        let told: Vec<(String, Option<Value>, Option<Value>)> =
            changes(&before, &after).into_iter().map(|one| (one.field, one.before, one.after)).collect();
        assert_eq!(
            told,
            [
                ("b".to_owned(), Some(json!("x")), Some(json!("z"))),
                ("c".to_owned(), Some(json!(["y"])), None),
                ("d".to_owned(), None, Some(json!(true))),
            ]
        );
    }
}
