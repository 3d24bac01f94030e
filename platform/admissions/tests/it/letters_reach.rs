//! Where a letter's link goes, how whoever holds it is known besides, and what the certificate says of both.

use admissions::applications::Applications;
use kernel::message::{Channel, Message};
use serde_json::{Value, json};
use words::{Clock, Role, SchoolId};

use crate::applications::{OFFICER, go, tell_of_ends};
use crate::database::{execute, number};
use crate::desk::{Desk, Got, on_both};
use crate::forms;
use crate::letters::{
    applied, family, grant, lettered, look, prove, records_are_whole, release, sign, template, texts,
};

on_both!(
    who_has_no_mailbox_is_texted,
    who_can_be_reached_by_nothing_is_told_to_staff,
    a_full_mailbox_is_gone_round_by_text,
    a_second_guardian_gets_the_link_where_they_are,
    a_code_is_sent_and_opens_the_letter_once,
    what_is_asked_is_fixed_with_the_letter,
    who_has_no_mailbox_is_reminded_of_conditions_by_text,
    who_has_no_mailbox_hears_by_text_that_an_offer_ends,
    link_and_code_in_one_mailbox_are_said_to_be,
    codes_end_and_are_not_sent_without_end,
    a_student_signs_from_an_age_on,
    an_arabic_paper_says_nothing_in_english,
);

pub const PHONE: &str = "+96892345678";
const SECOND: &str = "+96899887766";
const MINUTE: i64 = 60 * 1000;

