//! Financial documents by letter: sent and returned one by one, read by those alone who look after fees.

use admissions::family::{DueKind, Family};
use admissions::letters::Held;
use futures_util::future::join_all;
use kernel::MessageId;
use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::{OFFICER, is_proved};
use crate::database::number;
use crate::desk::{DAY, Desk, Got, anybody, on_both};
use crate::export::only_line;
use crate::letters::{applied, family, grant, lettered, release, template, texts};
use crate::my_application as own;

on_both!(
    documents_are_sent_returned_and_verified,
    what_is_wrong_is_told_at_its_place,
    those_alone_read_them_who_look_after_fees,
    another_page_answers_no_request,
    a_family_is_reminded_once,
    one_request_stands_and_ends_with_its_application,
    a_file_that_comes_too_late_is_none,
    no_document_holds_more_files_than_it_takes,
    a_file_is_taken_back_before_it_is_sent,
    what_was_taken_back_of_them_stays_away,
    the_list_tells_of_them_to_those_alone_who_look_after_fees,
    the_family_s_own_page_leads_to_a_request,
);

const HOUR: i64 = DAY / 24;
const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n";
const IBAN: &str = "OM810180000001299123456";

fn requesting(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let text = json!([{ "kind": "paragraph", "text": "For {{child_name}}: {{amount_to_cover}}.", "when": { "field": "amount_to_cover", "is": "filled" } },
        { "kind": "table", "columns": [{ "head": "Document" }, { "head": "By" }], "each": "documents", "rows": [["{{document}}", "{{due_on}}"]] }]);
    let item = |code: &str, kind: &str, iban: bool| json!({ "code": code, "label": { "en": code, "ar": "مستند" }, "kind": kind, "amount": true, "iban": iban });
    let request = json!({
        "kind": "financial_request", "title": { "en": "Financial documents", "ar": "مستندات مالية" },
        "subject": { "en": "Documents", "ar": "مستندات" }, "body": { "en": text, "ar": text }, "languages": "both",
        "items": [item("salary", "salary", false), item("cheques", "cheques", true)],
    });
    crate::forms::write(&desk.bundle("one").join("letters/financial.json"), &request);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

async fn sent(desk: &Desk) -> Vec<String> {
    let token = |path: &str| path.strip_prefix("/financial_document/").map(str::to_owned);
    let found = desk.messages().await.into_iter();
    found.filter_map(|mail| token(mail.params.get("path")?.as_str()?)).collect()
}

/// An application whose family is asked, and its token.
async fn asked(desk: &Desk) -> (String, String) {
    requesting(desk);
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    let wanted = json!({ "code": "financial", "amount": "١٢٠٠٫٥" });
    desk.post(&format!("/v1/oa/enquiries/{id}/letters"), wanted).staff(OFFICER).send().await.is(201);
    assert_eq!(release(desk).await, 1);
    (id, sent(desk).await.pop().expect("a link"))
}

fn at(token: &str) -> String {
    format!("/v1/oa/public/form_values?token={token}")
}

async fn read(desk: &Desk, token: &str) -> Value {
    let grant = grant(desk, token).await;
    desk.get(&at(token)).header("x-letter-grant", &grant).send().await.is(200)
}

async fn put(desk: &Desk, token: &str, action: &str, values: Value) -> Got {
    let (seen, grant) = (read(desk, token).await, grant(desk, token).await);
    let form = json!({ "form_version": seen["form_version"], "locale": "ar", "action": action, "grant": grant });
    desk.post(&at(token), json!({ "values": values, "formData": form })).send().await
}

async fn upload(desk: &Desk, token: &str, code: &str, name: &str) -> Got {
    let grant = grant(desk, token).await;
    let parts = [("token", token), ("grant", grant.as_str()), ("code", code)];
    desk.multipart("/v1/oa/public/financial_uploads", &parts, name, PDF).send().await
}

async fn financial(desk: &Desk, role: Role, id: &str) -> Got {
    desk.get(&format!("/v1/oa/enquiries/{id}/financial")).staff(role).send().await
}

async fn decide(desk: &Desk, id: &str, code: &str, state: &str, reason: &str) -> Got {
    let said = json!({ "state": state, "reason": reason });
    desk.patch(&format!("/v1/oa/enquiries/{id}/financial/{code}"), said).staff(Role::Finance).send().await
}

fn states(got: &Value) -> Vec<&str> {
    got["request"]["items"].as_array().unwrap().iter().map(|one| one["state"].as_str().unwrap()).collect()
}

fn cheques() -> Value {
    json!({ "amount": "٩٠٠", "iban": "om81 0180 0000 0129 9123 456",
        "cheques": [{ "date": "2027-01-01", "amount": "900", "bank": "Bank Muscat", "number": "12" }] })
}

async fn documents_are_sent_returned_and_verified(desk: &Desk) {
    let (id, token) = asked(desk).await;
    let envelope = desk.get(&at(&token)).send().await.is(200);
    assert_eq!((&envelope["items"], &envelope["proved"]), (&json!([]), &json!(false)), "a link alone says nothing");
    let seen = read(desk, &token).await;
    let body = seen["body"].to_string();
    assert!(body.contains("1,200.500") && body.contains("salary") && body.contains("19-Feb-2027"), "{body}");
    assert_eq!(put(desk, &token, "save", json!({ "salary": { "amount": "350" } })).await.is(200)["status"], "draft");
    assert_eq!(read(desk, &token).await["items"][0]["answer"]["amount"], "350", "the draft is kept");
    upload(desk, &token, "salary", "salary.pdf").await.is(201);
    desk.clock.advance(1_000);
    // One is complete and the other was not begun: it can come later.
    let sent_so = json!({ "salary": { "amount": "350" } });
    assert_eq!(put(desk, &token, "submit", sent_so.clone()).await.is(200)["status"], "draft");
    assert_eq!(states(&financial(desk, Role::Finance, &id).await.is(200)), ["submitted", "requested"]);
    assert_eq!(upload(desk, &token, "salary", "more.pdf").await.is(422)["messageId"], "D003", "it was sent");
    let asked = "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@financial_came'";
    assert_eq!(number(&desk.db, "one", asked).await, 1);
    assert_eq!(decide(desk, &id, "cheques", "verified", "").await.is(422)["guard"], "not_submitted");
    assert_eq!(decide(desk, &id, "salary", "returned", " ").await.is(422)["errors"][0]["path"], "/reason");
    desk.messages().await;
    let got = decide(desk, &id, "salary", "returned", "It is too old").await.is(200);
    assert_eq!(states(&got), ["returned", "requested"]);
    let again = sent(desk).await.pop().expect("a new link");
    desk.get(&at(&token)).send().await.is(200);
    let seen = read(desk, &again).await;
    assert_eq!((&seen["items"][0]["reason"], &seen["items"][0]["files"]), (&json!("It is too old"), &json!([])));
    desk.clock.advance(1_000);
    upload(desk, &again, "salary", "newer.pdf").await.is(201);
    upload(desk, &again, "cheques", "cheques.pdf").await.is(201);
    let both = json!({ "salary": { "amount": "400" }, "cheques": cheques() });
    assert_eq!(put(desk, &again, "submit", both.clone()).await.is(200)["status"], "submitted");
    assert_eq!(put(desk, &again, "submit", both).await.is(200)["status"], "submitted", "the same again");
    decide(desk, &id, "salary", "verified", "").await.is(200);
    let got = decide(desk, &id, "cheques", "verified", "").await.is(200);
    assert_eq!(states(&got), ["verified", "verified"]);
    let items = &got["request"]["items"];
    assert_eq!(
        (&items[0]["amount_minor"], &items[1]["amount_minor"], &got["currency"]),
        (&json!(400_000), &json!(900_000), &json!("OMR"))
    );
    assert_eq!((&items[1]["iban"], &items[1]["cheques"][0]["bank"]), (&json!("OM•• •••• 3456"), &json!("Bank Muscat")));
    // Nothing of it lies in clear.
    let clear = format!("SELECT COUNT(*) FROM financial_items WHERE school_id = $1 AND answer LIKE '%{IBAN}%'");
    assert_eq!(number(&desk.db, "one", &clear).await, 0);
    let show = async |reason: &str| {
        desk.post(&format!("/v1/oa/enquiries/{id}/financial/cheques/iban"), json!({ "reason": reason }))
            .staff(Role::Finance)
            .send()
            .await
    };
    assert_eq!(show("why").await.status, 422);
    assert_eq!(show("The bank asks for it").await.is(200)["iban"], IBAN);
    let written = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'financial.iban_read'";
    assert_eq!(number(&desk.db, "one", written).await, 1);
    is_proved(desk).await;
}

async fn what_is_wrong_is_told_at_its_place(desk: &Desk) {
    let (_, token) = asked(desk).await;
    assert_eq!(put(desk, &token, "submit", json!({})).await.is(422)["errors"][0]["code"], "minItems");
    let mut wrong = cheques();
    wrong["iban"] = "OM820180000001299123456".into();
    wrong["amount"] = "-3".into();
    wrong["cheques"][0]["date"] = "2027-02-30".into();
    let got = put(desk, &token, "save", json!({ "cheques": wrong })).await.is(422);
    let at: Vec<_> = got["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["path"].as_str().unwrap(), one["code"].as_str().unwrap()))
        .collect();
    assert_eq!(
        at,
        [
            ("/values/cheques/amount", "money"),
            ("/values/cheques/iban", "ibanChecksum"),
            ("/values/cheques/cheques/0/date", "format")
        ]
    );
    let got = put(desk, &token, "submit", json!({ "cheques": { "iban": IBAN } })).await.is(422);
    let at: Vec<_> = got["errors"].as_array().unwrap().iter().map(|one| one["path"].as_str().unwrap()).collect();
    assert_eq!(at, ["/values/cheques/files", "/values/cheques/amount", "/values/cheques/cheques"]);
    assert_eq!(
        put(desk, &token, "save", json!({ "salary": { "more": 1 } })).await.is(422)["errors"][0]["path"],
        "/values"
    );
    assert_eq!(upload(desk, &token, "other", "x.pdf").await.is(422)["messageId"], "D003");
    // What is written is bounded by what is asked.
    let many: serde_json::Map<String, Value> = (0..500).map(|n| (n.to_string(), json!({}))).collect();
    let got = put(desk, &token, "save", Value::Object(many)).await.is(422);
    assert_eq!((&got["errors"][0]["path"], &got["errors"][0]["code"]), (&json!("/values"), &json!("enum")));
    let hour = json!({ "cheques": { "cheques": [{ "date": "2027-02-03T10:00:00+04:00[Asia/Muscat]" }] } });
    assert_eq!(put(desk, &token, "save", hour).await.is(422)["errors"][0]["code"], "format");
}

async fn a_file_is_taken_back_before_it_is_sent(desk: &Desk) {
    let (id, token) = asked(desk).await;
    upload(desk, &token, "salary", "salary.pdf").await.is(201);
    desk.clock.advance(1_000);
    let both = upload(desk, &token, "salary", "wrong.pdf").await.is(201);
    let file = |n: usize| both["items"][0]["files"][n]["id"].as_str().unwrap().to_owned();
    let proof = grant(desk, &token).await;
    let remove = |grant: &str, code: &str, file: String| {
        let asked = json!({ "token": token, "grant": grant, "code": code, "file": file });
        desk.post("/v1/oa/public/financial_uploads/remove", asked).send()
    };
    assert_eq!(remove("x", "salary", file(1)).await.is(404)["messageId"], "L010");
    assert_eq!(remove(&proof, "cheques", file(1)).await.is(404)["messageId"], "A001", "another document's");
    let left = remove(&proof, "salary", file(1)).await.is(200);
    let names =
        |got: &Value| -> Vec<Value> { got.as_array().unwrap().iter().map(|file| file["name"].clone()).collect() };
    assert_eq!(names(&left["items"][0]["files"]), ["salary.pdf"]);
    assert_eq!(remove(&proof, "salary", file(1)).await.is(404)["messageId"], "A001", "it is gone");
    put(desk, &token, "submit", json!({ "salary": { "amount": "350" } })).await.is(200);
    assert_eq!(remove(&proof, "salary", file(0)).await.is(422)["messageId"], "D003", "it was sent");
    let seen = financial(desk, Role::Finance, &id).await.is(200);
    assert_eq!(names(&seen["request"]["items"][0]["files"]), ["salary.pdf"]);
    // What was taken back is told of to nobody else either.
    let papers = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(OFFICER).send().await.is(200);
    assert_eq!(papers["removed"], json!([]));
}

/// What was sent or looked at gets no file back behind it, whichever door is asked, and no link can take back and give without an end.
async fn what_was_taken_back_of_them_stays_away(desk: &Desk) {
    requesting(desk);
    own::family(desk, Role::Guardian, "huda@example.org", true).await;
    let filled = desk.submit_as("apply", family("Sara Al-Said", None), None, "the-key-of-the-first");
    filled.staff(Role::Guardian).send().await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    let wanted = json!({ "code": "financial", "amount": "1200.500" });
    desk.post(&format!("/v1/oa/enquiries/{id}/letters"), wanted).staff(OFFICER).send().await.is(201);
    assert_eq!(release(desk).await, 1);
    let token = sent(desk).await.pop().expect("a link");
    let proof = grant(desk, &token).await;
    let round = async || {
        let given = upload(desk, &token, "salary", "salary.pdf").await.is(201);
        let file = given["items"][0]["files"][0]["id"].as_str().unwrap().to_owned();
        let asked = json!({ "token": token, "grant": proof, "code": "salary", "file": file });
        (file, desk.post("/v1/oa/public/financial_uploads/remove", asked).send().await)
    };
    let (file, got) = round().await;
    got.is(200);
    let own = format!("/v1/oa/public/applications/{id}/files/{file}/restore");
    desk.post(&own, json!({})).staff(Role::Guardian).send().await.refused(404, "A001");
    let papers = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(papers["removed"], json!([]), "nor does staff bring it back");
    let by_staff = json!({ "admission_id": id, "doc_id": file });
    let path = "/v1/oa/student/student_profile/restore";
    desk.post(path, by_staff).staff(Role::SchoolAdmin).send().await.refused(404, "A001");
    let mut rounds = 1;
    while round().await.1.status == 200 {
        rounds += 1;
        assert!(rounds < 40, "without an end");
    }
    assert_eq!(round().await.1.is(429)["messageId"], "D004");
}

async fn those_alone_read_them_who_look_after_fees(desk: &Desk) {
    let (id, token) = asked(desk).await;
    upload(desk, &token, "salary", "salary.pdf").await.is(201);
    for role in [OFFICER, Role::Principal, Role::Registrar, Role::Auditor] {
        assert_eq!(financial(desk, role, &id).await.status, 403, "{role:?}");
    }
    let file = financial(desk, Role::Finance, &id).await.is(200)["request"]["items"][0]["files"][0]["id"].clone();
    let file = file.as_str().unwrap();
    for (role, is_read) in
        [(OFFICER, false), (Role::Principal, false), (Role::Finance, true), (Role::SchoolAdmin, true)]
    {
        let record = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(role).send().await.is(200);
        assert_eq!(record.to_string().contains("salary.pdf"), is_read, "{role:?} in the record");
        let papers = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(role).send().await.is(200);
        assert!(is_read || !papers.to_string().contains("salary.pdf"), "{role:?} among the documents");
        let got = desk.get(&format!("/v1/oa/enquiries/{id}/files/{file}")).staff(role).send().await;
        assert_eq!(got.status.as_u16(), if is_read { 200 } else { 404 }, "{role:?} by its id");
    }
    let told =
        texts(desk, "SELECT COALESCE(to_value, '') FROM timeline WHERE school_id = $1 AND action = 'file'").await;
    assert!(!told.iter().any(|name| name.contains("salary")), "the history names no such file: {told:?}");
}

async fn another_page_answers_no_request(desk: &Desk) {
    let (_, token) = asked(desk).await;
    let form = json!({ "grant": grant(desk, &token).await, "locale": "en" });
    let said = json!({ "values": { "decision": "decline", "decline_reason": "fees" }, "formData": form });
    for (page, name) in [("offer_letter", "offerLetterToken"), ("acceptance_letter", "acceptanceLetterToken")] {
        let got = desk.post(&format!("/v1/oa/public/{page}?{name}={token}"), said.clone()).send().await;
        assert_eq!(got.is(404)["messageId"], "L010", "{page}");
    }
}

async fn a_family_is_reminded_once(desk: &Desk) {
    let (_, token) = asked(desk).await;
    let school = desk.school("one");
    desk.clock.advance(80 * DAY);
    assert_eq!(desk.letters.remind_of_financial(&school).await.unwrap(), 0);
    desk.clock.advance(8 * DAY - 10 * HOUR);
    desk.messages().await;
    assert_eq!(desk.letters.remind_of_financial(&school).await.unwrap(), 0, "nobody is written to at night");
    desk.clock.advance(10 * HOUR);
    assert_eq!(desk.letters.remind_of_financial(&school).await.unwrap(), 1);
    assert_eq!(desk.letters.remind_of_financial(&school).await.unwrap(), 0, "once");
    let again = sent(desk).await;
    assert_eq!(again.len(), 1);
    desk.get(&at(&token)).send().await.is(200);
    desk.get(&at(&again[0])).send().await.is(200);
}

/// Sends a file, of which the last byte comes after something else happened.
async fn late<T>(desk: &Desk, (token, code): (&str, &str), meanwhile: impl Future<Output = T>) -> Option<MessageId> {
    let (school, grant) = (desk.school("one"), grant(desk, token).await);
    let (caller, held) = (anybody(&school, None), Held { token: token.to_owned(), code: None });
    let begun = desk.letters.begin_financial_file(&caller, &school, (&held, &grant, code), "late.pdf").await;
    let mut arriving = begun.expect("it is asked for");
    arriving.take(PDF).await.unwrap();
    meanwhile.await;
    desk.letters.finish_file(&caller, arriving).await.err().map(|refusal| refusal.id())
}

async fn a_file_that_comes_too_late_is_none(desk: &Desk) {
    let (id, token) = asked(desk).await;
    upload(desk, &token, "salary", "salary.pdf").await.is(201);
    assert_eq!(late(desk, (&token, "salary"), async {}).await, None, "while it is open it is taken");
    desk.clock.advance(1_000);
    let submit = async {
        put(desk, &token, "submit", json!({ "salary": { "amount": "350" } })).await.is(200);
        decide(desk, &id, "salary", "verified", "").await.is(200);
    };
    assert_eq!(late(desk, (&token, "salary"), submit).await, Some(MessageId::D003));
    let withdraw = async {
        let letter = texts(desk, "SELECT id FROM family_letters WHERE school_id = $1").await.remove(0);
        let path = format!("/v1/oa/enquiries/{id}/letters/{letter}/withdraw");
        desk.post(&path, json!({ "reason": "No longer needed" })).staff(OFFICER).send().await.is(200);
    };
    assert_eq!(late(desk, (&token, "cheques"), withdraw).await, Some(MessageId::D003));
    let kept = "SELECT COUNT(*) FROM uploads WHERE school_id = $1 AND name = 'late.pdf'";
    assert_eq!(number(&desk.db, "one", kept).await, 1);
}

async fn no_document_holds_more_files_than_it_takes(desk: &Desk) {
    let (_, token) = asked(desk).await;
    let names: Vec<String> = (0..9).map(|n| format!("{n}.pdf")).collect();
    let sent = join_all(names.iter().map(|name| upload(desk, &token, "salary", name))).await;
    let taken = sent.iter().filter(|got| got.status == 201).count();
    assert_eq!(taken, 6);
    for got in sent.iter().filter(|got| got.status != 201) {
        assert_eq!(got.refused(422, "D003")["limit"], 6);
    }
}

async fn one_request_stands_and_ends_with_its_application(desk: &Desk) {
    let (id, token) = asked(desk).await;
    let again = json!({ "code": "financial" });
    let path = format!("/v1/oa/enquiries/{id}/letters");
    let got = desk.post(&path, again.clone()).staff(OFFICER).send().await.is(422);
    assert_eq!(got["errors"][0]["code"], "waiting");
    crate::applications::go(desk, OFFICER, &id, "R/school", crate::applications::why()).await.is(200);
    desk.get(&at(&token)).send().await.refused(404, "L010");
    let got = desk.post(&path, again).staff(OFFICER).send().await.is(422);
    assert_eq!(got["errors"][0]["code"], "closed");
}

async fn the_list_tells_of_them_to_those_alone_who_look_after_fees(desk: &Desk) {
    let (id, token) = asked(desk).await;
    let narrowed = async |stand: &str| {
        let filter = json!({ "financial": stand });
        let told = desk.post("/v1/oa/student/student_list", filter).staff(Role::Finance).send().await.is(200);
        told["students"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((narrowed("requested").await, narrowed("submitted").await), (vec![json!(id)], vec![]));
    upload(desk, &token, "salary", "salary.pdf").await.is(201);
    put(desk, &token, "submit", json!({ "salary": { "amount": "900" } })).await.is(200);
    assert_eq!((narrowed("requested").await, narrowed("submitted").await), (vec![json!(id)], vec![json!(id)]));
    let line = only_line(desk, "columns=registration_id,financial&financial=submitted").await;
    assert_eq!(line[1], ("Financial documents".to_owned(), "Waiting for us".to_owned()));
    decide(desk, &id, "salary", "verified", "").await.is(200);
    assert_eq!(
        (narrowed("submitted").await, narrowed("verified").await),
        (vec![], Vec::<Value>::new()),
        "one is missing"
    );

    // Nobody else learns of them: from no filter of a list, a job or a file, nor from a column.
    let filter = json!({ "financial": "requested" });
    desk.post("/v1/oa/student/student_list", filter.clone()).staff(OFFICER).send().await.refused(403, "A002");
    let moves = json!({ "filter": filter, "to": "W/waitlist", "notify": false, "lng": "en" });
    desk.post("/v1/oa/student/moves", moves).staff(OFFICER).send().await.refused(403, "A002");
    for query in ["financial=requested", "columns=financial"] {
        let path = format!("/v1/oa/enquiries/export?format=csv&{query}");
        desk.get(&path).staff(OFFICER).send().await.refused(403, "A002");
        let late = query.split_once('=').map(|(name, value)| json!({ "format": "csv", name: value })).unwrap();
        desk.post("/v1/oa/enquiries/exports", late).staff(OFFICER).send().await.refused(403, "A002");
    }
    desk.get("/v1/oa/enquiries?financial=verified").staff(OFFICER).send().await.refused(403, "A002");
    let whole = desk.get("/v1/oa/enquiries/export?format=csv").staff(OFFICER).send().await;
    let whole = String::from_utf8_lossy(&whole.body).into_owned();
    assert!(whole.contains("Conditions of the offer") && !whole.contains("Financial documents"), "{whole}");
}

async fn the_family_s_own_page_leads_to_a_request(desk: &Desk) {
    requesting(desk);
    let caller = own::family(desk, Role::Guardian, "huda@example.org", true).await;
    let filled = desk.submit_as("apply", family("Sara Al-Said", None), None, "the-key-of-the-first");
    filled.staff(Role::Guardian).send().await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    desk.messages().await;
    let wanted = json!({ "code": "financial", "amount": "1200.500" });
    desk.post(&format!("/v1/oa/enquiries/{id}/letters"), wanted).staff(OFFICER).send().await.is(201);
    assert_eq!(release(desk).await, 1);
    let page = format!("/v1/oa/public/applications/{id}");
    let waiting = async || desk.get(&page).staff(Role::Guardian).send().await.is(200)["application"]["waiting"].clone();
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let home = async || room.home(&caller, &desk.school("one")).await.unwrap();
    let told = waiting().await;
    assert_eq!((told.as_array().unwrap().len(), &told[0]["kind"]), (1, &json!("financial")));
    let seen = home().await;
    assert_eq!(seen.children[0].applications[0].waiting.len(), 1);
    assert!(seen.due.iter().any(|due| due.kind == DueKind::Financial), "before its last days too");
    let open = async |reference: &str| {
        desk.post(&format!("{page}/letter/open?reference={reference}"), json!({})).staff(Role::Guardian).send().await
    };
    open("ONE-2026-FR-00009").await.refused(404, "L010");
    let path = open(told[0]["reference"].as_str().unwrap()).await.is(200)["path"].as_str().unwrap().to_owned();
    let token = path.strip_prefix("/financial_document/").expect("its own page").to_owned();
    for code in ["salary", "cheques"] {
        upload(desk, &token, code, "paper.pdf").await.is(201);
    }
    let cheque = json!({ "date": "2027-01-03", "amount": "500", "bank": "NBO", "number": "1" });
    let values =
        json!({ "salary": { "amount": "900" }, "cheques": { "amount": "1200", "iban": IBAN, "cheques": [cheque] } });
    put(desk, &token, "submit", values).await.is(200);
    assert_eq!((waiting().await, home().await.children[0].applications[0].waiting.len()), (Value::Null, 0), "all came");
    assert!(!home().await.due.iter().any(|due| due.kind == DueKind::Financial));
}
