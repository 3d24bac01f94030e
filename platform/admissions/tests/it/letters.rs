//! Letters of offers: made with the offer, drawn and released after it, signed by link, checked by anybody. Press and seal are doubles here; the
//! real ones stand behind them in the server's tests.

use std::sync::Arc;

use admissions::letters::{LetterTools, Made, SealingKey, SealingKeys, Seals, Unsealed};
use async_trait::async_trait;
use blocks::Hijri;
use bytes::Bytes;
use futures_util::future::join_all;
use kernel::Db;
use kernel::crypto::Secret;
use serde_json::{Value, json};
use tenants::letters::{Press, Sheet, Undrawn};
use words::clock::FixedClock;
use words::{Role, SchoolId, SystemRng, Text};

use crate::applications::{
    OFFICER, ROUND, apply, applying, expired, go, is_proved, keeping, stands, taken, values, why,
};
use crate::database::{execute, number, scope, texts as found};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::forms;
use crate::places::{change_grade, settle};

on_both!(
    a_school_without_letters_offers_as_before,
    an_offer_makes_its_letter_and_a_job_sends_it,
    what_cannot_be_filled_or_drawn_goes_out_by_plain_mail,
    a_decision_told_later_makes_its_letter_then,
    the_first_look_is_noted_once,
    a_link_alone_reads_no_letter,
    who_signs_is_known_besides,
    the_last_of_two_guardians_accepts,
    an_answer_given_twice_counts_once,
    one_that_declines_declines_for_all,
    of_many_answers_at_once_one_counts,
    what_leaves_its_offer_ends_its_letter,
    another_place_is_another_letter,
    a_paper_is_known_by_code_and_file,
    a_key_that_was_retired_stays_published,
    the_sweep_leaves_papers_alone,
);

/// Draws the data itself, unless a word in it cannot be drawn.
struct Paper;

#[async_trait]
impl Press for Paper {
    fn covers(&self, text: &str) -> Result<(), Vec<char>> {
        let missing: Vec<char> = text.chars().filter(|c| *c == '☃').collect();
        if missing.is_empty() { Ok(()) } else { Err(missing) }
    }

    fn hijri(&self) -> Hijri {
        |_, _| None
    }

    async fn draw(&self, _sheet: Sheet, data: Value, _logo: Option<Bytes>) -> Result<Vec<u8>, Undrawn> {
        let text = data.to_string();
        if text.contains('☃') { Err(Undrawn::Refused("a snowman".into())) } else { Ok(format!("%PDF {text}").into()) }
    }

    async fn draw_together(
        &self,
        sheet: Sheet,
        sheets: Vec<Value>,
        _title: String,
        logo: Option<Bytes>,
    ) -> Result<Vec<u8>, Undrawn> {
        self.draw(sheet, Value::from(sheets), logo).await
    }
}

/// Writes behind a file what sealed it.
struct Wax;

impl Seals for Wax {
    fn new_key(&self, random: &[u8; 32], school: &Text, now: i64) -> Result<Made, Unsealed> {
        let certificate = [school.en.as_bytes(), &random[..8]].concat();
        Ok(Made { certificate, not_after: now + 3_650 * DAY })
    }

    fn seal(&self, pdf: &[u8], key: &SealingKey, now: i64, reason: &str) -> Result<Vec<u8>, Unsealed> {
        Ok([pdf, format!("\nsealed {now} {reason} {}", key.certificate_sha256).as_bytes()].concat())
    }

    fn pem(&self, certificate: &[u8]) -> String {
        format!("PEM {}", certificate.len())
    }
}

pub fn tools(db: &Db, clock: &Arc<FixedClock>, secret: &Secret) -> LetterTools {
    let (clock, rng) = (clock.clone(), Arc::new(SystemRng));
    let keys = SealingKeys { db: db.clone(), clock, rng, secret: secret.clone(), seals: Arc::new(Wax) };
    LetterTools { press: Arc::new(Paper), keys }
}