/// A school that sends texts to Oman, and whose form asks both guardians for a telephone and nobody for an address.
pub fn reaching(desk: &Desk, template: Value) {
    lettered(desk, template);
    let place = desk.bundle("one");
    let path = place.join("forms/apply.json");
    let mut document: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    for (name, key) in [("phone", "guardian.phone"), ("second_phone", "second_guardian.phone")] {
        document["schema"]["properties"][name] = json!({ "type": "string", "title": name, "format": "phone" });
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
        for language in ["en", "ar"] {
            document["texts"][language][name] = format!("Text of {name}").into();
        }
        document["subject"][key] = name.into();
    }
    if let Some(required) = document["schema"]["required"].as_array_mut() {
        required.retain(|name| name != "guardian_email");
    }
    forms::write(&path, &document);
    let yaml = place.join("school.yaml");
    let gateway = "sms: { url: \"https://sms.example/send\", from: One, calling_codes: [\"+968\"] }\n";
    std::fs::write(&yaml, std::fs::read_to_string(&yaml).unwrap() + gateway).unwrap();
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

fn by_code() -> Value {
    let mut by_code = template("Welcome.");
    by_code["second_proof"] = "code".into();
    by_code
}

/// Answers of a family with these ways to it.
fn reached(name: &str, second: Option<&str>, ways: &[(&str, Option<&str>)]) -> Value {
    let mut answers = family(name, second);
    answers.as_object_mut().unwrap().remove("second_mail");
    for (field, value) in ways {
        match value {
            Some(value) => answers[*field] = (*value).into(),
            None => drop(answers.as_object_mut().unwrap().remove(*field)),
        }
    }
    answers
}

/// An offer is made and its letter goes out: the application, and what left.
async fn sent(desk: &Desk, answers: Value) -> (String, Vec<Message>) {
    let id = applied(desk, answers).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    (id, desk.messages().await)
}

fn token_of(message: &Message) -> String {
    message.params["path"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

async fn signers(desk: &Desk, id: &str) -> Value {
    let path = format!("/v1/oa/enquiries/{id}/letters");
    desk.get(&path).staff(OFFICER).send().await.is(200)["items"][0]["signers"].clone()
}

async fn asked(desk: &Desk, code: &str) -> i64 {
    number(&desk.db, "one", &format!("SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '{code}'")).await
}

async fn code(desk: &Desk, token: &str) -> Got {
    desk.post("/v1/oa/public/letter_code", json!({ "token": token })).send().await
}

/// The last code that went out, and where to.
async fn told(desk: &Desk) -> (Channel, String, String) {
    let all = desk.messages().await;
    let last = all.into_iter().rfind(|one| one.template == "letter_code").expect("a code");
    (last.channel, last.to, last.params["code"].as_str().unwrap().to_owned())
}

/// Signs with what was granted; the paper that all have signed.
async fn signed(desk: &Desk, token: &str, grant: &str) -> String {
    let asked = format!("/v1/oa/public/student_data?offerLetterToken={token}");
    let seen = desk.get(&asked).header("x-letter-grant", grant).send().await.is(200);
    let signature = json!({
        "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"],
    });
    let form = json!({ "grant": grant, "locale": "en", "signatures": [signature] });
    let path = format!("/v1/oa/public/offer_letter?offerLetterToken={token}");
    desk.post(&path, json!({ "values": { "decision": "accept" }, "formData": form })).send().await.is(200);
    let wanted = json!({ "token": token, "grant": grant, "final": true });
    let paper = desk.post("/v1/oa/public/offer_letter_pdf", wanted).send().await;
    String::from_utf8_lossy(&paper.body).into_owned()
}

async fn who_has_no_mailbox_is_texted(desk: &Desk) {
    reaching(desk, template("Welcome."));
    let (id, out) = sent(desk, reached("Sara", None, &[("guardian_email", None), ("phone", Some(PHONE))])).await;
    let told: Vec<_> = out.iter().map(|one| (one.channel, one.template.as_str(), one.to.as_str())).collect();
    assert_eq!(told, [(Channel::Sms, "letter_sent", PHONE)]);
    let school = desk.school("one");
    let said = tenants::message::render(&school, "https://one.example", &out[0]).unwrap().text;
    assert!(said.contains("https://one.example/offer-letter/") && !said.contains("Sara"), "{said}");
    look(desk, &token_of(&out[0])).await.is(200);
    assert_eq!(signers(desk, &id).await[0]["link_to"], json!({ "by": "sms", "hint": "…5678", "shared": false }));
    assert_eq!(asked(desk, "@unreached").await, 0);
    // Sent once more it goes the same way.
    let letter = texts(desk, "SELECT id FROM family_letters WHERE school_id = $1").await.pop().unwrap();
    let again = format!("/v1/oa/enquiries/{id}/letters/{letter}/send_again");
    desk.post(&again, json!({ "place": 0 })).staff(OFFICER).send().await.is(200);
    assert_eq!(desk.messages().await[0].to, PHONE);
}

async fn who_can_be_reached_by_nothing_is_told_to_staff(desk: &Desk) {
    reaching(desk, template("Welcome."));
    let far = reached("Sara", None, &[("guardian_email", None), ("phone", Some("+97150123456"))]);
    let (id, out) = sent(desk, far).await;
    assert_eq!((out.len(), asked(desk, "@unreached").await), (0, 1), "the gateway does not reach it");
    assert_eq!(signers(desk, &id).await[0]["link_to"], Value::Null);
    let letter = texts(desk, "SELECT id FROM family_letters WHERE school_id = $1").await.pop().unwrap();
    let again = format!("/v1/oa/enquiries/{id}/letters/{letter}/send_again");
    let refused = desk.post(&again, json!({ "place": 0 })).staff(OFFICER).send().await.is(422);
    assert_eq!(refused["errors"][0]["code"], "unsent");
}

async fn a_full_mailbox_is_gone_round_by_text(desk: &Desk) {
    reaching(desk, template("Welcome."));
    let id = applied(desk, reached("Sara", None, &[("phone", Some(PHONE))])).await;
    let other = applied(desk, reached("Omar", None, &[])).await;
    for _ in 0..10 {
        let write = desk.post(&format!("/v1/oa/enquiries/{id}/messages"), json!({ "text": "Which day suits you?" }));
        write.staff(Role::SchoolAdmin).send().await.is(201);
    }
    desk.messages().await;
    for one in [&id, &other] {
        go(desk, Role::Principal, one, "F/unconditional", json!({ "notify": true })).await.is(200);
    }
    assert_eq!(release(desk).await, 2);
    let out = desk.messages().await;
    let told: Vec<_> = out.iter().map(|one| (one.channel, one.to.as_str())).collect();
    assert_eq!(told, [(Channel::Sms, PHONE)]);
    assert_eq!((asked(desk, "@untold").await, asked(desk, "@unreached").await), (1, 0), "of who has no telephone");
}

async fn a_second_guardian_gets_the_link_where_they_are(desk: &Desk) {
    reaching(desk, template("Welcome."));
    let own = reached("Sara", Some("Salim Al-Said"), &[("second_phone", Some(SECOND))]);
    let (id, out) = sent(desk, own).await;
    sign(desk, &token_of(&out[0]), "Huda Al-Said").await.is(200);
    let out = desk.messages().await;
    let told: Vec<_> = out.iter().map(|one| (one.channel, one.to.as_str())).collect();
    assert_eq!(told, [(Channel::Sms, SECOND)], "a telephone of their own");
    assert_eq!(signers(desk, &id).await[1]["link_to"], json!({ "by": "sms", "hint": "…7766", "shared": false }));
    // One without any gets it where the first is written to, and all say so.
    let (id, out) = sent(desk, reached("Omar", Some("Salim Al-Said"), &[])).await;
    sign(desk, &token_of(&out[0]), "Huda Al-Said").await.is(200);
    let out = desk.messages().await;
    assert_eq!(out[0].to, "huda@example.org");
    let shared = json!({ "by": "mail", "hint": "h…@example.org", "shared": true });
    assert_eq!(signers(desk, &id).await[1]["link_to"], shared);
    let token = token_of(&out[0]);
    let grant = grant(desk, &token).await;
    let paper = signed(desk, &token, &grant).await;
    let own = "A link sent to the e-mail address h…@example.org, and the date of birth";
    let shared = "A link sent to the first guardian's e-mail address h…@example.org, and the date of birth";
    assert!(paper.contains(own) && paper.contains(shared), "{paper}");
    records_are_whole(desk).await;
}

async fn a_code_is_sent_and_opens_the_letter_once(desk: &Desk) {
    reaching(desk, by_code());
    let (_, out) = sent(desk, reached("Sara", None, &[("phone", Some(PHONE))])).await;
    let token = token_of(&out[0]);
    let seen = look(desk, &token).await.is(200);
    assert_eq!(seen["second_proof"], "code");
    assert_eq!(seen["code_to"], json!({ "by": "sms", "hint": "…5678", "shared": false }));
    assert_eq!(desk.messages().await.len(), 0, "a look sends nothing");
    assert_eq!(prove(desk, &token, "2021-03-04").await.is(422)["messageId"], "L005", "no code is out");
    let out = code(desk, &token).await.is(200);
    assert_eq!((&out["to"]["hint"], &out["expires_in"], &out["resend_in"]), (&json!("…5678"), &json!(600), &json!(60)));
    let (channel, to, digits) = told(desk).await;
    assert_eq!((channel, to.as_str(), digits.len()), (Channel::Sms, PHONE, 6));
    let kept =
        texts(desk, "SELECT token_hash || address FROM links WHERE school_id = $1 AND purpose = 'letter_code'").await;
    assert!(kept.iter().all(|row| !row.contains(&digits) && !row.contains("92345678")), "{kept:?}");
    let arabic: String = digits.chars().map(|c| char::from_u32(0x660 + c.to_digit(10).unwrap()).unwrap()).collect();
    let grant = prove(desk, &token, &arabic).await.is(200)["grant"].as_str().unwrap().to_owned();
    desk.clock.advance(1);
    assert_eq!(prove(desk, &token, &digits).await.is(422)["messageId"], "L005", "once");
    let paper = signed(desk, &token, &grant).await;
    let how = "A link sent to the e-mail address h…@example.org, and a code sent to the phone …5678";
    assert!(paper.contains(how), "{paper}");
    let record = texts(desk, "SELECT body FROM letter_entries WHERE school_id = $1 ORDER BY seq").await;
    let of: Value = serde_json::from_str(&record[2]).unwrap();
    assert_eq!((&of["how"]["code_to"], &of["how"]["hint"]), (&json!("sms"), &json!("…5678")));
    records_are_whole(desk).await;
    let nothing = code(desk, &"x".repeat(43)).await;
    assert_eq!(nothing.is(404), look(desk, &"x".repeat(43)).await.is(404), "one answer for all");
}

async fn who_has_no_mailbox_is_reminded_of_conditions_by_text(desk: &Desk) {
    reaching(desk, template("Welcome."));
    let mut letter = template("It depends on this.");
    letter["kind"] = "conditional_offer".into();
    letter["signers"] = json!([{ "role": "guardian1", "order": 1 }]);
    letter["conditions"] =
        json!([{ "code": "test", "text": { "en": "The placement test", "ar": "اختبار تحديد المستوى" }, "days": 14 }]);
    forms::write(&desk.bundle("one").join("letters/conditional.json"), &letter);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    let far = Some("+97150123456");
    for (child, phone) in [("Sara", Some(PHONE)), ("Omar", far)] {
        let id = applied(desk, reached(child, None, &[("guardian_email", None), ("phone", phone)])).await;
        go(desk, Role::Principal, &id, "F/conditional", json!({ "notify": true })).await.is(200);
    }
    assert_eq!(release(desk).await, 2);
    desk.messages().await;
    desk.clock.advance(7 * 24 * 60 * MINUTE);
    desk.letters.remind_of_conditions(&desk.school("one")).await.unwrap();
    assert_eq!(desk.letters.remind_of_conditions(&desk.school("one")).await.unwrap(), 0, "once");
    let out = desk.messages().await;
    let told: Vec<_> = out.iter().filter(|one| one.template == "condition_due").collect();
    assert_eq!(told.iter().map(|one| (one.channel, one.to.as_str())).collect::<Vec<_>>(), [(Channel::Sms, PHONE)]);
    for language in ["en", "ar"] {
        let one = Message { locale: language.into(), ..told[0].clone() };
        let said = tenants::message::render(&desk.school("one"), "https://one.example", &one).unwrap().text;
        assert!(said.contains("https://one.example/") && !said.contains("placement"), "{said}");
    }
    assert_eq!(asked(desk, "@condition_not_reminded").await, 1, "of whom nothing reaches somebody is told");
    let texted =
        texts(desk, "SELECT to_value FROM timeline WHERE school_id = $1 AND action = 'told' ORDER BY seq").await;
    assert!(texted.iter().any(|one| one == "texted"), "{texted:?}");
}

async fn who_has_no_mailbox_hears_by_text_that_an_offer_ends(desk: &Desk) {
    reaching(desk, template("Welcome."));
    let far = Some("+97150123456");
    for (child, phone) in [("Sara", Some(PHONE)), ("Omar", far)] {
        sent(desk, reached(child, None, &[("guardian_email", None), ("phone", phone)])).await;
    }
    let all = Applications::new(desk.enquiries.clone());
    let (school, ends) =
        (desk.school("one"), "SELECT CAST(MAX(hold_until) AS TEXT) FROM applications WHERE school_id = $1");
    let until: i64 = texts(desk, ends).await[0].parse().unwrap();
    let hour = 60 * MINUTE;
    for (to, template, words) in [
        (until - 56 * hour, "offer_reminder", "ends on "),
        (until - 8 * hour, "offer_reminder", "ends today, "),
        (until + 6 * hour, "offer_expired", "has ended without an answer"),
    ] {
        desk.clock.advance(to - desk.clock.now_ms());
        for _ in 0..2 {
            all.remind_of_offers(&school).await.unwrap();
            all.expire(&school).await.unwrap();
        }
        tell_of_ends(desk).await;
        let out = desk.messages().await;
        let told: Vec<_> = out.iter().map(|one| (one.channel, one.template.as_str(), one.to.as_str())).collect();
        assert_eq!(told, [(Channel::Sms, template, PHONE)], "once");
        let said = tenants::message::render(&school, "https://one.example", &out[0]).unwrap().text;
        assert!(said.contains(words) && !said.contains("Sara"), "{said}");
        let arabic = Message { locale: "ar".into(), ..out[0].clone() };
        assert!(tenants::message::render(&school, "https://one.example", &arabic).unwrap().text.contains("العرض"));
    }
    assert_eq!(asked(desk, "@not_reminded").await, 1, "of whom nothing reaches somebody is told");
}

async fn what_is_asked_is_fixed_with_the_letter(desk: &Desk) {
    reaching(desk, by_code());
    let (_, out) = sent(desk, reached("Sara", None, &[("phone", Some(PHONE))])).await;
    let by_code = token_of(&out[0]);
    // The school asks for birth dates from now on.
    let path = desk.bundle("one").join("letters/offer.json");
    forms::write(&path, &template("Welcome."));
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    let (_, out) = sent(desk, reached("Omar", None, &[("phone", Some(PHONE))])).await;
    let by_date = token_of(&out[0]);
    assert_eq!(look(desk, &by_code).await.is(200)["second_proof"], "code");
    assert_eq!(prove(desk, &by_code, "2021-03-04").await.is(422)["messageId"], "L005", "the easier way is none");
    assert_eq!(look(desk, &by_date).await.is(200)["second_proof"], "birth_date");
    // A letter from before that was written down follows its template.
    execute(&desk.db, "one", "UPDATE family_letters SET second_proof = NULL WHERE school_id = $1").await.unwrap();
    assert_eq!(look(desk, &by_code).await.is(200)["second_proof"], "birth_date");
}

async fn link_and_code_in_one_mailbox_are_said_to_be(desk: &Desk) {
    reaching(desk, by_code());
    let (_, out) = sent(desk, reached("Sara", None, &[])).await;
    let token = token_of(&out[0]);
    code(desk, &token).await.is(200);
    let (channel, to, digits) = told(desk).await;
    assert_eq!((channel, to.as_str()), (Channel::Mail, "huda@example.org"));
    let grant = prove(desk, &token, &digits).await.is(200)["grant"].as_str().unwrap().to_owned();
    let paper = signed(desk, &token, &grant).await;
    assert!(paper.contains("A link and a code, both sent to the e-mail address h…@example.org"), "{paper}");
}

async fn codes_end_and_are_not_sent_without_end(desk: &Desk) {
    reaching(desk, by_code());
    let (_, out) = sent(desk, reached("Sara", None, &[("phone", Some(PHONE))])).await;
    let token = token_of(&out[0]);
    code(desk, &token).await.is(200);
    let (_, _, digits) = told(desk).await;
    assert_eq!(code(desk, &token).await.is(429)["messageId"], "L002", "a minute apart");
    let wrong = if digits == "000000" { "000001" } else { "000000" };
    for left in (0..5).rev() {
        let got = prove(desk, &token, wrong).await.is(422);
        assert_eq!((&got["messageId"], &got["tries_left"]), (&json!("L004"), &json!(left)));
    }
    assert_eq!(prove(desk, &token, &digits).await.is(422)["messageId"], "L005");
    look(desk, &token).await.is(200);
    // Another one takes the place of the one before, and ends by itself.
    let mut before = None;
    for _ in 0..4 {
        desk.clock.advance(MINUTE);
        code(desk, &token).await.is(200);
        let (_, _, digits) = told(desk).await;
        if let Some(former) = before.replace(digits.clone()).filter(|former| *former != digits) {
            assert_eq!(prove(desk, &token, &former).await.is(422)["messageId"], "L004");
        }
    }
    desk.clock.advance(MINUTE);
    assert_eq!(code(desk, &token).await.status, 429, "five in an hour");
    desk.clock.advance(9 * MINUTE);
    assert_eq!(prove(desk, &token, &before.unwrap()).await.is(422)["messageId"], "L005", "ten minutes");
}

async fn a_student_signs_from_an_age_on(desk: &Desk) {
    let with = |signers: Value| {
        let mut all = template("Welcome.");
        all["signers"] = signers;
        all
    };
    let roles = |signers: &Value| -> Vec<String> {
        let all = signers.as_array().unwrap().iter();
        all.map(|one| format!("{} {}", one["role"].as_str().unwrap(), one["name"].as_str().unwrap())).collect()
    };
    let both = json!([{ "role": "guardian1", "order": 1 }, { "role": "student", "order": 2 }]);
    reaching(desk, with(both));
    let (child, _) = sent(desk, reached("Sara", None, &[])).await;
    assert_eq!(roles(&signers(desk, &child).await), ["guardian1 Huda Al-Said"]);
    let (adult, _) = sent(desk, reached("Omar", None, &[("dob", Some("2005-03-04"))])).await;
    assert_eq!(roles(&signers(desk, &adult).await), ["guardian1 Huda Al-Said", "student Omar"]);
    let path = desk.bundle("one").join("letters/offer.json");
    let alone = json!([{ "role": "student", "order": 1, "age": 25 }]);
    forms::write(&path, &with(alone));
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    let (young, _) = sent(desk, reached("Noor", None, &[("dob", Some("2005-03-04"))])).await;
    assert_eq!(roles(&signers(desk, &young).await), ["guardian1 Huda Al-Said"], "a guardian signs for them");
}

async fn an_arabic_paper_says_nothing_in_english(desk: &Desk) {
    let mut arabic = template("أهلًا.");
    arabic["languages"] = "ar".into();
    reaching(desk, arabic);
    let (_, out) = sent(desk, reached("Sara", None, &[])).await;
    let token = token_of(&out[0]);
    let grant = grant(desk, &token).await;
    let paper = signed(desk, &token, &grant).await;
    assert!(!paper.contains("Signature of") && paper.contains("\"alt\":\"توقيع Huda Al-Said\""), "{paper}");
    assert!(paper.contains("\"ar\":\"الشبكة "), "{paper}");
    assert!(paper.contains("رابط أُرسل إلى البريد الإلكتروني \u{200E}h…@example.org، وتاريخ الميلاد"), "{paper}");
}
