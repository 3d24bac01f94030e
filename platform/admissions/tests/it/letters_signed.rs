//! Once all have signed a letter, each of the family who did gets a link to the signed paper.

use kernel::message::{Channel, Message};
use serde_json::json;
use tenants::message::render;
use words::Role;

use crate::applications::{OFFICER, go};
use crate::database::{execute, number};
use crate::desk::{DAY, Desk, on_both};
use crate::letters::{
    applied, family, grant, lettered, links, look, offered, prove, release, sign as sign_offer, template,
};
use crate::letters_acceptance::{acceptance, accepted, accepted_as, accepting, at, choose, plans, sign};
use crate::letters_consents::{asked, both, consenting, put};
use crate::letters_reach::{PHONE, reaching};

on_both!(
    who_has_signed_an_acceptance_is_told_once_with_the_deposit,
    the_deposit_is_paid_to_the_account_of_the_school,
    of_an_offer_those_are_told_whom_no_other_mail_reaches,
    who_has_answered_consents_is_told,
    who_has_no_mailbox_is_texted_that_all_have_signed,
    where_nothing_can_go_any_more_nobody_is_asked_to_see_to_it,
    they_are_told_where_they_signed,
    of_an_offer_too,
    staff_send_the_link_to_a_signed_letter_again,
);

/// What left of that kind since somebody looked.
async fn told(desk: &Desk) -> Vec<Message> {
    desk.messages().await.into_iter().filter(|one| one.template == "letter_signed").collect()
}