/// A school that has a letter of offers, with a form that asks for two guardians.
pub fn lettered(desk: &Desk, template: Value) {
    let direct = format!("{}    direct_offer: Y\n", ROUND.replace("kg1: 1", "kg1: 5"));
    applying(desk, &direct);
    let place = desk.bundle("one");
    let path = place.join("forms/apply.json");
    let mut document: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    for name in ["guardian", "second", "second_mail"] {
        document["schema"]["properties"][name] = json!({ "type": "string", "title": name, "maxLength": 60 });
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
        for language in ["en", "ar"] {
            document["texts"][language][name] = format!("Text of {name}").into();
        }
    }
    document["schema"]["properties"]["second_mail"]["format"] = "email".into();
    for (key, field) in
        [("guardian.name", "guardian"), ("second_guardian.name", "second"), ("second_guardian.email", "second_mail")]
    {
        document["subject"][key] = field.into();
    }
    forms::write(&path, &document);
    publish(desk, template);
}

/// The school's letter of offers is another from now on.
fn publish(desk: &Desk, template: Value) {
    let place = desk.bundle("one");
    std::fs::create_dir_all(place.join("letters")).unwrap();
    forms::write(&place.join("letters/offer.json"), &template);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

pub fn template(paragraph: &str) -> Value {
    let body = |words: &str| json!([{ "kind": "paragraph", "text": format!("{words} {paragraph}") }, { "kind": "signatures" }]);
    json!({
        "kind": "offer",
        "title": { "en": "Offer of a place", "ar": "عرض مقعد دراسي" },
        "subject": { "en": "A place for {{child_first_name}}", "ar": "مقعد لـ{{child_first_name}}" },
        "facts": ["reference", "child_name", "grade", "expires_on"],
        "body": { "en": body("We offer {{child_name}} a place in {{grade}}."), "ar": body("نعرض على {{child_name}} مقعدًا في {{grade}}.") },
        "signers": [{ "role": "guardian1", "order": 1 }, { "role": "guardian2", "order": 2 }, { "role": "school", "order": 3 }],
        "languages": "both",
    })
}

pub fn family(name: &str, second: Option<&str>) -> Value {
    let mut answers = values(name, "kg1");
    answers["guardian"] = "Huda Al-Said".into();
    if let Some(second) = second {
        answers["second"] = second.into();
        answers["second_mail"] = "salim@example.org".into();
    }
    answers
}

pub async fn applied(desk: &Desk, answers: Value) -> String {
    let reference = desk.submit("apply", answers, None).await.reference();
    desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned()
}

/// What the worker does with jobs of letters.
pub async fn release(desk: &Desk) -> usize {
    let waiting = "SELECT id FROM family_letters WHERE school_id = $1 AND state = 'draft'";
    let mut done = 0;
    for id in texts(desk, waiting).await {
        done += usize::from(desk.letters.release(&desk.school("one"), &id.into()).await.unwrap());
    }
    done
}

pub async fn texts(desk: &Desk, sql: &str) -> Vec<String> {
    found(&desk.db, "one", sql).await
}

pub async fn states(desk: &Desk) -> Vec<String> {
    texts(desk, "SELECT state FROM family_letters WHERE school_id = $1 ORDER BY created_at, id").await
}

/// The tokens of links to letters in mails that nobody looked at yet, with the address that each went to.
pub async fn links(desk: &Desk) -> Vec<(String, String)> {
    let token = |path: &str| path.strip_prefix("/offer-letter/").map(str::to_owned);
    let found = desk.messages().await.into_iter();
    found.filter_map(|mail| Some((mail.to.clone(), token(mail.params.get("path")?.as_str()?)?))).collect()
}

/// An offer whose letter went out; the application, and the token of who signs first.
pub async fn offered(desk: &Desk, answers: Value) -> (String, String) {
    let id = applied(desk, answers).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    let (_, token) = links(desk).await.pop().expect("a link");
    (id, token)
}

fn at(token: &str) -> String {
    format!("/v1/oa/public/offer_letter?offerLetterToken={token}&sims_criteria_code=offer")
}

pub async fn look(desk: &Desk, token: &str) -> Got {
    desk.get(&at(token).replace("offer_letter?", "student_data?")).send().await
}

/// The letter with what it says, once only the family's answer was right.
pub async fn read(desk: &Desk, token: &str) -> Value {
    let grant = grant(desk, token).await;
    let asked = format!("/v1/oa/public/student_data?offerLetterToken={token}");
    desk.get(&asked).header("x-letter-grant", &grant).send().await.is(200)
}

pub async fn prove(desk: &Desk, token: &str, proof: &str) -> Got {
    let asked = json!({ "token": token, "proof": proof });
    desk.post("/v1/oa/public/letter_proof", asked).send().await
}

pub async fn grant(desk: &Desk, token: &str) -> String {
    prove(desk, token, "2021-03-04").await.is(200)["grant"].as_str().unwrap().to_owned()
}

fn strokes() -> Value {
    json!([[[10, 10], [200, 120], [400, 60]]])
}

pub async fn sign(desk: &Desk, token: &str, name: &str) -> Got {
    let (seen, grant) = (read(desk, token).await, grant(desk, token).await);
    let signature = json!({
        "typed_name": name, "strokes": strokes(), "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"],
    });
    let form = json!({ "grant": grant, "locale": "ar", "signatures": [signature] });
    desk.post(&at(token), json!({ "values": { "decision": "accept" }, "formData": form })).send().await
}

