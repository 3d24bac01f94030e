//! What a family sees and does of what it sent: by a link and a proof, or as its account.

use admissions::family::{DueKind, Family};
use futures_util::future::join_all;
use kernel::caller::{Actor, Caller};
use kernel::message::Channel;
use serde_json::{Value, json};
use words::Role;
use words::rights::Reach;
use words::verdict::Decision;

use crate::applications::{OFFICER, ROUND, applying, go, values, why};
use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::forms;
use crate::rules::Script;

on_both!(
    a_link_opens_what_was_sent_once_its_family_is_known,
    the_link_is_told_twice_the_same_and_kept_by_no_row,
    the_last_wrong_proof_ends_the_link,
    of_tries_at_once_so_many_are_looked_at,
    what_has_no_answer_to_ask_for_has_no_link,
    a_grant_ends_with_its_hour_and_with_its_link,
    an_account_opens_what_it_owns_and_nothing_else,
    what_a_signed_in_family_begins_or_sends_is_its_own,
    a_mail_of_the_school_has_a_link_that_lives,
    a_stranger_s_sentence_greets_nobody_in_a_message,
    a_message_is_looked_at_before_it_goes,
    a_changed_address_hears_of_it,
    a_changed_number_that_opens_it_is_told_to_the_address,
    who_used_up_their_letters_changes_no_address,
    who_wants_texts_is_told_of_a_message,
    what_a_family_changes_has_an_end,
    what_the_school_refused_stands_in_nobody_s_way,
    contact_data_is_corrected_beside_what_was_sent,
    a_paper_comes_later_within_its_own_limits,
    a_family_is_told_states_and_days_and_no_more,
    a_family_asks_and_reads_the_answer,
    what_is_due_is_due_within_a_fortnight,
    a_paper_that_is_due_leads_to_where_it_is_added,
    an_offer_is_due_before_everything,
    who_wants_no_news_gets_no_confirmation,
);

const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n";
const OPEN: &str = "/v1/oa/public/applications/open";

/// Forms that say whose their answers are, live before the desk is used.
pub fn telling(desk: &Desk) {
    let mut document = forms::document("1.0.0");
    document["schema"]["properties"]["dob"] = json!({ "type": "string", "format": "date", "title": "message" });
    document["steps"][0]["fields"].as_array_mut().unwrap().push("dob".into());
    document["subject"] = json!({
        "child.name": "child_name", "child.dob": "dob", "guardian.email": "guardian_email", "guardian.phone": "guardian_phone",
    });
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
}

pub fn sara() -> Value {
    json!({ "child_name": "Sara", "dob": "2018-03-04", "guardian_email": "huda@example.org", "guardian_phone": "+96892345678" })
}

pub fn token_of(sent: &Value) -> String {
    let path = sent["my_application"].as_str().expect("a link");
    path.strip_prefix("/my-application#token=").expect("its address").to_owned()
}

pub async fn open(desk: &Desk, token: &str, proof: Option<&str>) -> Got {
    desk.post(OPEN, json!({ "token": token, "proof": proof })).send().await
}

/// A submission of Sara's, the token of its link, and a grant.
pub async fn sent(desk: &Desk) -> (Value, String, String) {
    telling(desk);
    let sent = desk.submit("trial", sara(), None).await.is(201);
    let token = token_of(&sent);
    let path = granted(desk, &token).await;
    (sent, token, path)
}

/// Where a grant leads that the link and its proof give.
pub async fn granted(desk: &Desk, token: &str) -> String {
    let opened = open(desk, token, Some("2018-03-04")).await.is(200);
    format!("/v1/oa/public/applications/{}", opened["application"].as_str().unwrap())
}

pub async fn look(desk: &Desk, path: &str) -> Value {
    desk.get(path).send().await.is(200)["application"].clone()
}

pub async fn enquiry(desk: &Desk) -> Value {
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::SchoolAdmin).send().await.is(200)["enquiry"].clone()
}

pub async fn change(desk: &Desk, more: Value) {
    let now = enquiry(desk).await;
    let mut body = json!({ "version": now["version"] });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    desk.patch(&format!("/v1/oa/enquiries/{}", now["id"].as_str().unwrap()), body).send().await.is(200);
}