fn token_of(message: &Message) -> String {
    message.params["path"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

fn addresses(told: &[Message]) -> Vec<&str> {
    let mut all: Vec<_> = told.iter().map(|one| one.to.as_str()).collect();
    all.sort_unstable();
    all
}

async fn who_has_signed_an_acceptance_is_told_once_with_the_deposit(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (_, token) = accepted(desk, Some("Salim Al-Said")).await;
    choose(desk, &token, "three").await.is(200);
    desk.messages().await;
    sign(desk, &token, "Huda Al-Said").await.is(200);
    let invited = desk.messages().await;
    assert_eq!((invited.len(), invited[0].template.as_str()), (1, "letter_sent"), "not all have signed");
    sign(desk, &token_of(&invited[0]), "Salim Al-Said").await.is(200);
    let all = told(desk).await;
    assert_eq!(addresses(&all), ["huda@example.org", "salim@example.org"]);
    for said in [&token, &token_of(&invited[0])] {
        let name = if *said == token { "Huda Al-Said" } else { "Salim Al-Said" };
        sign(desk, said, name).await.is(200);
    }
    assert_eq!(told(desk).await.len(), 0, "the same answer again tells nobody");
    let school = desk.school("one");
    for one in &all {
        let mail = render(&school, "https://one.example", one).unwrap();
        assert!(mail.subject.starts_with("All have signed: Acceptance of a place ("), "{}", mail.subject);
        assert!(mail.text.contains("The deposit of OMR 200.000 is due by the end of 01-Dec-2026."), "{}", mail.text);
        let name = if one.to.starts_with("huda") { "Dear Huda Al-Said," } else { "Dear Salim Al-Said," };
        assert!(mail.text.contains(name), "{}", mail.text);
    }
    // Their links open the signed paper, also once the letter could no longer be answered.
    desk.clock.advance(25 * DAY);
    for one in &all {
        let wanted = json!({ "token": token_of(one), "grant": grant(desk, &token_of(one)).await, "final": true });
        desk.post("/v1/oa/public/acceptance_letter_pdf", wanted).send().await.is(200);
    }
    desk.clock.advance(6 * DAY);
    look(desk, &token_of(&all[0])).await.refused(404, "L010");
}

async fn the_deposit_is_paid_to_the_account_of_the_school(desk: &Desk) {
    let mut letter = acceptance(json!([plans()[0]]));
    for language in ["en", "ar"] {
        let when = |is: &str, text: &str| json!({ "kind": "paragraph", "text": text, "when": { "field": "account_iban", "is": is } });
        let body = letter["body"][language].as_array_mut().unwrap();
        body.insert(1, when("filled", "{{account_name}}, {{account_bank}}, {{account_iban}}, {{account_bic}}"));
        body.insert(1, when("empty", "The office tells you."));
    }
    accepting(desk, letter);
    let yaml = desk.bundle("one").join("school.yaml");
    let without = std::fs::read_to_string(&yaml).unwrap();
    let account =
        "bank_account: { name: One School, bank: The Bank, iban: \"om16 0000001234567890123\", bic: EXAMOMRX }\n";
    let told_in_mail = "\nIBAN: OM16 0000 0012 3456 7890 123\nSWIFT/BIC: EXAMOMRX\nPayment reference: ";
    let told_in_letter = ["One School", "The Bank", "OM16 0000 0012 3456 7890 123", "EXAMOMRX"];
    let office = "The school's office will tell you how to pay it.";
    let other = account.replace("om16 0000001234567890123", "DE89 3704 0044 0532 0130 00");
    // An account that is another one by the last signature is told by no mail: the letter names the former.
    for (school, then, in_letter, in_mail) in [
        (without.clone(), without.clone(), &["The office tells you."][..], office),
        (without.clone() + account, without.clone() + account, &told_in_letter[..], told_in_mail),
        (without.clone() + account, without.clone() + &other, &told_in_letter[..], office),
    ] {
        // One mailbox gets so much a day.
        desk.clock.advance(DAY);
        std::fs::write(&yaml, school).unwrap();
        desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
        let (_, token) = accepted(desk, None).await;
        release(desk).await;
        desk.messages().await;
        let seen = desk.get(&at(&token).replace("acceptance_letter?", "acceptance_data?"));
        let seen = seen.header("x-letter-grant", &grant(desk, &token).await).send().await.is(200);
        let body = seen["body"].to_string();
        assert!(in_letter.iter().all(|words| body.contains(words)), "{body}");
        std::fs::write(&yaml, then).unwrap();
        desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
        sign(desk, &token, "Huda Al-Said").await.is(200);
        let mail = render(&desk.school("one"), "https://one.example", &told(desk).await[0]).unwrap();
        assert!(mail.text.contains(in_mail), "{}", mail.text);
    }
}

async fn of_an_offer_those_are_told_whom_no_other_mail_reaches(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (_, first) = offered(desk, family("Sara Al-Said", Some("Salim Al-Said"))).await;
    sign_offer(desk, &first, "Huda Al-Said").await.is(200);
    let (_, second) = links(desk).await.pop().expect("the other's link");
    sign_offer(desk, &second, "Salim Al-Said").await.is(200);
    let out = desk.messages().await;
    let mut all: Vec<_> = out.iter().map(|one| (one.template.as_str(), one.to.as_str())).collect();
    all.sort_unstable();
    assert_eq!(all, [("letter_signed", "salim@example.org"), ("status_changed", "huda@example.org")]);
    let link = out.iter().find(|one| one.template == "letter_signed").map(token_of).unwrap();
    let paper = json!({ "token": link, "grant": grant(desk, &link).await, "final": true });
    desk.post("/v1/oa/public/offer_letter_pdf", paper).send().await.is(200);
}

async fn who_has_answered_consents_is_told(desk: &Desk) {
    consenting(desk);
    let (_, token) = asked(desk).await;
    for _ in 0..2 {
        put(desk, &token, "submit", both("accepted", "refused")).await.is(200);
    }
    let all = told(desk).await;
    assert_eq!(addresses(&all), ["huda@example.org"]);
    let mail = render(&desk.school("one"), "https://one.example", &all[0]).unwrap();
    assert!(mail.text.contains("/consent/") && !mail.text.contains("deposit"), "{}", mail.text);
    let wanted = json!({ "token": token_of(&all[0]), "grant": grant(desk, &token_of(&all[0])).await, "final": true });
    desk.post("/v1/oa/public/consent_pdf", wanted).send().await.is(200);
}

/// An offer whose link went out as a text message.
async fn texted(desk: &Desk) -> String {
    reaching(desk, template("Welcome."));
    let mut answers = family("Sara", None);
    answers.as_object_mut().unwrap().remove("guardian_email");
    answers["phone"] = PHONE.into();
    let id = applied(desk, answers).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    token_of(&desk.messages().await[0])
}

async fn who_has_no_mailbox_is_texted_that_all_have_signed(desk: &Desk) {
    let link = texted(desk).await;
    sign_offer(desk, &link, "Huda Al-Said").await.is(200);
    let out = desk.messages().await;
    let all: Vec<_> = out.iter().map(|one| (one.channel, one.template.as_str(), one.to.as_str())).collect();
    assert_eq!(all, [(Channel::Sms, "letter_signed", PHONE)]);
}

async fn where_nothing_can_go_any_more_nobody_is_asked_to_see_to_it(desk: &Desk) {
    let link = texted(desk).await;
    let full = "UPDATE allowances SET used = 100 WHERE school_id = $1 AND name LIKE 'reply.target%'";
    assert!(execute(&desk.db, "one", full).await.unwrap() > 0);
    sign_offer(desk, &link, "Huda Al-Said").await.is(200);
    assert_eq!(desk.messages().await.len(), 0);
    let unmailed = "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'told' AND to_value = 'unmailed'";
    // They know it, and have the paper where they signed.
    let asked = "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code IN ('@unreached', '@untold')";
    assert_eq!((number(&desk.db, "one", unmailed).await, number(&desk.db, "one", asked).await), (1, 0));
}

async fn they_are_told_where_they_signed(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    // Of two addresses that look alike neither is certain.
    for (child, now, expected) in [
        ("Sara Al-Said", "other@example.org", &["huda@example.org", "salim@example.org"][..]),
        ("Zaid Al-Said", "hala@example.org", &["salim@example.org"][..]),
    ] {
        let (id, token) = accepted_as(desk, child, Some("Salim Al-Said")).await;
        choose(desk, &token, "three").await.is(200);
        desk.messages().await;
        sign(desk, &token, "Huda Al-Said").await.is(200);
        let second = token_of(&desk.messages().await[0]);
        correct(desk, &id, now).await;
        sign(desk, &second, "Salim Al-Said").await.is(200);
        assert_eq!(addresses(&told(desk).await), expected);
        desk.clock.advance(DAY);
    }
}

async fn correct(desk: &Desk, id: &str, now: &str) {
    let corrected = format!(
        "INSERT INTO submission_corrections (school_id, submission_id, field, value, corrected_at)
         VALUES ($1, '{id}', 'guardian_email', '{now}', 1)"
    );
    execute(&desk.db, "one", &corrected).await.unwrap();
}

async fn of_an_offer_too(desk: &Desk) {
    lettered(desk, template("Welcome."));
    // The mail of the status goes to the address of now.
    for (child, now, expected) in [
        ("Sara Al-Said", "other@example.org", &["huda@example.org", "salim@example.org"][..]),
        ("Zaid Al-Said", "hala@example.org", &["salim@example.org"][..]),
    ] {
        let (id, first) = offered(desk, family(child, Some("Salim Al-Said"))).await;
        sign_offer(desk, &first, "Huda Al-Said").await.is(200);
        let (_, second) = links(desk).await.pop().expect("the other's link");
        correct(desk, &id, now).await;
        sign_offer(desk, &second, "Salim Al-Said").await.is(200);
        assert_eq!(addresses(&told(desk).await), expected);
        desk.clock.advance(DAY);
    }
}

async fn staff_send_the_link_to_a_signed_letter_again(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (id, token) = accepted(desk, None).await;
    choose(desk, &token, "three").await.is(200);
    sign(desk, &token, "Huda Al-Said").await.is(200);
    let first = token_of(&told(desk).await[0]);
    for _ in 0..5 {
        prove(desk, &first, "2020-01-01").await.is(422);
    }
    for ended in [&first, &token] {
        look(desk, ended).await.refused(404, "L010");
    }
    let listed = desk.get(&format!("/v1/oa/enquiries/{id}/letters")).staff(OFFICER).send().await.is(200);
    let letters = listed["items"].as_array().unwrap();
    let letter = letters.iter().find(|one| one["kind"] == "acceptance").unwrap();
    let path = format!("/v1/oa/enquiries/{id}/letters/{}/send_again", letter["id"].as_str().unwrap());
    let again = async |place: i64| desk.post(&path, json!({ "place": place })).staff(OFFICER).send().await;
    again(0).await.is(200);
    let all = told(desk).await;
    assert_eq!(addresses(&all), ["huda@example.org"]);
    let wanted = json!({ "token": token_of(&all[0]), "grant": grant(desk, &token_of(&all[0])).await, "final": true });
    desk.post("/v1/oa/public/acceptance_letter_pdf", wanted).send().await.is(200);
    assert!(all[0].params.contains_key("deposit"));
    // A day that is over is told to nobody.
    desk.clock.advance(40 * DAY);
    again(0).await.is(200);
    assert!(!told(desk).await[0].params.contains_key("deposit"));
    // What was erased cannot be opened any more.
    desk.clock.advance(3_700 * DAY);
    desk.forms.purge(&crate::database::scope("one")).await.unwrap();
    assert_eq!(again(0).await.is(422)["guard"], "letter_over");
}