async fn decline(desk: &Desk, token: &str, reason: &str) -> Got {
    let form = json!({ "grant": grant(desk, token).await, "locale": "en" });
    let said = json!({ "decision": "decline", "decline_reason": reason, "decline_text": "We move away" });
    desk.post(&at(token), json!({ "values": said, "formData": form })).send().await
}

async fn pdf(desk: &Desk, token: &str, is_final: bool) -> Got {
    let grant = grant(desk, token).await;
    let asked = json!({ "token": token, "sims_criteria_code": "offer", "grant": grant, "final": is_final });
    desk.post("/v1/oa/public/offer_letter_pdf", asked).send().await
}

/// Whether the record of each letter proves itself.
pub async fn records_are_whole(desk: &Desk) {
    for letter in texts(desk, "SELECT DISTINCT letter_id FROM letter_entries WHERE school_id = $1").await {
        let of = |column: &str| {
            format!("SELECT {column} FROM letter_entries WHERE school_id = $1 AND letter_id = '{letter}' ORDER BY seq")
        };
        let (bodies, hashes) = (texts(desk, &of("body")).await, texts(desk, &of("hash")).await);
        blocks::evidence::verify(&bodies, hashes.last().unwrap()).expect("a whole record");
    }
}

async fn another_place_is_another_letter(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (id, token) = offered(desk, family("Sara Al-Said", None)).await;
    change_grade(desk, &id, "g1").await;
    settle(desk, Role::SchoolAdmin, &id, "move").await.is(200);
    look(desk, &token).await.refused(404, "L010");
    desk.clock.advance(1);
    assert_eq!(release(desk).await, 1);
    let sent = links(desk).await;
    assert_eq!(sent.len(), 1);
    assert_eq!(
        texts(desk, "SELECT state FROM family_letters WHERE school_id = $1 ORDER BY reference").await,
        ["withdrawn", "released"]
    );
    assert!(read(desk, &sent[0].1).await.to_string().contains("grade.g1"), "the letter names the new grade");
    records_are_whole(desk).await;
}

