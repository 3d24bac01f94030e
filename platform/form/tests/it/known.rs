//! Values that are kept as keyed hashes: which lead to other submissions, and under which words none are kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use form::{FormDocument, Kind};
use serde_json::{Value, json};

use crate::documents::document;

fn with_id(keywords: Value) -> Result<Arc<FormDocument>, Vec<String>> {
    let mut document = document();
    let id = document["schema"]["properties"]["eid"].as_object_mut().unwrap();
    id.extend(keywords.as_object().unwrap().clone());
    match FormDocument::build(&document, Kind::Declarative) {
        Ok((form, _)) => Ok(form),
        Err(problems) => Err(problems.iter().map(|problem| problem.code.to_string()).collect()),
    }
}

#[test]
fn what_many_have_by_right_is_kept_and_leads_to_nobody() {
    let form = with_id(json!({ "x-shared": true })).unwrap();
    let values = json!({ "eid": "784198512345673", "phone": "+96891234567" });
    assert_eq!(form.known_values(&values).len(), 2, "rules may ask by either");
    assert_eq!(form.withheld_kinds(&|_| true), BTreeSet::from(["national_id"]));
    assert!(with_id(json!({})).unwrap().withheld_kinds(&|_| true).is_empty());
}

#[test]
fn the_words_of_the_schools_own_records_are_nobodys() {
    for word in ["earlier", "staff_phone", "staff_name", "staff_load"] {
        assert_eq!(with_id(json!({ "x-known": word })).unwrap_err(), ["badKnown"], "{word}");
    }
    assert_eq!(with_id(json!({ "x-shared": "yes" })).unwrap_err(), ["badKnown"]);
    let mut unknown = document();
    unknown["schema"]["properties"]["name"]["x-shared"] = true.into();
    assert!(FormDocument::build(&unknown, Kind::Declarative).is_err(), "nothing is kept of it");
}
