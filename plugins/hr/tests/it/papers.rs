use plugin_sdk::json;

use super::*;

fn codes(changes: &Value, path: &str) -> Vec<String> {
    bench().codes(TODAY, &simple(changes), Some(path))
}

const NONE: Vec<String> = Vec::new();

#[test]
fn a_card_that_ends_before_the_first_day_is_a_warning() {
    assert_eq!(codes(&json!({ "id_expiry": "2027-05-09" }), "/id_expiry"), ["idEnds"]);
    assert_eq!(codes(&json!({ "id_expiry": "2027-05-10" }), "/id_expiry"), NONE);
    assert!(bench().can_be_sent(TODAY, &simple(&json!({ "id_expiry": "2027-05-09" }))));
    assert_eq!(codes(&json!({ "licence_expiry": "2027-05-09" }), "/licence_expiry"), ["licenceEnds"]);
}

#[test]
fn a_clearance_counts_for_six_months() {
    let issued =
        |on: &str| json!({ "police": "yes", "police_country": "OM", "police_issued": on, "police_file": "u1" });
    assert_eq!(codes(&issued("2026-11-10"), "/police_issued"), NONE);
    assert_eq!(codes(&issued("2026-11-09"), "/police_issued"), ["policeOld"]);
    let wanted = |on: &str| {
        bench().decide(TODAY, &simple(&issued(on))).checklist.iter().any(|item| item.code == "wanted.police")
    };
    assert!(wanted("2026-11-09") && !wanted("2026-11-10"));
}

#[test]
fn numbers_are_checked_by_their_country() {
    let card = |country: &str, number: &str, dob: &str| {
        codes(&json!({ "id_country": country, "national_id": number, "dob": dob }), "/national_id")
    };
    assert_eq!(card("KW", "299123100772", "1999-12-31"), NONE);
    assert_eq!(card("KW", "٢٩٩١٢٣١٠٠٧٧٢", "1999-12-30"), ["idBirth"]);
    assert_eq!(card("KW", "299123100773", "1999-12-31"), ["idChecksum"]);
    assert_eq!(card("AE", "784198512345673", "1985-04-01"), NONE);
    assert_eq!(card("AE", "784198512345674", "1985-04-01"), ["idChecksum"]);
    assert_eq!(card("SA", "3123456788", "1985-04-01"), ["idForm"]);
    assert_eq!(card("GB", "anything", "1985-04-01"), NONE);
}

#[test]
fn an_aadhaar_number_is_never_taken() {
    let number =
        (0..10).map(|check| format!("23456789012{check}")).find(|number| rules::ids::aadhaar(number).is_ok()).unwrap();
    let values = simple(&json!({ "id_country": "IN", "national_id": number }));
    assert!(!bench().can_be_sent(TODAY, &values));
    assert_eq!(codes(&json!({ "id_country": "IN", "national_id": "Z1234567" }), "/national_id"), NONE);
}

#[test]
fn a_degree_that_is_still_to_come() {
    let year = |year: i32| json!({ "qualifications": [{ "level": "bachelor", "subject": "mathematics", "institution": "X", "country": "OM", "year": year, "attested": false }] });
    assert_eq!(codes(&year(2028), "/qualifications/0/year"), ["yearAhead"]);
    assert_eq!(codes(&year(2027), "/qualifications/0/year"), NONE);
    assert!(bench().decide(TODAY, &simple(&year(2027))).checklist.iter().any(|item| item.code == "wanted.attestation"));
}

#[test]
fn what_is_missing_has_a_day() {
    let decision = bench().decide(TODAY, &simple(&json!({ "cv": "u1" })));
    let list: Vec<(&str, Option<&str>)> =
        decision.checklist.iter().map(|item| (item.code.as_str(), item.due_on.as_deref())).collect();
    assert_eq!(
        list,
        [
            ("wanted.id", Some("2027-03-24")),
            ("wanted.certificates", Some("2027-03-24")),
            ("wanted.licence", Some("2027-05-10")),
            ("wanted.police", Some("2027-05-10"))
        ]
    );
}