async fn a_school_without_letters_offers_as_before(desk: &Desk) {
    applying(desk, &format!("{ROUND}    direct_offer: Y\n"));
    let id = apply(desk, "Sara", "kg1").await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!(desk.count("family_letters").await, 0);
    let mail = desk.messages().await;
    assert_eq!((mail.len(), mail[0].template.as_str()), (1, "status_changed"));
}

async fn an_offer_makes_its_letter_and_a_job_sends_it(desk: &Desk) {
    lettered(desk, template("Fees: {{currency}}."));
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!((states(desk).await, stands(desk, &id).await), (vec!["draft".to_owned()], "F/unconditional".to_owned()));
    assert_eq!(links(desk).await, [], "nothing goes out before it is drawn");
    assert_eq!((release(desk).await, release(desk).await), (1, 0), "once");
    assert_eq!(states(desk).await, ["released"]);
    let sent = links(desk).await;
    assert_eq!((sent.len(), sent[0].0.as_str()), (1, "huda@example.org"));
    // Of a family with one guardian the second is asked by nobody, and the school signs with its seal.
    let seen = read(desk, &sent[0].1).await;
    let roles: Vec<_> = seen["signers"].as_array().unwrap().iter().map(|one| [&one["role"], &one["state"]]).collect();
    assert_eq!(json!(roles), json!([["guardian1", "invited"], ["school", "sealed"]]));
    assert_eq!(seen["reference"], "ONE-2026-OL-00001");
    assert_eq!((&seen["child"]["first_name"], &seen["subject"]["en"]), (&json!("Sara"), &json!("A place for Sara")));
    let paper = pdf(desk, &sent[0].1, false).await;
    paper.is(200);
    let sha256 = words::sha256_hex(&paper.body);
    assert_eq!(paper.headers["etag"], format!("\"{sha256}\""));
    assert_eq!(seen["document_sha256"], sha256);
    let drawn = String::from_utf8_lossy(&paper.body).into_owned();
    assert!(drawn.contains("Not signed yet") && drawn.contains("/v/") && drawn.contains("Sara Al-Said"), "{drawn}");
    assert_eq!(pdf(desk, &sent[0].1, true).await.status, 409, "nobody has signed");
    let listed = desk.get(&format!("/v1/oa/enquiries/{id}/letters")).staff(OFFICER).send().await.is(200);
    assert_eq!(
        (&listed["items"][0]["state"], &listed["items"][0]["files"][0]["sha256"]),
        (&json!("released"), &json!(sha256))
    );
    let letter = listed["items"][0]["id"].as_str().unwrap();
    let kept = desk.get(&format!("/v1/oa/enquiries/{id}/letters/{letter}/file")).staff(OFFICER).send().await;
    assert_eq!(kept.body, paper.body);
    records_are_whole(desk).await;
    // The reference names the counter's next one.
    let (_, other) = offered(desk, family("Omar Al-Said", None)).await;
    assert_eq!(look(desk, &other).await.is(200)["reference"], "ONE-2026-OL-00002");
}

async fn what_cannot_be_filled_or_drawn_goes_out_by_plain_mail(desk: &Desk) {
    // Nobody told what a deposit is.
    lettered(desk, template("The deposit is {{deposit}}."));
    let id = applied(desk, family("Sara", None)).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!((desk.count("family_letters").await, desk.messages().await.len()), (0, 1));
    publish(desk, template("Welcome."));
    let id = applied(desk, family("Omar ☃", None)).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    let mail = desk.messages().await;
    assert_eq!((mail.len(), mail[0].template.as_str()), (1, "status_changed"));
    assert!(!mail[0].params["path"].as_str().unwrap().contains("offer-letter"), "{:?}", mail[0].params);
    assert_eq!(
        (states(desk).await, stands(desk, &id).await),
        (vec!["withdrawn".to_owned()], "F/unconditional".to_owned())
    );
    let asked = "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@letter_unmade'";
    assert_eq!(number(&desk.db, "one", asked).await, 2);
}

