use super::*;
use serde_json::json;

fn offer() -> Value {
    let block = |text: &str| json!([{ "kind": "paragraph", "text": text }]);
    json!({
        "kind": "offer", "title": { "en": "Offer", "ar": "عرض" }, "subject": { "en": "A place for {{child_name}}", "ar": "مقعد" },
        "facts": ["reference", "grade"], "body": { "en": block("Dear {{guardian_name}}"), "ar": block("السيد {{guardian_name}}") },
        "signers": [{ "role": "guardian1", "order": 1 }], "languages": "both",
    })
}

fn acceptance() -> Value {
    let mut value = offer();
    value["kind"] = json!("acceptance");
    value["plans"] = json!([{ "code": "two", "title": { "en": "Two", "ar": "دفعتان" }, "instalments": [
        { "amount": "100.000", "due": "on_acceptance" }, { "percent": 50, "due": "2027-09-01" }, { "percent": 50, "due": { "months": 3 } },
    ] }]);
    value
}

fn conditional() -> Value {
    let mut value = offer();
    value["kind"] = json!("conditional_offer");
    value["conditions"] = json!([{ "code": "report", "text": { "en": "The report", "ar": "الشهادة" }, "days": 30, "paper": "doc_reports" }]);
    value
}

fn request() -> Value {
    let mut value = offer();
    value["kind"] = json!("financial_request");
    value["signers"] = json!([]);
    value["items"] =
        json!([{ "code": "salary", "label": { "en": "Salary", "ar": "راتب" }, "kind": "salary", "amount": true }]);
    value
}

fn problems_of(value: &Value) -> Vec<(String, &'static str)> {
    let mut found = shape_problems(value);
    if found.is_empty() {
        found = content_problems(value, "OMR");
    }
    found.into_iter().map(|problem| (problem.pointer, problem.code)).collect()
}

