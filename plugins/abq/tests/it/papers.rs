use plugin_sdk::json;

use super::*;

fn documents(changes: &Value) -> Vec<String> {
    let list = bench().computed(TODAY, &simple(changes), "documents").unwrap().value;
    list.as_array().unwrap().iter().map(|item| item["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_list_follows_nationality_origin_and_grade() {
    assert_eq!(
        documents(&json!({})),
        ["doc.photo", "doc.birth_certificate", "doc.passport", "doc.civil_card", "doc.parent_ids", "doc.vaccination"]
    );
    let resident = documents(&json!({ "nationality": "IN", "residence_expiry": "2029-01-01" }));
    assert!(resident.contains(&"doc.visa".into()) && resident.contains(&"doc.parent_passports".into()));
    let overseas = documents(
        &json!({ "nationality": "GB", "lives_in_oman": false, "origin": "abroad", "current_school": "X", "current_grade": "1", "dob": "2018-01-01" }),
    );
    assert_eq!(
        overseas,
        [
            "doc.photo",
            "doc.birth_certificate_attested",
            "doc.passport",
            "doc.parent_passports",
            "doc.vaccination",
            "doc.reports",
            "doc.transfer",
            "doc.equivalence"
        ]
    );
    let gulf = documents(&json!({ "nationality": "KW" }));
    assert!(!gulf.contains(&"doc.visa".into()) && gulf.contains(&"doc.parent_passports".into()));
}

#[test]
fn each_paper_names_the_field_that_takes_it() {
    let list = bench().computed(TODAY, &simple(&json!({})), "documents").unwrap().value;
    let fields: Vec<&str> =
        list.as_array().unwrap().iter().map(|item| item["params"]["field"].as_str().unwrap()).collect();
    assert_eq!(fields[..3], ["doc_photo", "doc_birth_certificate", "doc_passport"]);
}

#[test]
fn reports_are_asked_from_grade_one_on() {
    let school = json!({ "origin": "oman", "current_school": "X", "current_grade": "1", "moe_transfer": true });
    assert!(documents(&school).contains(&"doc.reports".into()));
    let kindergarten = changed(school, &json!({ "dob": "2023-06-01" }));
    let list = documents(&kindergarten);
    assert!(!list.contains(&"doc.reports".into()) && !list.contains(&"doc.moe_transfer".into()));
}

#[test]
fn what_is_uploaded_leaves_the_checklist_and_the_rest_has_a_day() {
    let decision = bench().decide(TODAY, &simple(&json!({ "doc_photo": "u1", "doc_parent_ids": ["u2", "u3"] })));
    let codes: Vec<&str> = decision.checklist.iter().map(|wanted| wanted.code.as_str()).collect();
    assert_eq!(codes, ["doc.birth_certificate", "doc.passport", "doc.civil_card", "doc.vaccination"]);
    assert_eq!(decision.checklist[0].due_on.as_deref(), Some("2027-03-24"));
    let score = decision.score.unwrap();
    assert_eq!((score.points, score.out_of), (2, 5), "the vaccination card is counted by nobody");
}

#[test]
fn a_residence_that_ends_before_the_first_lesson_is_a_warning() {
    let codes = |expiry: &str, nationality: &str| {
        bench().codes(
            TODAY,
            &simple(&json!({ "nationality": nationality, "residence_expiry": expiry })),
            Some("/residence_expiry"),
        )
    };
    assert_eq!(codes("2027-08-28", "IN"), ["residenceEnds"]);
    assert_eq!(codes("2027-08-29", "IN"), Vec::<String>::new());
    assert_eq!(codes("2027-08-28", "SA"), Vec::<String>::new());
    let values = simple(&json!({ "nationality": "IN", "residence_expiry": "2027-01-01" }));
    assert!(bench().can_be_sent(TODAY, &values));
    assert!(bench().decide(TODAY, &values).tags.contains(&"tag.residence_ends".into()));
}

#[test]
fn numbers_and_phones() {
    assert_eq!(
        bench().codes(TODAY, &simple(&json!({ "civil_number": "12345" })), Some("/civil_number")),
        ["civilNumberOdd"]
    );
    let same = json!({ "second_parent": true, "second_name": "Zainab", "second_phone": "+96891234567" });
    assert_eq!(bench().codes(TODAY, &simple(&same), Some("/second_phone")), ["samePhone"]);
}