async fn a_decision_told_later_makes_its_letter_then(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let id = applied(desk, family("Sara", None)).await;
    desk.messages().await;
    let then = words::clock::iso(crate::desk::NOW + DAY);
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "publish_at": then, "notify": true })).await.is(200);
    assert_eq!(
        (desk.count("family_letters").await, stands(desk, &id).await),
        (0, "W/review".to_owned()),
        "nothing betrays it"
    );
    desk.clock.advance(DAY);
    let applications = admissions::applications::Applications::new(desk.enquiries.clone());
    assert!(applications.release(&desk.school("one"), &id.clone().into()).await.unwrap());
    assert_eq!((release(desk).await, links(desk).await.len()), (1, 1));
    assert_eq!(stands(desk, &id).await, "F/unconditional");
}

async fn the_first_look_is_noted_once(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (_, token) = offered(desk, family("Sara", None)).await;
    for _ in 0..3 {
        look(desk, &token).await.is(200);
    }
    let kinds = "SELECT COUNT(*) FROM letter_entries WHERE school_id = $1 AND body LIKE '%\"kind\":\"opened\"%'";
    assert_eq!(number(&desk.db, "one", kinds).await, 1);
    records_are_whole(desk).await;
    let nothing = look(desk, &"x".repeat(43)).await;
    let wrong =
        desk.get(&at(&token).replace("offer_letter?", "student_data?").replace("=offer", "=other")).send().await;
    assert_eq!((nothing.status, &nothing.body), (wrong.status, &wrong.body), "one answer for all");
    assert_eq!(nothing.is(404)["messageId"], "L010");
    let foreign = desk.get(&at(&token).replace("offer_letter?", "student_data?")).school("two").send().await;
    assert_eq!(foreign.body, nothing.body);
}

async fn a_link_alone_reads_no_letter(desk: &Desk) {
    lettered(desk, template("The fee is 1,200."));
    let (_, token) = offered(desk, family("Sara Al-Said", Some("Salim Al-Said"))).await;
    let (_, other) = offered(desk, family("Omar Al-Said", None)).await;
    let asked = at(&token).replace("offer_letter?", "student_data?");
    let foreign = grant(desk, &other).await;
    for got in [look(desk, &token).await, desk.get(&asked).header("x-letter-grant", &foreign).send().await] {
        let seen = got.is(200);
        assert_eq!((&seen["proved"], &seen["child"]["first_name"]), (&json!(false), &json!("Sara")));
        assert_eq!(
            (&seen["reference"], &seen["title"]["en"]),
            (&json!("ONE-2026-OL-00001"), &json!("Offer of a place"))
        );
        let all = seen.to_string();
        for secret in ["Said", "Huda", "Salim", "1,200", "grade.", "sha256\":\""] {
            assert!(!all.contains(secret), "{secret}: {all}");
        }
        let paper = json!({ "token": token, "grant": foreign });
        assert_eq!(desk.post("/v1/oa/public/offer_letter_pdf", paper).send().await.is(404)["messageId"], "L010");
    }
    let seen = read(desk, &token).await;
    assert_eq!(seen["proved"], true);
    assert!(seen.to_string().contains("The fee is 1,200.") && seen.to_string().contains("Salim"), "{seen}");
    let grant = grant(desk, &token).await;
    desk.clock.advance(DAY / 24);
    let late = desk.get(&asked).header("x-letter-grant", &grant).send().await.is(200);
    assert_eq!(late["proved"], false, "its hour is over");
}