async fn a_link_opens_what_was_sent_once_its_family_is_known(desk: &Desk) {
    let (told, token, path) = sent(desk).await;
    let asked = open(desk, &token, None).await.is(200);
    assert_eq!((&asked["asks"], &asked["application"]), (&json!("birth_date"), &Value::Null));
    assert_eq!(asked.as_object().unwrap().len(), 4, "nothing of a child: {asked}");
    let seen = look(desk, &path).await;
    assert_eq!(
        (&seen["reference"], &seen["person"], &seen["state"], &seen["values"]["dob"], &seen["may_withdraw"]),
        (&told["reference"], &json!("Sara"), &json!("new"), &json!("2018-03-04"), &json!(true))
    );
    let paper = &seen["papers"][0];
    assert_eq!(
        (&paper["title"]["en"], &paper["field"], &paper["wanted"], &paper["state"], &paper["limit"]),
        (&json!("Text of paper"), &json!("paper"), &json!(true), &json!("missing"), &json!(5 << 20))
    );
    // Foreign, unknown, and what is no link at all: the same bytes.
    let grant = path.rsplit('/').next().unwrap();
    let dead = desk.post(OPEN, json!({ "token": "x", "proof": "2018-03-04" })).send().await;
    dead.refused(404, "L010");
    for school in ["one", "two"] {
        for key in
            ["x", "00000000-0000-7000-8000-000000000000", grant].into_iter().take(if school == "one" { 2 } else { 3 })
        {
            let got = desk.get(&format!("/v1/oa/public/applications/{key}")).school(school).send().await;
            assert_eq!((got.status, &got.body), (dead.status, &dead.body), "{school} {key}");
        }
    }
    let there = desk.post(OPEN, json!({ "token": token, "proof": "2018-03-04" })).school("two").send().await;
    assert_eq!((there.status, &there.body), (dead.status, &dead.body), "another school's");
}

async fn the_link_is_told_twice_the_same_and_kept_by_no_row(desk: &Desk) {
    telling(desk);
    let draft = desk.draft("trial", sara()).await;
    let first = desk.submit_as("trial", sara(), Some(&draft), "the-key-of-the-first").send().await;
    let again = desk.submit_as("trial", sara(), Some(&draft), "the-key-of-the-first").send().await;
    assert_eq!(first.body, again.body, "the same bytes");
    let other = desk.submit_as("trial", sara(), Some(&draft), "the-key-of-the-other").send().await.is(201);
    let token = token_of(&first.is(201));
    assert_eq!(token_of(&other), token, "one draft is one submission");
    let id = enquiry(desk).await["id"].as_str().unwrap().into();
    let mail = desk.forms.confirmation(&scope("one"), &desk.school("one"), &id).await.unwrap().unwrap();
    let link = format!("https://one.localhost/my-application#token={token}");
    assert!(mail.text.contains(&link) && mail.html.contains(&token), "{}", mail.text);
    let kept = format!("SELECT COUNT(*) FROM idempotency_keys WHERE school_id = $1 AND body LIKE '%{token}%'");
    assert_eq!(number(&desk.db, "one", &kept).await, 0);
}

async fn the_last_wrong_proof_ends_the_link(desk: &Desk) {
    let (_, token, path) = sent(desk).await;
    for left in [4, 3] {
        let got = open(desk, &token, Some("2018-03-05")).await;
        assert_eq!(got.refused(422, "L004")["tries_left"], left);
    }
    // A right one takes one of them back, or whoever holds the link would have as many again after each visit of its family.
    open(desk, &token, Some("٢٠١٨-٠٣-٠٤")).await.is(200);
    for left in [3, 2, 1, 0] {
        assert_eq!(open(desk, &token, Some("")).await.refused(422, "L004")["tries_left"], left);
    }
    open(desk, &token, Some("2018-03-04")).await.refused(404, "L010");
    open(desk, &token, None).await.refused(404, "L010");
    desk.get(&path).send().await.refused(404, "L010");
}

async fn of_tries_at_once_so_many_are_looked_at(desk: &Desk) {
    let (_, token, _) = sent(desk).await;
    let got = join_all((0..20).map(|day| {
        let token = token.clone();
        async move { open(desk, &token, Some(&format!("2018-04-{:02}", day + 1))).await.status }
    }))
    .await;
    assert_eq!(got.iter().filter(|status| **status == 422).count(), 5, "{got:?}");
}

async fn what_has_no_answer_to_ask_for_has_no_link(desk: &Desk) {
    let sent = desk.submit("trial", sara_without_dob(), None).await.is(201);
    assert_eq!(sent.get("my_application"), None, "its document says nothing of anybody");
    assert_eq!(desk.count("links").await, 0);
}

fn sara_without_dob() -> Value {
    let mut values = sara();
    values.as_object_mut().unwrap().remove("dob");
    values
}