/// The faults of a template whose part at `pointer` is another.
fn with(template: fn() -> Value, pointer: &str, value: Value) -> Vec<(String, &'static str)> {
    let mut broken = template();
    let (above, key) = pointer.rsplit_once('/').unwrap();
    match broken.pointer_mut(pointer) {
        Some(place) => *place = value,
        None => match broken.pointer_mut(above).unwrap() {
            Value::Array(items) => items.push(value),
            map => map[key] = value,
        },
    }
    problems_of(&broken)
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for whole in [offer(), acceptance(), conditional(), request()] {
        assert_eq!(problems_of(&whole), [], "{whole}");
        assert!(LetterTemplate::read(&whole).is_some());
    }
    type Case = (fn() -> Value, &'static str, Value, &'static str, &'static str);
    let cases: Vec<Case> = vec![
        (offer, "/kind", json!("poem"), "/kind", "notAllowed"),
        (offer, "/more", json!(1), "/more", "unknownKey"),
        (offer, "/title/ar", json!(" "), "/title/ar", "emptyText"),
        (offer, "/title", json!({ "en": "x" }), "/title", "missingLanguage"),
        (offer, "/title/en", json!("{{grade}}"), "/title/en", "unknownField"),
        (offer, "/subject/en", json!("{{deposits}}"), "/subject/en", "unknownField"),
        (offer, "/subject/en", json!("x".repeat(301)), "/subject/en", "outOfRange"),
        (offer, "/body/en/0/text", json!("Well done 🎓"), "/body/en/0/text", "uncovered"),
        (offer, "/title/en", json!("Offer 🎓"), "/title/en", "uncovered"),
        (offer, "/facts", json!(["height"]), "/facts/0", "unknownField"),
        (offer, "/facts", json!(["fees"]), "/facts/0", "notAllowed"),
        (offer, "/facts", json!(["grade", "grade"]), "/facts/1", "duplicate"),
        (offer, "/body/ar", json!([]), "/body/ar", "missingLanguage"),
        (offer, "/body/en/0/kind", json!("html"), "/body/en/0/kind", "notAllowed"),
        (offer, "/body/en/0/text", json!("{{conditions_due}}"), "/body/en/0/text", "unknownField"),
        (offer, "/signers", json!([]), "/signers", "noSigner"),
        (offer, "/signers", json!([{ "role": "school", "order": 1 }]), "/signers", "noSigner"),
        (offer, "/signers", json!([{ "role": "guardian2", "order": 1 }]), "/signers", "noSigner"),
        (offer, "/signers/0/role", json!("aunt"), "/signers/0/role", "notAllowed"),
        (offer, "/signers/0/order", json!(0), "/signers/0/order", "outOfRange"),
        (offer, "/signers/1", json!({ "role": "guardian1", "order": 2 }), "/signers/1/role", "duplicate"),
        (offer, "/languages", json!("fr"), "/languages", "notAllowed"),
        (offer, "/conditions", conditional()["conditions"].clone(), "/conditions", "notAllowed"),
        (offer, "/required", json!(true), "/required", "notAllowed"),
        (conditional, "/conditions", json!([]), "", "missingKey"),
        (conditional, "/conditions/0/days", json!(366), "/conditions/0/days", "outOfRange"),
        (conditional, "/conditions/0/text/ar", json!(""), "/conditions/0/text/ar", "emptyText"),
        (acceptance, "/plans/0/instalments/1/percent", json!(40), "/plans/0/instalments", "wrongSum"),
        (acceptance, "/plans/0/instalments/0/amount", json!("1.0001"), "/plans/0/instalments/0/amount", "badFormat"),
        (acceptance, "/plans/0/instalments/0/percent", json!(1), "/plans/0/instalments/0", "notAllowed"),
        (acceptance, "/plans/0/instalments/1/due", json!("2027-02-30"), "/plans/0/instalments/1/due", "badDate"),
        (acceptance, "/plans/0/code", json!("Two"), "/plans/0/code", "badFormat"),
        (acceptance, "/deposit", json!({ "days": 14 }), "/deposit", "notAllowed"),
        (acceptance, "/deposit", json!({ "percent": 10, "amount": "5", "days": 14 }), "/deposit", "notAllowed"),
        (acceptance, "/deposit", json!({ "amount": "5", "days": 0 }), "/deposit/days", "outOfRange"),
        (offer, "/deposit", json!({ "amount": "5", "days": 14 }), "/deposit", "notAllowed"),
        (request, "/items", json!([]), "", "missingKey"),
        (request, "/items/0/kind", json!("gold"), "/items/0/kind", "notAllowed"),
    ];
    for (template, pointer, value, place, code) in cases {
        let found = with(template, pointer, value);
        assert!(found.contains(&(place.to_owned(), code)), "{pointer}: {found:?}");
    }
    let signed = json!([{ "kind": "paragraph", "text": "x" }, { "kind": "signatures" }]);
    let mut unsigned = request();
    unsigned["body"] = json!({ "en": signed, "ar": signed });
    assert_eq!(problems_of(&unsigned), [("/body/en/1".to_owned(), "noSigner"), ("/body/ar/1".to_owned(), "noSigner")]);
}

#[test]
fn only_what_nobody_signs_is_mailed_with_its_words() {
    let plain = |mail: Option<&str>, signer: &str| {
        let mut letter = offer();
        letter["kind"] = json!("plain");
        letter["signers"] = json!([{ "role": signer, "order": 1 }]);
        if let Some(mail) = mail {
            letter["mail"] = json!(mail);
        }
        (problems_of(&letter), LetterTemplate::read(&letter).map(|template| template.mails_words()))
    };
    let refused = || vec![("/mail".to_owned(), "notByMail")];
    assert_eq!(plain(None, "school"), (Vec::new(), Some(false)));
    assert_eq!(plain(Some("text"), "school"), (Vec::new(), Some(true)));
    assert_eq!(plain(Some("link"), "school"), (Vec::new(), Some(false)));
    assert_eq!(plain(None, "guardian1"), (Vec::new(), Some(false)));
    assert_eq!(plain(Some("text"), "guardian1"), (refused(), Some(false)));
    for template in [offer, acceptance, conditional, request] {
        assert_eq!(with(template, "/mail", json!("text")), refused());
        assert_eq!(with(template, "/mail", json!("link")), []);
        assert!(!LetterTemplate::read(&template()).unwrap().mails_words());
    }
    assert_eq!(with(offer, "/mail", json!("page")), [("/mail".to_owned(), "notAllowed")]);
    let is_amount = |field: &blocks::catalogue::Field| {
        field.kind == FieldKind::Money || field.entries.iter().any(|entry| entry.kind == FieldKind::Money)
    };
    assert!(!blocks::catalogue::fields(LetterKind::Plain).iter().any(is_amount), "a plain letter names no amount");
}

#[test]
fn a_student_signs_from_an_age_on() {
    let of_age = |signer: Value| {
        let mut signed = offer();
        signed["signers"] = json!([{ "role": "guardian1", "order": 1 }, signer]);
        (problems_of(&signed), LetterTemplate::read(&signed).map(|template| template.signers[1].of_age()))
    };
    assert_eq!(of_age(json!({ "role": "student", "order": 2 })), (Vec::new(), Some(18)));
    assert_eq!(of_age(json!({ "role": "student", "order": 2, "age": 21 })), (Vec::new(), Some(21)));
    assert_eq!(
        of_age(json!({ "role": "guardian2", "order": 2, "age": 21 })).0,
        [("/signers/1/age".to_owned(), "notAllowed")]
    );
    assert_eq!(
        of_age(json!({ "role": "student", "order": 2, "age": 5 })).0,
        [("/signers/1/age".to_owned(), "outOfRange")]
    );
}

#[test]
fn a_draft_without_its_arabic_is_kept_and_no_template() {
    let mut half = offer();
    half["title"] = json!({ "en": "Offer" });
    half["body"]["ar"] = json!([]);
    assert!(shape_problems(&half).is_empty());
    assert!(LetterTemplate::read(&half).is_none());
}

#[test]
fn the_version_follows_what_is_said_and_not_how_the_file_is_laid_out() {
    let version = |value: &Value| LetterTemplate::read(value).unwrap().version();
    let plain = version(&offer());
    assert_eq!(plain.len(), 12);
    let turned: Value = serde_json::from_str(&format!("{:#}", offer())).unwrap();
    assert_eq!(version(&turned), plain);
    let mut usual = offer();
    usual["second_proof"] = json!("birth_date");
    assert_eq!(version(&usual), plain, "what is meant anyhow");
    usual["second_proof"] = json!("code");
    assert_ne!(version(&usual), plain);
    let mut other = offer();
    other["body"]["ar"][0]["text"] = json!("السيدة");
    assert_ne!(version(&other), plain);
}

#[test]
fn a_file_is_called_by_its_code() {
    for (path, code) in [
        ("letters/offer.json", Some("offer")),
        ("letters/photo_consent.json", Some("photo_consent")),
        ("letters/Offer.json", None),
        ("letters/offer.yaml", None),
        ("letters/a/b.json", None),
        ("texts/offer.json", None),
        ("letters/.json", None),
    ] {
        assert_eq!(code_of(path), code, "{path}");
    }
}

#[test]
fn a_payment_is_due_in_one_of_three_ways() {
    let template = LetterTemplate::read(&acceptance()).unwrap();
    let due: Vec<&Due> = template.plans[0].instalments.iter().map(|instalment| &instalment.due).collect();
    assert_eq!(
        due,
        [
            &Due::OnAcceptance(OnAcceptance::OnAcceptance),
            &Due::On("2027-09-01".to_owned()),
            &Due::After(After { months: 3 })
        ]
    );
}
