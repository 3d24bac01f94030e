//! What a request for financial documents brings is for those who look after fees, and is erased a year after the request ended.

use admissions::papers::Papers;
use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::{OFFICER, go, why};
use crate::database::{number, scope};
use crate::desk::{DAY, Desk, on_both};
use crate::letters::{applied, family, grant, lettered, release, template, texts};

on_both!(the_history_tells_which_came_to_who_looks_after_fees, what_nobody_signed_goes_a_year_after_its_end);

const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n";

/// An application whose family has sent one of two documents.
async fn answered(desk: &Desk) -> String {
    lettered(desk, template("Welcome."));
    let body = json!([{ "kind": "paragraph", "text": "x" }]);
    let item = |code: &str, en: &str, ar: &str| json!({ "code": code, "label": { "en": en, "ar": ar }, "kind": "salary", "amount": true, "iban": true });
    let request = json!({
        "kind": "financial_request", "title": { "en": "Financial documents", "ar": "مستندات مالية" },
        "subject": { "en": "Documents", "ar": "مستندات" }, "body": { "en": body, "ar": body }, "languages": "both",
        "items": [item("salary", "Salary certificate", "شهادة راتب"), item("sponsor", "Sponsor letter", "خطاب الكفيل")],
    });
    crate::forms::write(&desk.bundle("one").join("letters/financial.json"), &request);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    let path = format!("/v1/oa/enquiries/{id}/letters");
    desk.post(&path, json!({ "code": "financial" })).staff(OFFICER).send().await.is(201);
    assert_eq!(release(desk).await, 1);
    let mail = desk.messages().await.pop().expect("a link");
    let token = mail.params["path"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let grant = grant(desk, &token).await;
    let parts = [("token", token.as_str()), ("grant", grant.as_str()), ("code", "salary")];
    desk.multipart("/v1/oa/public/financial_uploads", &parts, "my_salary.pdf", PDF).send().await.is(201);
    let at = format!("/v1/oa/public/form_values?token={token}");
    let seen = desk.get(&at).header("x-letter-grant", &grant).send().await.is(200);
    let form = json!({ "form_version": seen["form_version"], "locale": "en", "action": "submit", "grant": grant });
    let values = json!({ "salary": { "amount": "350", "iban": "OM810180000001299123456" } });
    desk.post(&at, json!({ "values": values, "formData": form })).send().await.is(200);
    id
}

async fn history(desk: &Desk, role: Role, id: &str) -> Value {
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(role).send().await.is(200);
    let all = opened["enquiry"]["timeline"].as_array().unwrap().clone();
    all.into_iter().find(|entry| entry["to"] == "financial_sent").expect("it is told that something came")
}

async fn the_history_tells_which_came_to_who_looks_after_fees(desk: &Desk) {
    let id = answered(desk).await;
    let told = history(desk, Role::Finance, &id).await;
    assert_eq!(told["comment"], "Salary certificate · شهادة راتب", "what it is called, and no file's name");
    assert!(!told.to_string().contains("my_salary"));
    let told = history(desk, OFFICER, &id).await;
    assert_eq!(told["comment"], Value::Null, "{told}");
}

async fn what_nobody_signed_goes_a_year_after_its_end(desk: &Desk) {
    let id = answered(desk).await;
    let papers = Papers::new(desk.enquiries.clone());
    let kept = async || {
        papers.forget_removed(&scope("one")).await.unwrap();
        let answers = "SELECT COUNT(*) FROM financial_items WHERE school_id = $1 AND answer IS NOT NULL";
        let said = "SELECT COUNT(*) FROM family_letters WHERE school_id = $1 AND LENGTH(text) > 0";
        let files = "SELECT COUNT(*) FROM uploads WHERE school_id = $1 AND field LIKE 'financial:%'";
        let count = async |sql: &str| number(&desk.db, "one", sql).await;
        [count(answers).await, count(said).await, count(files).await]
    };
    go(desk, OFFICER, &id, "R/school", why()).await.is(200);
    desk.clock.advance(365 * DAY);
    desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!(kept().await, [1, 1, 1], "a year is not over");
    desk.clock.advance(2 * DAY);
    desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!(kept().await, [0; 3], "nor the files");
    assert_eq!(texts(desk, "SELECT state FROM family_letters WHERE school_id = $1").await, ["withdrawn"]);
    // The record opens all the same, and says that there was a request.
    desk.get(&format!("/v1/oa/enquiries/{id}/letters")).staff(OFFICER).send().await.is(200);
    desk.get(&format!("/v1/oa/enquiries/{id}/financial")).staff(Role::Finance).send().await.is(200);
}
