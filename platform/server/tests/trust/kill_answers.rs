//! `kill -9` while families answer what follows an offer: payments chosen and the acceptance signed, consents, financial documents. Each answer
//! is there with everything that belongs to it, or not at all; asked again, the same comes of it.

use std::path::Path;

use kernel::Db;
use serde_json::{Value, json};

use crate::database::{Place, execute, number, texts};
use crate::lettered::{acceptance, answer_path, family, lettered, link_in_mail};
use crate::ordeal::{LIVES, Ordeal};
use crate::pictures::pdf;
use crate::process::binary;

const FAMILIES: usize = 2;
const NAME: &str = "Huda Al-Said";

/// A school that sends every kind of letter that is answered.
fn answered(schools: &Path) {
    lettered(schools, "alpha");
    let folder = schools.join("alpha/letters");
    let title = |en: &str| json!({ "en": en, "ar": "خطاب" });
    let body = |last: Value| json!([{ "kind": "paragraph", "text": "For {{child_name}}." }, last]);
    let both = |last: Value| json!({ "en": body(last.clone()), "ar": body(last) });
    let signed = || both(json!({ "kind": "signatures" }));
    let paid = |code: &str, percents: &[u8]| {
        let paid =
            percents.iter().enumerate().map(|(n, percent)| json!({ "percent": percent, "due": { "months": n } }));
        json!({ "code": code, "title": title(code), "instalments": paid.collect::<Vec<_>>() })
    };
    let signers = json!([{ "role": "guardian1", "order": 1 }]);
    crate::forms::write(
        &folder.join("acceptance.json"),
        &json!({
            "kind": "acceptance", "title": title("Acceptance"), "subject": title("Acceptance"), "body": signed(), "signers": signers,
            "languages": "both", "plans": [paid("one", &[100]), paid("two", &[50, 50])], "deposit": { "amount": "200.000", "days": 10 },
        }),
    );
    for code in ["photo", "trip"] {
        crate::forms::write(
            &folder.join(format!("{code}.json")),
            &json!({
                "kind": "consent", "title": title(code), "subject": title(code), "body": signed(), "signers": signers, "languages": "both",
                "required": false,
            }),
        );
    }
    let table = json!({ "kind": "table", "columns": [{ "head": "Document" }], "each": "documents", "rows": [["{{document}}"]] });
    crate::forms::write(
        &folder.join("financial.json"),
        &json!({
            "kind": "financial_request", "title": title("Documents"), "subject": title("Documents"), "body": both(table), "languages": "both",
            "items": [{ "code": "salary", "label": title("Salary"), "kind": "salary", "amount": true, "iban": false }],
        }),
    );
}