async fn who_signs_is_known_besides(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (id, token) = offered(desk, family("Sara", None)).await;
    let seen = read(desk, &token).await;
    assert_eq!(seen["second_proof"], "birth_date");
    let signature = json!({ "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"] });
    let asked = |grant: &str, signature: &Value| json!({ "values": { "decision": "accept" }, "formData": { "grant": grant, "locale": "en", "signatures": [signature] } });
    assert_eq!(desk.post(&at(&token), asked("made up", &signature)).send().await.is(404)["messageId"], "L010");
    let grant = grant(desk, &token).await;
    for (field, value, status) in [
        ("typed_name", json!("H"), 422),
        ("typed_name", json!("<script>alert(1)</script>"), 422),
        ("typed_name", json!("Huda ☃ Al-Said"), 422),
        ("strokes", json!([[[1, 1], [2, 2]]]), 422),
        ("strokes", json!("<svg>"), 422),
        ("agreed_text_hash", json!("a".repeat(64)), 409),
        ("document_hash", json!("a".repeat(64)), 409),
    ] {
        let mut other = signature.clone();
        other[field] = value;
        let got = desk.post(&at(&token), asked(&grant, &other)).send().await;
        assert_eq!(got.status, status, "{field} {:?}", got.json());
        if status == 422 {
            assert_eq!(got.json()["errors"][0]["path"], format!("/formData/signatures/0/{field}"));
        }
    }
    assert_eq!(stands(desk, &id).await, "F/unconditional", "nothing was written");
    for left in (0..5).rev() {
        let got = prove(desk, &token, "2020-01-01").await.is(422);
        assert_eq!((&got["messageId"], &got["tries_left"]), (&json!("L004"), &json!(left)));
    }
    assert_eq!(prove(desk, &token, "2021-03-04").await.is(404)["messageId"], "L010", "the link has ended");
    assert_eq!(desk.post(&at(&token), asked(&grant, &signature)).send().await.status, 404, "and its grants with it");
}

async fn the_last_of_two_guardians_accepts(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (id, first) = offered(desk, family("Sara Al-Said", Some("Salim Al-Said"))).await;
    let done = sign(desk, &first, "  Huda  Al-Said ").await.is(200);
    assert_eq!(done["status"], "offered");
    assert_eq!(stands(desk, &id).await, "F/unconditional", "the other has to sign as well");
    let sent = links(desk).await;
    assert_eq!((sent.len(), sent[0].0.as_str()), (1, "salim@example.org"));
    let second = &sent[0].1;
    assert_eq!(pdf(desk, second, true).await.is(409)["messageId"], "D010");
    let done = sign(desk, second, "سالم السعيد").await.is(200);
    assert_eq!(done["status"], "accepted");
    assert_eq!(stands(desk, &id).await, "A/fee_due");
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 1));
    let offered = pdf(desk, &first, false).await;
    let signed = pdf(desk, second, true).await;
    assert_eq!(offered.body, signed.body, "both get the one that all have signed");
    let drawn = String::from_utf8_lossy(&signed.body).into_owned();
    for said in ["\"typed\":\"Huda Al-Said\"", "سالم السعيد", "text_sha256", "\"head\":", "[10,10]"] {
        assert!(drawn.contains(said), "{said}: {drawn}");
    }
    assert!(!drawn.contains("Not signed yet"));
    // The record ends with the seal of that file.
    let last = texts(desk, "SELECT body FROM letter_entries WHERE school_id = $1 ORDER BY seq").await.pop().unwrap();
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!((&last["kind"], &last["document_sha256"]), (&json!("sealed"), &json!(words::sha256_hex(&signed.body))));
    records_are_whole(desk).await;
    is_proved(desk).await;
    let mail = desk.messages().await;
    assert!(mail.iter().any(|one| one.template == "status_changed" && one.params["change"] == "A"), "{mail:?}");
}

async fn an_answer_given_twice_counts_once(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (id, token) = offered(desk, family("Sara", None)).await;
    let first = sign(desk, &token, "Huda Al-Said").await.is(200);
    let entries = desk.count("letter_entries").await;
    assert_eq!(sign(desk, &token, "Huda Al-Said").await.is(200), first);
    assert_eq!(sign(desk, &token, "Somebody Else").await.is(409)["messageId"], "A021");
    assert_eq!(decline(desk, &token, "fees").await.is(409)["messageId"], "A021");
    assert_eq!((desk.count("letter_entries").await, desk.count("letter_files").await), (entries, 2));
    assert_eq!(stands(desk, &id).await, "A/fee_due");
}