async fn a_grant_ends_with_its_hour_and_with_its_link(desk: &Desk) {
    let (_, token, path) = sent(desk).await;
    desk.clock.advance(60 * 60 * 1000 - 1);
    look(desk, &path).await;
    desk.clock.advance(1);
    desk.get(&path).send().await.refused(404, "L010");
    let again = open(desk, &token, Some("2018-03-04")).await.is(200);
    let path = format!("/v1/oa/public/applications/{}", again["application"].as_str().unwrap());
    look(desk, &path).await;
    desk.clock.advance(401 * DAY);
    open(desk, &token, None).await.refused(404, "L010");
    desk.get(&path).send().await.refused(404, "L010");
}

async fn an_account_opens_what_it_owns_and_nothing_else(desk: &Desk) {
    telling(desk);
    let sent = desk.submit_as("trial", sara(), None, "the-key-of-the-first").staff(Role::Guardian).send().await.is(201);
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/public/applications/{id}");
    let seen = desk.get(&path).staff(Role::Guardian).send().await.is(200);
    assert_eq!(seen["application"]["person"], "Sara");
    desk.get(&path).staff(Role::Student).send().await.refused(404, "L010");
    desk.get(&path).staff(Role::SchoolAdmin).send().await.refused(404, "L010");
    desk.get(&path).send().await.refused(404, "L010");
    desk.post(&format!("{path}/withdraw"), json!({ "locale": "en" }))
        .staff(Role::Student)
        .send()
        .await
        .refused(404, "L010");
    // Its own link asks it for nothing, and everybody else as before.
    let link = || desk.post(OPEN, json!({ "token": token_of(&sent) }));
    let own = link().staff(Role::Guardian).send().await.is(200);
    assert_eq!((&own["asks"], &own["application"]), (&Value::Null, &json!(id)));
    for other in [link().staff(Role::Student), link().staff(Role::SchoolAdmin), link()] {
        let asked = other.send().await.is(200);
        assert_eq!((&asked["asks"], &asked["application"]), (&json!("birth_date"), &Value::Null));
    }
}

async fn what_a_signed_in_family_begins_or_sends_is_its_own(desk: &Desk) {
    telling(desk);
    let begin = json!({ "values": sara(), "locale": "en" });
    let draft = desk.post("/v1/oa/public/forms/trial/drafts", begin.clone()).staff(Role::Guardian).send().await.is(201);
    assert_eq!(desk.count("family_drafts").await, 1, "owned at once");
    // Sent without the bearer, as from a device that was resumed by its link: it stays the account's.
    desk.submit("trial", sara(), draft["token"].as_str()).await.is(201);
    assert_eq!(desk.count("family_submissions").await, 1);
    // Begun before somebody signed in, and sent after it.
    let draft = desk.draft("trial", sara()).await;
    assert_eq!(desk.count("family_drafts").await, 0);
    desk.submit_as("trial", sara(), Some(&draft), "the-key-of-the-other").staff(Role::Guardian).send().await.is(201);
    assert_eq!(desk.count("family_submissions").await, 2);
    desk.submit_as("trial", sara(), None, "the-key-of-one-without").staff(Role::Guardian).send().await.is(201);
    assert_eq!(desk.count("family_submissions").await, 3);
    // Staff fill in for those who stand before them.
    desk.post("/v1/oa/public/forms/trial/drafts", begin).staff(Role::AdmissionsOfficer).send().await.is(201);
    desk.submit_as("trial", sara(), None, "the-key-of-the-staff").staff(Role::AdmissionsOfficer).send().await.is(201);
    assert_eq!((desk.count("family_drafts").await, desk.count("family_submissions").await), (0, 3));
}

/// An account of a family's.
pub async fn family(desk: &Desk, role: Role, address: &str, is_proved: bool) -> Caller {
    let id = desk.person("one", role).await;
    let proved = if is_proved { "1" } else { "NULL" };
    let sql = format!(
        "UPDATE users SET kind = 'family', email = '{address}', email_verified_at = {proved} WHERE school_id = $1 AND id = '{id}'"
    );
    execute(&desk.db, "one", &sql).await.unwrap();
    let actor = Actor::User {
        id: id.into(),
        name: "Huda".into(),
        roles: vec![role],
        session: "session".into(),
        reach: Reach::Roles,
    };
    Caller { school: scope("one"), actor, request_id: String::new(), address: None }
}

