//! A draft that an account began and in which it named nobody yet: who presses "Apply for another child" again continues that one.

use form::{FormDocument, What, Who};
use kernel::caller::Caller;
use kernel::{Refusal, crypto};
use serde_json::Value;

use super::service::{PURPOSE, account_of_caller};
use super::store;
use crate::forms::FormsParts;

/// The tokens of the drafts of the caller's account that began with the same answers as this one would, and name no child. None for a form that
/// asks for no child's name: there every draft would be one.
pub(crate) async fn begun_already(
    parts: &FormsParts,
    caller: &Caller,
    (form, document): (&str, &FormDocument),
    begins_with: &Value,
) -> Result<Vec<String>, Refusal> {
    let names: Vec<&str> =
        [What::Name, What::NameAr].iter().filter_map(|what| document.field_of(Who::Child, *what)).collect();
    let Some(user) = account_of_caller(caller).filter(|_| !names.is_empty() && is_unnamed(&names, begins_with)) else {
        return Ok(Vec::new());
    };
    let mut tx = parts.db.read(&caller.school).await?;
    let rows = store::unnamed_drafts(&mut tx, &user, form, document.digest(), parts.clock.now_ms()).await?;
    let files = document.upload_fields();
    let shared: Vec<String> =
        document.family().into_iter().filter(|name| files.iter().all(|file| file.name != *name)).collect();
    let same = rows
        .into_iter()
        .filter(|row| is_unnamed(&names, &row.answers.0) && holds(&row.answers.0, begins_with, &shared));
    Ok(same.filter_map(|row| crypto::open(&parts.secret, caller.school.id(), PURPOSE, &row.token)).collect())
}

fn is_unnamed(names: &[&str], answers: &Value) -> bool {
    names.iter().all(|name| answers[*name].as_str().is_none_or(str::is_empty))
}

/// Whether all that a draft would begin with stands in the answers, and of what a family's drafts begin with (`shared`) nothing else: a brother who
/// applies no more. Its files are copies with ids of their own, and are not among it.
fn holds(answers: &Value, begins_with: &Value, shared: &[String]) -> bool {
    let stands =
        begins_with.as_object().is_some_and(|all| all.iter().all(|(name, value)| answers.get(name) == Some(value)));
    stands && shared.iter().all(|name| answers.get(name) == begins_with.get(name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_draft_is_the_same_as_long_as_it_names_nobody_and_begins_alike() {
        let begins = json!({ "address": "Muscat" });
        let family = ["address", "siblings"].map(str::to_owned);
        assert!(holds(&json!({ "address": "Muscat", "scan": "01" }), &begins, &family));
        assert!(!holds(&json!({ "address": "Muscat", "siblings": [{}] }), &begins, &family), "one who applies no more");
        assert!(!holds(&json!({ "address": "Sohar" }), &begins, &family));
        assert!(!holds(&json!({}), &begins, &family));
        assert!(is_unnamed(&["name", "name_ar"], &json!({ "name": "", "address": "Muscat" })));
        assert!(!is_unnamed(&["name", "name_ar"], &json!({ "name_ar": "سارة" })));
    }
}