async fn one_that_declines_declines_for_all(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (id, first) = offered(desk, family("Sara", Some("Salim Al-Said"))).await;
    sign(desk, &first, "Huda Al-Said").await.is(200);
    let (_, second) = links(desk).await.pop().unwrap();
    assert_eq!(decline(desk, &second, "fees").await.is(200)["status"], "declined");
    assert_eq!((stands(desk, &id).await, states(desk).await), ("R/declined".to_owned(), vec!["declined".to_owned()]));
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (0, 0), "its seat is free once");
    assert_eq!(decline(desk, &second, "fees").await.is(200)["status"], "declined", "the same again");
    assert_eq!(decline(desk, &second, "other").await.status, 409);
    assert_eq!(look(desk, &first).await.is(200)["status"], "declined", "the other sees that it is closed");
    assert_eq!(decline(desk, &first, "fees").await.is(409)["messageId"], "A021");
    records_are_whole(desk).await;
    is_proved(desk).await;
}

async fn of_many_answers_at_once_one_counts(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (id, token) = offered(desk, family("Sara", None)).await;
    let (seen, grant) = (read(desk, &token).await, grant(desk, &token).await);
    let answer = |n: usize| {
        let signature = json!({ "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"] });
        let (decision, signatures) =
            if n.is_multiple_of(2) { ("accept", json!([signature])) } else { ("decline", json!([])) };
        let form = json!({ "grant": grant, "locale": "en", "signatures": signatures });
        desk.post(&at(&token), json!({ "values": { "decision": decision }, "formData": form }))
    };
    let got = join_all((0..24).map(|n| answer(n).send())).await;
    let done: Vec<_> = got.iter().filter(|one| one.status == 200).map(|one| one.json()["status"].clone()).collect();
    assert!(!done.is_empty() && done.iter().all(|status| *status == done[0]), "{done:?}");
    assert!(got.iter().all(|one| matches!(one.status.as_u16(), 200 | 409)), "{got:?}");
    let is_accepted = done[0] == "accepted";
    assert_eq!(stands(desk, &id).await, if is_accepted { "A/fee_due" } else { "R/declined" });
    let answered = "SELECT COUNT(*) FROM letter_entries WHERE school_id = $1 AND (body LIKE '%\"kind\":\"signed\"%' OR body LIKE '%\"kind\":\"declined\"%')";
    assert_eq!(number(&desk.db, "one", answered).await, 1);
    assert_eq!(taken(desk, "kg1").await, i64::from(is_accepted));
    records_are_whole(desk).await;
}

async fn what_leaves_its_offer_ends_its_letter(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (back, token) = offered(desk, family("Sara", None)).await;
    go(desk, Role::Principal, &back, "S/assessed", why()).await.is(200);
    assert_eq!(look(desk, &token).await.is(404)["messageId"], "L010");
    let (ended, token) = offered(desk, family("Omar", None)).await;
    desk.clock.advance(60 * DAY);
    assert_eq!(look(desk, &token).await.status, 404, "its midnight is over, though nobody looked");
    assert_eq!(expired(desk).await, 1);
    assert_eq!(stands(desk, &ended).await, "R/expired");
    // One that was not drawn yet goes out no more.
    let late = applied(desk, family("Mona", None)).await;
    go(desk, Role::Principal, &late, "F/unconditional", json!({ "notify": true })).await.is(200);
    go(desk, Role::Principal, &late, "S/assessed", why()).await.is(200);
    assert_eq!((release(desk).await, links(desk).await.len()), (0, 0));
    let mut all = states(desk).await;
    all.sort_unstable();
    assert_eq!(all, ["expired", "withdrawn", "withdrawn"]);
    records_are_whole(desk).await;
}