async fn a_mail_of_the_school_has_a_link_that_lives(desk: &Desk) {
    let (_, token, path) = sent(desk).await;
    for _ in 0..5 {
        open(desk, &token, Some("2018-03-05")).await;
    }
    desk.get(&path).send().await.refused(404, "L010");
    desk.person("one", Role::SchoolAdmin).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let write = async |text: &str| {
        let message = desk.post(&format!("/v1/oa/enquiries/{id}/messages"), json!({ "text": text, "subject": " \n " }));
        message.staff(Role::SchoolAdmin).send().await.is(201);
        mailed(desk).await
    };
    let first = write("Please come on Sunday.").await;
    assert_eq!(first["subject"], "About your application", "blanks are no subject");
    let renewed = first["path"].as_str().unwrap().strip_prefix("/my-application#token=").unwrap().to_owned();
    assert_ne!(renewed, token);
    open(desk, &renewed, Some("2018-03-04")).await.is(200);
    open(desk, &token, Some("2018-03-04")).await.refused(404, "L010");
}

/// What fills the newest message that waits.
async fn mailed(desk: &Desk) -> Value {
    let message = desk.messages().await.pop().expect("a message");
    message.params.into()
}

async fn a_stranger_s_sentence_greets_nobody_in_a_message(desk: &Desk) {
    telling(desk);
    let mut values = sara();
    values["child_name"] = "You won 500 OMR call 99887766".into();
    desk.submit("trial", values, None).await.is(201);
    desk.person("one", Role::SchoolAdmin).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let asked =
        desk.post(&format!("/v1/oa/enquiries/{id}/papers/ask"), json!({})).staff(Role::SchoolAdmin).send().await;
    let text = asked.is(201)["message"]["text"].as_str().unwrap().to_owned();
    assert!(!text.contains("500"), "{text}");
    assert!(!mailed(desk).await.to_string().contains("500"));
}

async fn a_message_is_looked_at_before_it_goes(desk: &Desk) {
    let (_, token, path) = sent(desk).await;
    desk.person("one", Role::SchoolAdmin).await;
    let values = json!({ "values": { "guardian_email": "right@example.org" }, "locale": "en" });
    desk.patch(&format!("{path}/contact"), values).family().send().await.is(200);
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let preview = async |role: Role, text: &str| {
        let message = json!({ "text": text, "subject": "A visit" });
        desk.post(&format!("/v1/oa/enquiries/{id}/messages/preview"), message).staff(role).send().await
    };
    // The letter to the former address has left.
    assert_eq!(desk.messages().await.len(), 1);
    let seen = preview(Role::SchoolAdmin, "Which day?\n\nSunday or Monday?").await.is(200);
    assert_eq!(seen["subject"], "A visit · School of one");
    let html = seen["html"].as_str().unwrap();
    assert!(
        html.contains("Which day?") && html.contains("Sunday or Monday?") && html.contains("my-application"),
        "{html}"
    );
    assert!(!html.contains(&token) && !html.contains("#token"), "the link is the family's alone");
    assert!(desk.messages().await.is_empty(), "nothing goes");
    assert_eq!(desk.count("submission_messages").await, 0);
    preview(Role::SchoolAdmin, " ").await.refused(422, "F003");
    desk.person("one", Role::Auditor).await;
    preview(Role::Auditor, "Hello").await.refused(403, "A002");
}

async fn a_changed_address_hears_of_it(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let told = async || {
        let all = desk.messages().await.into_iter().filter(|message| message.template == "contact_changed");
        all.map(|message| message.to).collect::<Vec<_>>()
    };
    let correct = async |values: Value| {
        desk.patch(&format!("{path}/contact"), json!({ "values": values, "locale": "en" }))
            .family()
            .send()
            .await
            .is(200)
    };
    correct(json!({ "guardian_phone": "+96891111111" })).await;
    correct(json!({ "guardian_email": "HUDA@example.org" })).await;
    assert!(told().await.is_empty(), "it is the same mailbox");
    correct(json!({ "guardian_email": "new@example.org" })).await;
    assert_eq!(told().await, ["HUDA@example.org"]);
    for n in 0..12 {
        correct(json!({ "guardian_email": format!("a{n}@example.org") })).await;
    }
    correct(json!({ "guardian_email": "huda@example.org" })).await;
    assert!(told().await.iter().any(|to| to == "a11@example.org"));
}

