//! The receipt's job and its text; that it is mailed once is the worker's test.

use serde_json::json;

use crate::database::{number, scope};
use crate::desk::{Desk, on_both};

on_both!(one_job_per_submission_with_an_address, the_mail_says_what_was_sent_in_the_familys_language);

async fn one_job_per_submission_with_an_address(desk: &Desk) {
    let values = json!({ "child_name": "Sara", "guardian_email": "sara@example.org" });
    desk.submit_as("trial", values.clone(), None, "0123456789abcdef").send().await.is(201);
    desk.submit_as("trial", values, None, "0123456789abcdef").send().await.is(201);
    desk.submit("trial", json!({ "child_name": "No address" }), None).await.is(201);
    assert_eq!(
        number(&desk.db, "one", "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'receipt'").await,
        1
    );
    assert_eq!(
        number(&desk.db, "one", "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.submit'")
            .await,
        2
    );
}

async fn the_mail_says_what_was_sent_in_the_familys_language(desk: &Desk) {
    let values = json!({ "child_name": "<b>سارة</b>", "guardian_email": "sara@example.org" });
    let body = json!({ "values": values, "locale": "ar" });
    let path = "/v1/oa/public/forms/trial/submissions";
    let reference = desk.post(path, body).header("idempotency-key", "0123456789abcdef").send().await.reference();
    let id = desk.list("").await["items"][0]["id"].clone();
    let mail =
        desk.forms.receipt(&scope("one"), &desk.school("one"), &json!({ "submission": id })).await.unwrap().unwrap();
    assert_eq!(
        (mail.to.as_str(), mail.from_name.as_str(), mail.from.as_deref()),
        ("sara@example.org", "Office", Some("office@one.example"))
    );
    assert!(mail.subject.contains(&reference) && mail.text.contains(&reference), "{mail:?}");
    assert!(mail.text.contains("21-نوفمبر-2026"), "{}", mail.text);
    assert!(mail.html.contains("dir=\"rtl\"") && mail.html.contains("&lt;b&gt;سارة"), "{}", mail.html);
    assert!(mail.text.contains("Text of paper"), "the checklist: {}", mail.text);
    let gone = desk.forms.receipt(&scope("one"), &desk.school("one"), &json!({ "submission": "none" })).await.unwrap();
    assert!(gone.is_none());
}