async fn a_paper_is_known_by_code_and_file(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (_, token) = offered(desk, family("Sara Al-Said", None)).await;
    let paper = pdf(desk, &token, false).await;
    let drawn = String::from_utf8_lossy(&paper.body).into_owned();
    let code = drawn.split("/v/").nth(1).unwrap()[..14].to_owned();
    let ask = |path: String| desk.get(Box::leak(format!("/v1/oa/public/letters{path}").into_boxed_str())).send();
    let by_code = ask(format!("/{code}")).await.is(200);
    let by_file = ask(format!("?sha256={}", words::sha256_hex(&paper.body))).await.is(200);
    assert_eq!(by_code, by_file);
    assert_eq!(ask(format!("/{}", code.to_lowercase().replace('-', ""))).await.is(200), by_code);
    assert_eq!(
        (&by_code["state"], &by_code["signatures"]),
        (&json!("offered"), &json!({ "done": 0, "of": 1, "last_on": null }))
    );
    let all = by_code.to_string();
    for secret in ["Sara", "Said", "Huda", "huda", "kg1", "ONE27-"] {
        assert!(!all.contains(secret), "{secret}: {all}");
    }
    let unknown = ask("/0000-0000-0000".into()).await;
    for none in ["/short".to_owned(), format!("?sha256={}", "0".repeat(64)), "?sha256=short".to_owned()] {
        assert_eq!((ask(none.clone()).await.status, ask(none).await.body), (unknown.status, unknown.body.clone()));
    }
    let foreign = desk.get(&format!("/v1/oa/public/letters/{code}")).school("two").send().await;
    assert_eq!(foreign.body, unknown.body);
    sign(desk, &token, "Huda Al-Said").await.is(200);
    let signed = ask(format!("/{code}")).await.is(200);
    assert_eq!((&signed["state"], &signed["signatures"]["done"]), (&json!("accepted"), &json!(1)));
    assert_eq!(signed["files"][1]["kind"], "signed");
}

async fn a_key_that_was_retired_stays_published(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let seals = || async { desk.get("/v1/oa/public/seals").send().await.is(200)["seals"].as_array().unwrap().clone() };
    assert!(seals().await.is_empty(), "the first letter makes the first key");
    let (_, token) = offered(desk, family("Sara", None)).await;
    let first = seals().await;
    assert_eq!(first.len(), 1);
    desk.clock.advance(1_000);
    let keys = tools(&desk.db, &desk.clock, &Secret::new(vec![7; 32]).unwrap()).keys;
    let name = desk.school("one").config().name.clone();
    let rotated = keys.rotate(&scope("one"), &name).await.unwrap();
    let all = seals().await;
    assert_eq!((all.len(), &all[0]["sha256"], &all[1]), (2, &json!(rotated.sha256), &first[0]));
    // What is sealed from now on is sealed with the new one.
    sign(desk, &token, "Huda Al-Said").await.is(200);
    let signed = pdf(desk, &token, true).await;
    assert!(String::from_utf8_lossy(&signed.body).ends_with(&rotated.sha256));
    // However many ask at once, one key is in use.
    execute(&desk.db, "two", "DELETE FROM sealing_keys WHERE school_id = $1").await.unwrap();
    let two = scope("two");
    let made = join_all((0..8).map(|_| keys.in_use(&two, &name))).await;
    let made: Vec<String> = made.into_iter().map(|key| key.unwrap().certificate_sha256).collect();
    assert!(made.iter().all(|sha256| *sha256 == made[0]), "{made:?}");
}

async fn the_sweep_leaves_papers_alone(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (id, token) = offered(desk, family("Sara", None)).await;
    desk.clock.advance(2 * DAY);
    desk.forms.purge(&scope("one")).await.unwrap();
    pdf(desk, &token, false).await.is(200);
    assert_eq!(stands(desk, &id).await, "F/unconditional");
}