/// Whatever happened: an answer is there with everything, or not at all.
async fn is_whole(db: &Db) {
    let none = async |what: &str, sql: &str| {
        let sql = format!("SELECT COUNT(*) FROM family_letters l WHERE l.school_id = $1 AND {sql}");
        assert_eq!(number(db, "alpha", &sql).await, 0, "{what}");
    };
    let file = |kind: &str| {
        format!(
            "EXISTS (SELECT 1 FROM letter_files f WHERE f.school_id = l.school_id AND f.letter_id = l.id AND f.kind = '{kind}')"
        )
    };
    let entry = |kind: &str| {
        format!(
            "EXISTS (SELECT 1 FROM letter_entries e WHERE e.school_id = l.school_id AND e.letter_id = l.id AND e.body LIKE '%\"kind\":\"{kind}\"%')"
        )
    };
    let (offered, made, signed, sealed) = (file("offered"), entry("made"), file("signed"), entry("sealed"));
    none("out without its paper", &format!("l.state IN ('released', 'signed') AND NOT ({offered} AND {made})")).await;
    none("a paper of what is not out", &format!("l.state IN ('draft', 'choosing') AND ({offered} OR {made})")).await;
    let all = "NOT EXISTS (SELECT 1 FROM letter_signers s WHERE s.school_id = l.school_id AND s.letter_id = l.id AND s.role <> 'school' AND s.state <> 'signed')";
    none("signed by halves", &format!("l.state = 'signed' AND NOT ({signed} AND {sealed} AND {all})")).await;
    none("a signed paper of what is not signed", &format!("l.state <> 'signed' AND ({signed} OR {sealed})")).await;
    let told = "(SELECT COUNT(*) FROM links k JOIN letter_signers s ON s.school_id = k.school_id AND s.id = k.object_id
        WHERE k.school_id = l.school_id AND s.letter_id = l.id AND k.purpose = 'letter' AND k.created_at >= l.closed_at)";
    let by = "(SELECT COUNT(*) FROM letter_signers s WHERE s.school_id = l.school_id AND s.letter_id = l.id AND s.state = 'signed')";
    let is_told = format!("l.kind IN ('acceptance', 'consent') AND l.state = 'signed' AND {told} <> {by}");
    none("signed, and who signed not told once", &is_told).await;
    let of = |table: &str| {
        format!("(SELECT COUNT(*) FROM {table} x WHERE x.school_id = l.school_id AND x.letter_id = l.id)")
    };
    let (given, asked) = (of("consents"), of("consent_asks"));
    none(
        "consents by halves",
        &format!("l.kind = 'consent' AND {given} <> CASE WHEN l.state = 'signed' THEN {asked} ELSE 0 END"),
    )
    .await;
    none(
        "a signed acceptance without its payments",
        "l.kind = 'acceptance' AND l.state IN ('released', 'signed') AND REPLACE(COALESCE(CAST(l.terms AS TEXT), ''), ' ', '') NOT LIKE '%\"way\":{%'",
    )
    .await;
    let of = async |sql: &str| number(db, "alpha", sql).await;
    let accepted = of("SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND state LIKE 'A/%'").await;
    let living = "SELECT COUNT(*) FROM family_letters WHERE school_id = $1 AND kind = 'acceptance' AND state IN ('choosing', 'draft', 'released', 'signed')";
    assert_eq!(of(living).await, accepted, "one acceptance of each place that was accepted");
    let came = "SELECT COUNT(*) FROM financial_items i WHERE i.school_id = $1 AND i.state = 'submitted' AND (i.answer IS NULL OR NOT EXISTS (
        SELECT 1 FROM tasks t JOIN family_letters l ON l.school_id = t.school_id AND l.submission_id = t.submission_id
        WHERE l.school_id = i.school_id AND l.id = i.letter_id AND t.code = '@financial_came'))";
    assert_eq!(of(came).await, 0, "what came is told to somebody");
    for letter in texts(db, "alpha", "SELECT DISTINCT letter_id FROM letter_entries WHERE school_id = $1").await {
        let of = |column: &str| {
            format!("SELECT {column} FROM letter_entries WHERE school_id = $1 AND letter_id = '{letter}' ORDER BY seq")
        };
        let (bodies, hashes) = (texts(db, "alpha", &of("body")).await, texts(db, "alpha", &of("hash")).await);
        blocks::evidence::verify(&bodies, hashes.last().unwrap()).expect("a whole record");
    }
}

/// Asked again and again by a server that dies, and at last by one that lives.
async fn persisting(ordeal: &mut Ordeal, lives: impl Iterator<Item = u64>, path: &str, body: &Value) -> Value {
    for life in lives {
        ordeal.ask_dying(life, "POST", path, body).await;
        ordeal.die(is_whole).await;
    }
    ordeal.good("POST", path, body).await
}

/// The grant of a link, and what it opens.
async fn opened(ordeal: &Ordeal, token: &str, path: &str) -> (String, Value) {
    let proof = ordeal.good("POST", "/public/letter_proof", &json!({ "token": token, "proof": "2021-03-04" })).await;
    let grant = proof["grant"].as_str().unwrap().to_owned();
    let seen = ordeal.good("GET", path, &json!({ "read_by": grant })).await;
    (grant, seen)
}

