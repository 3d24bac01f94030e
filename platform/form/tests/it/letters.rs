//! Names in the letters that their field asks for.

use form::{FormDocument, Kind};
use jiff::civil::date;
use serde_json::{Value, json};

use crate::documents::document;

#[test]
fn a_name_in_other_letters_is_told_whose_to_use() {
    let mut document = document();
    document["schema"]["properties"]["name"]["pattern"] = json!(r"^[\p{Script=Latin}\p{M} .'-]+$");
    let form = FormDocument::build(&document, Kind::Declarative).unwrap_or_else(|problems| panic!("{problems:#?}")).0;
    let found =
        |name: &str| form.validate(&json!({ "name": name, "mail": "sara@example.com" }), date(2026, 11, 21), None);
    assert_eq!(found("José O'Neil-Al B."), []);
    let issues = found("سارة");
    assert_eq!((issues.len(), issues[0].code.as_str()), (1, "pattern"));
    assert_eq!(Value::Object(issues[0].params.clone()), json!({ "letters": "latin" }));
}