async fn a_changed_number_that_opens_it_is_told_to_the_address(desk: &Desk) {
    let mut document = forms::document("1.0.0");
    document["subject"] = json!({
        "child.name": "child_name", "guardian.email": "guardian_email", "guardian.phone": "guardian_phone",
    });
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
    let values =
        json!({ "child_name": "Sara", "guardian_email": "huda@example.org", "guardian_phone": "+96892345678" });
    let token = token_of(&desk.submit("trial", values, None).await.is(201));
    let opened = open(desk, &token, Some("92345678")).await.is(200);
    let path = format!("/v1/oa/public/applications/{}/contact", opened["application"].as_str().unwrap());
    let other = json!({ "values": { "guardian_phone": "+96891111111" }, "locale": "en" });
    desk.patch(&path, other).family().send().await.is(200);
    let told: Vec<_> = desk.messages().await.into_iter().filter(|one| one.template == "contact_changed").collect();
    assert_eq!((told.len(), told[0].to.as_str()), (1, "huda@example.org"));
    let said = tenants::message::render(&desk.school("one"), "https://one.example", &told[0]).unwrap();
    assert!(said.text.contains("phone number") && !said.text.contains("91111111"), "{}", said.text);
}

async fn who_used_up_their_letters_changes_no_address(desk: &Desk) {
    telling(desk);
    let (mut changed, mut refused) = (0, 0);
    for key in ["the-key-of-the-first", "the-key-of-the-other"] {
        let sent = desk.submit_as("trial", sara(), None, key).staff(Role::Guardian).send().await.is(201);
        let path = granted(desk, &token_of(&sent)).await;
        for n in 0..15 {
            let values = json!({ "values": { "guardian_email": format!("a{n}@example.org") }, "locale": "en" });
            let got = desk.patch(&format!("{path}/contact"), values).staff(Role::Guardian).send().await;
            if got.status == 200 {
                changed += 1;
            } else {
                got.refused(429, "L002");
                refused += 1;
            }
        }
    }
    assert_eq!((changed, refused), (20, 10), "so many letters an account causes");
    let all = desk.messages().await;
    assert_eq!(all.iter().filter(|one| one.template == "contact_changed").count(), changed, "each change is told");
}