/// A family that has signed its offer; its application and the token of its acceptance.
async fn accepted(ordeal: &mut Ordeal, n: usize) -> (String, String) {
    let mut values = family(&format!("Child {n}"));
    values["guardian_email"] = format!("huda{n}@example.org").into();
    for second in ["second", "second_mail"] {
        values.as_object_mut().unwrap().remove(second);
    }
    let sent =
        ordeal.good("POST", "/public/forms/apply/submissions", &json!({ "values": values, "locale": "en" })).await;
    let reference = sent["reference"].as_str().unwrap();
    let listed = ordeal.good("GET", &format!("/enquiries?q={reference}"), &Value::Null).await;
    let id = listed["items"][0]["id"].as_str().unwrap().to_owned();
    // What the form's rules would have worked out.
    let fees = json!([{ "key": "total", "label_code": "total", "kind": "money", "reason_code": null,
        "value": { "minor": 1_200_001, "currency": "OMR" } }]);
    let priced = async |db: &Db| {
        let sql = format!("SELECT CAST(verdict AS TEXT) FROM submissions WHERE school_id = $1 AND id = '{id}'");
        let mut kept: Value = serde_json::from_str(&texts(db, "alpha", &sql).await[0]).unwrap();
        kept["computed"] = fees;
        let sql = format!("UPDATE submissions SET verdict = '{kept}' WHERE school_id = $1 AND id = '{id}'");
        execute(db, "alpha", &sql).await.unwrap();
    };
    ordeal.die(priced).await;
    let seen = ordeal.good("GET", &format!("/enquiries/{id}/application"), &Value::Null).await;
    let asked = json!({ "version": seen["version"], "transition": { "to": "F/unconditional", "notify": true } });
    ordeal.good("PATCH", &format!("/student/student_update?student_id={id}"), &asked).await;
    let token = link_in_mail(&ordeal.data(), &format!("huda{n}@"), "offer-letter").await;
    let (grant, seen) = opened(ordeal, &token, &format!("/public/student_data?offerLetterToken={token}")).await;
    let path = answer_path(&token);
    let done = ordeal.good("POST", path.strip_prefix("/api/v1/oa").unwrap(), &acceptance(&seen, &grant, NAME)).await;
    (id, done["acceptanceLetterToken"].as_str().expect("the acceptance").to_owned())
}

fn signature(seen: &Value) -> Value {
    json!([{ "typed_name": NAME, "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"] }])
}

async fn chooses_and_signs(ordeal: &mut Ordeal, n: usize, token: &str) {
    let data = format!("/public/acceptance_data?acceptanceLetterToken={token}");
    let path = format!("/public/acceptance_letter?acceptanceLetterToken={token}");
    let (grant, _) = opened(ordeal, token, &data).await;
    let chosen = json!({ "values": { "plan_code": "two" }, "formData": { "grant": grant, "locale": "en" } });
    let done = persisting(ordeal, LIVES.into_iter().skip(n).step_by(2), &path, &chosen).await;
    assert_eq!(done["status"], "offered", "{done}");
    let seen = ordeal.good("GET", &data, &json!({ "read_by": grant })).await;
    assert_eq!((&seen["plan"]["code"], &seen["choices_left"]), (&json!("two"), &json!(7)), "chosen once: {seen}");
    let form = json!({ "grant": grant, "locale": "en", "signatures": signature(&seen) });
    let said = json!({ "values": { "decision": "accept", "plan_code": "two" }, "formData": form });
    let done = persisting(ordeal, LIVES.into_iter().skip(1 - n).step_by(2), &path, &said).await;
    assert_eq!(done["status"], "accepted", "{done}");
}

