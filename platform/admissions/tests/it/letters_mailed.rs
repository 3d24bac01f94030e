//! The mail of a letter that nobody signs: its words, and the link below them.

use serde_json::{Value, json};
use tenants::message::{Rendered, render};
use words::SchoolId;

use crate::applications::OFFICER;
use crate::desk::{Desk, on_both};
use crate::forms;
use crate::letters::{applied, family, release, template};
use crate::letters_by_hand::{plain, worded};
use crate::letters_reach::{PHONE, reaching};

on_both!(what_nobody_signs_is_mailed_with_its_words, no_mail_tells_what_its_link_is_known_by);

/// The mail of the plain letter, as it is sent.
async fn mailed(desk: &Desk, words: Value, language: &str) -> Rendered {
    let path = desk.bundle("one").join("letters/confirmation.json");
    let mut letter: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    letter.as_object_mut().unwrap().extend(words.as_object().unwrap().clone());
    forms::write(&path, &letter);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    let asked = json!({ "code": "confirmation", "language": language });
    desk.post(&format!("/v1/oa/enquiries/{id}/letters"), asked).staff(OFFICER).send().await.is(201);
    assert_eq!(release(desk).await, 1);
    let mail = desk.messages().await.pop().expect("a mail");
    render(&desk.school("one"), "https://one.example", &mail).unwrap()
}

async fn what_nobody_signs_is_mailed_with_its_words(desk: &Desk) {
    plain(desk, "We **confirm** that {{child_name}} has <applied>.");
    let mail = mailed(desk, json!({ "mail": "text" }), "both").await;
    assert!(mail.subject.starts_with("About Sara (ONE27-"), "{}", mail.subject);
    let (letter, below) = mail.text.split_once("\n\n").unwrap();
    assert_eq!(letter, "We confirm that Sara Al-Said has <applied>.", "in the language that the family wrote in");
    assert!(below.contains("https://one.example/offer-letter/") && !mail.text.contains("إفادة عن"), "{below}");
    let html = "<div lang=\"en\" dir=\"ltr\"><p>We <strong>confirm</strong> that <bdi>Sara Al-Said</bdi> has &lt;applied&gt;.</p></div>";
    assert!(mail.html.contains(html), "{}", mail.html);
    // Written in one language, it is read in that.
    let mail = mailed(desk, json!({ "mail": "text" }), "ar").await;
    assert!(mail.text.starts_with("إفادة عن") && mail.html.contains("<div lang=\"ar\" dir=\"rtl\">"), "{}", mail.html);
    // A school that wants its link alone, and a letter that is too long for a mail.
    let mail = mailed(desk, json!({ "mail": "link" }), "en").await;
    assert!(!mail.text.contains("We confirm") && mail.text.contains("/offer-letter/"), "{}", mail.text);
    let long = json!([{ "kind": "paragraph", "text": "word ".repeat(380) }]);
    let body = json!({ "en": vec![long[0].clone(); 12], "ar": long });
    let mail = mailed(desk, json!({ "mail": "text", "body": body }), "en").await;
    assert!(!mail.text.contains("word word") && mail.text.contains("/offer-letter/"), "{}", mail.text);
}

async fn no_mail_tells_what_its_link_is_known_by(desk: &Desk) {
    reaching(desk, template("Welcome."));
    worded(desk, "We write to {{child_name}} at {{guardian_phone}}.");
    let letter = desk.bundle("one").join("letters/confirmation.json");
    let mut words: Value = serde_json::from_slice(&std::fs::read(&letter).unwrap()).unwrap();
    words["mail"] = "text".into();
    forms::write(&letter, &words);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    let mut answers = family("Sara Al-Said", None);
    answers["phone"] = PHONE.into();
    let mail = async |known: &str| {
        let id = applied(desk, answers.clone()).await;
        desk.messages().await;
        let asked = json!({ "code": "confirmation", "language": "en" });
        desk.post(&format!("/v1/oa/enquiries/{id}/letters"), asked).staff(OFFICER).send().await.is(201);
        assert_eq!(release(desk).await, 1, "{known}");
        render(&desk.school("one"), "https://one.example", &desk.messages().await.pop().expect("a mail")).unwrap().text
    };
    let said = mail("by the birth date").await;
    assert!(said.starts_with("We write to Sara Al-Said at "), "{said}");
    let path = desk.bundle("one").join("forms/apply.json");
    let mut document: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    document["subject"].as_object_mut().unwrap().remove("child.dob");
    forms::write(&path, &document);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    let said = mail("by the telephone").await;
    assert!(!said.contains("We write") && said.contains("/offer-letter/"), "{said}");
}