async fn who_wants_texts_is_told_of_a_message(desk: &Desk) {
    telling(desk);
    let yaml = desk.bundle("one").join("school.yaml");
    let with_gateway = std::fs::read_to_string(&yaml).unwrap()
        + "sms: { url: \"https://sms.example/send\", from: One, calling_codes: [\"+968\"] }\n";
    std::fs::write(&yaml, with_gateway).unwrap();
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
    desk.submit_as("trial", sara(), None, "the-key-of-the-first").staff(Role::Guardian).send().await.is(201);
    desk.person("one", Role::SchoolAdmin).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let profile = async |set: &str| {
        execute(&desk.db, "one", &format!("UPDATE users SET {set} WHERE school_id = $1 AND id = 'guardian'"))
            .await
            .unwrap();
    };
    let write = async || {
        let written = desk.post(&format!("/v1/oa/enquiries/{id}/messages"), json!({ "text": "Which day suits you?" }));
        written.staff(Role::SchoolAdmin).send().await.is(201);
        let texts = desk.messages().await.into_iter().filter(|message| message.channel == Channel::Sms);
        texts.collect::<Vec<_>>()
    };
    profile(r#"kind = 'family', phone = '+96892345678', profile = '{"notifications":{"mail":true,"sms":true}}'"#).await;
    assert!(write().await.is_empty(), "a number that nobody proved is anybody's");
    profile("phone_verified_at = 1").await;
    let texts = write().await;
    assert_eq!((texts.len(), texts[0].to.as_str(), texts[0].template.as_str()), (1, "+96892345678", "from_school"));
    assert_eq!(texts[0].params["path"], "/dashboard");
    let school = desk.school("one");
    let said = tenants::message::render(&school, "https://one.example", &texts[0]).unwrap().text;
    assert!(said.contains("https://one.example/dashboard") && !said.contains("Which day"), "{said}");
    profile(r#"profile = '{"notifications":{"mail":true,"sms":false}}'"#).await;
    assert!(write().await.is_empty(), "who wants no texts gets none");
    profile(r#"status = 'disabled', profile = '{"notifications":{"mail":true,"sms":true}}'"#).await;
    assert!(write().await.is_empty(), "who is switched off gets none");
    profile("status = 'active'").await;
    profile(r#"phone = '+97150123456', profile = '{"notifications":{"mail":true,"sms":true}}'"#).await;
    assert!(write().await.is_empty(), "the gateway does not reach it");
}

async fn what_a_family_changes_has_an_end(desk: &Desk) {
    let (_, token, _) = sent(desk).await;
    let mut refused = 0;
    for n in 0..70 {
        if n % 15 == 0 {
            desk.clock.advance(DAY);
        }
        let grant = open(desk, &token, Some("2018-03-04")).await.is(200)["application"].as_str().unwrap().to_owned();
        let values = json!({ "values": { "guardian_email": format!("huda{n}@example.org") }, "locale": "en" });
        let got = desk.patch(&format!("/v1/oa/public/applications/{grant}/contact"), values).family().send().await;
        if got.status != 200 {
            assert_eq!(got.refused(422, "F003")["errors"][0]["code"], "maxItems");
            refused += 1;
        }
    }
    assert_eq!(refused, 10, "sixty in all");
}

async fn what_the_school_refused_stands_in_nobody_s_way(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    desk.person("one", Role::SchoolAdmin).await;
    let add = async || desk.multipart(&format!("{path}/files"), &[("field", "scan")], "a.pdf", PDF).send().await;
    for _ in 0..40 {
        add().await.is(201);
    }
    add().await.refused(422, "D003");
    let record = enquiry(desk).await;
    let (id, file) = (record["id"].as_str().unwrap(), record["files"][0]["file"].as_str().unwrap());
    let refused = json!({ "state": "refused", "reason": "unreadable" });
    desk.put(&format!("/v1/oa/enquiries/{id}/files/{file}/review"), refused)
        .staff(Role::SchoolAdmin)
        .send()
        .await
        .is(200);
    add().await.is(201);
    add().await.refused(422, "D003");
}

async fn contact_data_is_corrected_beside_what_was_sent(desk: &Desk) {
    let (_, token, path) = sent(desk).await;
    let correct = async |values: Value| {
        desk.patch(&format!("{path}/contact"), json!({ "values": values, "locale": "en" })).family().send().await
    };
    let wrong = correct(json!({ "guardian_email": "huda", "guardian_phone": "12" })).await;
    let faults = wrong.refused(422, "F003");
    let paths: Vec<&str> =
        faults["errors"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["/guardian_email", "/guardian_phone"]);
    assert_eq!(correct(json!({ "guardian_email": " " })).await.refused(422, "F003")["errors"][0]["code"], "required");
    assert_eq!(
        correct(json!({ "child_name": "Noor" })).await.refused(422, "F003")["errors"][0]["code"],
        "unknownField"
    );
    let seen = correct(json!({ "guardian_email": "new@example.org", "guardian_phone": "+96892345678" })).await.is(200);
    let detail = &seen["application"]["contact"][0];
    assert_eq!(
        (&detail["kind"], &detail["value"], &detail["sent"], detail["corrected_at"].is_string()),
        (&json!("email"), &json!("new@example.org"), &json!("huda@example.org"), true)
    );
    assert_eq!(seen["application"]["contact"][1]["corrected_at"], Value::Null, "it is as it was sent");
    assert_eq!(seen["application"]["values"]["guardian_email"], "huda@example.org", "what was sent stays");
    let record = enquiry(desk).await;
    let entry = record["timeline"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&entry["kind"], &entry["from"], &entry["to"], &entry["reason"], &entry["actor"]["id"]),
        (&json!("contact"), &json!("huda@example.org"), &json!("new@example.org"), &json!("email"), &Value::Null)
    );
    let corrected = &record["corrections"];
    assert_eq!(
        (&corrected[0]["field"], &corrected[0]["value"], corrected.as_array().unwrap().len()),
        (&json!("guardian_email"), &json!("new@example.org"), 1)
    );
    assert_eq!(corrected[0]["corrected_at"], detail["corrected_at"]);
    assert_eq!(record["values"]["guardian_email"], "huda@example.org");
    for found_by in ["new@example.org", "huda@example.org"] {
        assert_eq!(desk.list(&format!("q={found_by}")).await["total"], 1, "{found_by}");
    }
    let file = desk.get("/v1/oa/enquiries/export?format=csv&form=trial").staff(Role::SchoolAdmin).send().await;
    let file = String::from_utf8_lossy(&file.body).into_owned();
    assert!(file.contains("new@example.org") && !file.contains("huda@example.org"), "a secretary writes to it: {file}");
    // Back to what was sent is no correction.
    let seen = correct(json!({ "guardian_email": "huda@example.org" })).await.is(200);
    assert_eq!(seen["application"]["contact"][0]["corrected_at"], Value::Null);
    assert_eq!(desk.count("submission_corrections").await, 0);
    for n in 0..18 {
        correct(json!({ "guardian_email": format!("a{n}@example.org") })).await.is(200);
    }
    correct(json!({ "guardian_email": "b@example.org" })).await.refused(429, "D004");
    open(desk, &token, None).await.is(200);
}

async fn a_paper_comes_later_within_its_own_limits(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let add = async |field: &str, name: &str, bytes: &[u8]| {
        desk.multipart(&format!("{path}/files"), &[("field", field)], name, bytes).send().await
    };
    add("paper", "a.txt", b"no paper at all").await.refused(415, "D002");
    add("paper", "a.pdf", &[PDF, &vec![b' '; 5 << 20]].concat()).await.refused(413, "D001");
    add("child_name", "a.pdf", PDF).await.refused(422, "D003");
    let seen = add("paper", "شهادة.pdf", PDF).await.is(201)["application"].clone();
    let paper = seen["papers"].as_array().unwrap().iter().find(|one| one["field"] == "paper").unwrap();
    assert_eq!((&paper["files"][0]["name"], &paper["state"]), (&json!("شهادة.pdf"), &json!("received")));
    let record = enquiry(desk).await;
    assert_eq!(record["files"][0]["field"], "paper", "staff have it at once");
    let entry = record["timeline"].as_array().unwrap().last().unwrap();
    assert_eq!((&entry["kind"], &entry["from"], &entry["to"]), (&json!("file"), &json!("paper"), &json!("شهادة.pdf")));
    let file = record["files"].as_array().unwrap().iter().find(|one| one["field"] == "paper").unwrap();
    assert!(file["added_at"].is_string(), "no answer names it: {file}");
    for n in 1..40 {
        add("scan", &format!("{n}.pdf"), PDF).await.is(201);
    }
    add("scan", "one-more.pdf", PDF).await.refused(422, "D003");
}

async fn a_family_is_told_states_and_days_and_no_more(desk: &Desk) {
    let (_, token, _) = sent(desk).await;
    change(desk, json!({ "state": "contacted", "comment": "Do not tell them" })).await;
    desk.clock.advance(DAY);
    change(desk, json!({ "state": "lost", "reason": "no_place" })).await;
    let grant = open(desk, &token, Some("2018-03-04")).await.is(200)["application"].as_str().unwrap().to_owned();
    let seen = look(desk, &format!("/v1/oa/public/applications/{grant}")).await;
    let kinds: Vec<_> = seen["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["kind"].as_str().unwrap(), one["state"].as_str()))
        .collect();
    assert_eq!(kinds, [("submitted", Some("new")), ("state", Some("contacted")), ("state", Some("lost"))]);
    assert_eq!((&seen["withdrawn"], &seen["may_return"]), (&json!(false), &json!(false)));
    assert!(seen["since"].as_str().unwrap().starts_with("2026-11-22"), "{}", seen["since"]);
    let text = seen.to_string();
    for hidden in ["no_place", "Do not tell them", "Name of school_admin", "school_admin"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
}

async fn a_family_asks_and_reads_the_answer(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let ask =
        async |text: &str| desk.post(&format!("{path}/messages"), json!({ "text": text, "locale": "en" })).send().await;
    ask(" ").await.refused(422, "F003");
    let seen = ask("Which day is the visit?").await.is(200)["application"].clone();
    assert_eq!(
        (&seen["messages"][0]["from"], &seen["messages"][0]["text"]),
        (&json!("family"), &json!("Which day is the visit?"))
    );
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    desk.clock.advance(60_000);
    let answer = desk.post(&format!("/v1/oa/enquiries/{id}/messages"), json!({ "text": "On Sunday." }));
    answer.staff(Role::SchoolAdmin).send().await.is(201);
    let seen = look(desk, &path).await;
    assert_eq!((&seen["messages"][1]["from"], &seen["messages"][1]["read_at"]), (&json!("school"), &Value::Null));
    assert!(!seen.to_string().contains("Name of school_admin"));
    desk.post(&format!("{path}/messages/read"), json!({})).send().await.is(200);
    assert!(look(desk, &path).await["messages"][1]["read_at"].is_string());
    desk.post("/v1/oa/public/applications/x/messages/read", json!({})).send().await.refused(404, "L010");
}

async fn what_is_due_is_due_within_a_fortnight(desk: &Desk) {
    telling(desk);
    let caller = family(desk, Role::Guardian, "huda@example.org", true).await;
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let begin = json!({ "values": sara(), "locale": "en" });
    for form in ["trial", "short"] {
        desk.post(&format!("/v1/oa/public/forms/{form}/drafts"), begin.clone()).staff(Role::Guardian).send().await;
    }
    let due = room.home(&caller, &desk.school("one")).await.unwrap().due;
    let forms: Vec<&str> = due.iter().map(|one| one.form.as_str()).collect();
    assert!(!forms.contains(&"trial"), "in ninety days: {forms:?}");
    desk.clock.advance(77 * DAY);
    let due = room.home(&caller, &desk.school("one")).await.unwrap().due;
    assert_eq!(due.iter().map(|one| one.form.as_str()).collect::<Vec<_>>(), ["trial"]);
}

async fn a_paper_that_is_due_leads_to_where_it_is_added(desk: &Desk) {
    let caller = family(desk, Role::Guardian, "huda@example.org", true).await;
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let decided: Decision = serde_json::from_value(json!({
        "score": null, "tags": [], "route": null, "effects": [], "explain": [],
        "checklist": [{ "code": "paper", "params": { "n": 1 }, "due_on": "2026-12-01" }],
    }))
    .unwrap();
    desk.rules.play(Script { decided, ..Script::default() });
    let answers = json!({ "child_name": "Sara" });
    desk.submit_as("ruled", answers, None, "the-key-of-the-ruled").staff(Role::Guardian).send().await.is(201);
    let home = room.home(&caller, &desk.school("one")).await.unwrap();
    let sent = &home.children[0].applications[0].id;
    let due: Vec<_> = home.due.iter().map(|one| (one.kind, one.on.as_deref(), one.application.as_ref())).collect();
    assert_eq!(due, [(DueKind::Missing, Some("2026-12-01"), Some(sent))]);
    assert_eq!(home.children[0].applications[0].missing.len(), 1);
    // What was added is missing no more, what the school refuses is again, and of what is over nothing is.
    let path = format!("/v1/oa/public/applications/{sent}");
    let add = desk.multipart(&format!("{path}/files"), &[("field", "paper")], "a.pdf", PDF);
    let file = add.staff(Role::Guardian).send().await.is(201);
    let missing = async || {
        let home = room.home(&caller, &desk.school("one")).await.unwrap();
        (home.due.len(), home.children[0].applications[0].missing.len())
    };
    assert_eq!(missing().await, (0, 0), "{file}");
    desk.person("one", Role::SchoolAdmin).await;
    let upload = enquiry(desk).await["files"][0]["file"].as_str().unwrap().to_owned();
    let review = format!("/v1/oa/enquiries/{sent}/files/{upload}/review");
    let refused = json!({ "state": "refused", "reason": "unreadable" });
    desk.put(&review, refused).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(missing().await, (1, 1));
    let due = room.home(&caller, &desk.school("one")).await.unwrap().due;
    assert_eq!(
        (due[0].kind, due[0].text.as_ref().map(|text| text.en.as_str())),
        (DueKind::Refused, Some("Text of paper"))
    );
    desk.post(&format!("{path}/withdraw"), json!({ "locale": "en" })).staff(Role::Guardian).send().await.is(200);
    assert_eq!(missing().await, (0, 0));
}

async fn an_offer_is_due_before_everything(desk: &Desk) {
    applying(desk, ROUND);
    let caller = family(desk, Role::Guardian, "huda@example.org", true).await;
    let answers = values("Sara", "kg1");
    desk.submit_as("apply", answers, None, "the-key-of-the-first").staff(Role::Guardian).send().await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let home = async || room.home(&caller, &desk.school("one")).await.unwrap();
    assert!(home().await.due.iter().all(|one| one.kind != DueKind::Offer));
    for to in ["S/to_schedule", "S/scheduled", "S/assessed", "F/unconditional"] {
        go(desk, OFFICER, &id, to, why()).await.is(200);
    }
    let home = home().await;
    assert_eq!((home.due[0].kind, home.due[0].on.as_deref()), (DueKind::Offer, Some("2026-11-28")));
    let sent = &home.children[0].applications[0];
    assert_eq!((sent.grade.is_some(), sent.year.as_deref()), (true, Some("2027-2028")));
}

async fn who_wants_no_news_gets_no_confirmation(desk: &Desk) {
    telling(desk);
    desk.submit_as("trial", sara(), None, "the-key-of-the-first").staff(Role::Guardian).send().await.is(201);
    let jobs = "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'confirmation'";
    assert_eq!(number(&desk.db, "one", jobs).await, 1);
    let sql = r#"UPDATE users SET profile = '{"notifications":{"mail":false,"sms":false}}' WHERE school_id = $1"#;
    execute(&desk.db, "one", sql).await.unwrap();
    desk.submit_as("trial", sara(), None, "the-key-of-the-other").staff(Role::Guardian).send().await.is(201);
    assert_eq!(number(&desk.db, "one", jobs).await, 1);
    let noted = "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'no_confirmation'";
    assert_eq!(number(&desk.db, "one", noted).await, 0, "nothing went wrong");
}