async fn consents(ordeal: &mut Ordeal, n: usize, id: &str) {
    ordeal.good("POST", &format!("/enquiries/{id}/consents"), &json!({ "codes": ["photo", "trip"] })).await;
    let token = link_in_mail(&ordeal.data(), &format!("huda{n}@"), "consent").await;
    let path = format!("/public/form_values?token={token}");
    let (grant, seen) = opened(ordeal, &token, &path).await;
    let form = json!({
        "form_version": seen["form_version"], "locale": "en", "action": "submit", "grant": grant, "signatures": signature(&seen),
    });
    let said = json!({ "values": { "photo": "refused", "trip": "accepted" }, "formData": form });
    let done = persisting(ordeal, LIVES.into_iter().skip(n).step_by(2), &path, &said).await;
    assert_eq!(done["status"], "submitted", "{done}");
}

async fn financial_documents(ordeal: &mut Ordeal, n: usize, id: &str) {
    let asked = json!({ "code": "financial", "amount": "1200" });
    ordeal.good("POST", &format!("/enquiries/{id}/letters"), &asked).await;
    let token = link_in_mail(&ordeal.data(), &format!("huda{n}@"), "financial_document").await;
    let path = format!("/public/form_values?token={token}");
    let (grant, seen) = opened(ordeal, &token, &path).await;
    let mut sent = Vec::new();
    for (name, value) in [("token", token.as_str()), ("grant", &grant), ("code", "salary")] {
        sent.extend(format!("--XX\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes());
    }
    sent.extend(b"--XX\r\ncontent-disposition: form-data; name=\"file\"; filename=\"salary.pdf\"\r\n\r\n");
    sent.extend(pdf(64));
    sent.extend(b"\r\n--XX--\r\n");
    let headers = [("content-type", "multipart/form-data; boundary=XX"), ("x-letter-grant", grant.as_str())];
    let got = ordeal.server.call("POST", "/api/v1/oa/public/financial_uploads", &headers, &sent).await.unwrap();
    assert_eq!(got.0, 201, "{}", got.1);
    let form = json!({ "form_version": seen["form_version"], "locale": "en", "action": "submit", "grant": grant, "signatures": [] });
    let said = json!({ "values": { "salary": { "amount": "350" } }, "formData": form });
    let done = persisting(ordeal, LIVES.into_iter().skip(1 - n).step_by(2), &path, &said).await;
    assert_eq!(done["status"], "submitted", "{done}");
}

async fn ordeal(place: Place) {
    let mut ordeal = Ordeal::begin(place, answered).await;
    for n in 0..FAMILIES {
        let (id, token) = accepted(&mut ordeal, n).await;
        chooses_and_signs(&mut ordeal, n, &token).await;
        consents(&mut ordeal, n, &id).await;
        financial_documents(&mut ordeal, n, &id).await;
    }
    let counted = async |db: &Db| {
        is_whole(db).await;
        let mut found = Vec::new();
        for sql in [
            "SELECT COUNT(*) FROM family_letters WHERE school_id = $1 AND kind = 'acceptance' AND state = 'signed'",
            "SELECT COUNT(*) FROM consents WHERE school_id = $1 AND choice = 'refused'",
            "SELECT COUNT(*) FROM consents WHERE school_id = $1 AND choice = 'accepted'",
            "SELECT COUNT(*) FROM financial_items WHERE school_id = $1 AND state = 'submitted'",
            "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@deposit_due'",
            "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@financial_came'",
        ] {
            found.push(number(db, "alpha", sql).await);
        }
        found
    };
    assert_eq!(ordeal.die(counted).await, [2; 6], "each once");
    ordeal.server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_answer_is_there_by_halves_on_sqlite() {
    if binary().is_some() {
        ordeal(Place::Lite).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_answer_is_there_by_halves_on_postgresql() {
    if binary().is_none() {
        return;
    }
    if let Some(place) = Place::postgres().await {
        ordeal(place).await;
    }
}
