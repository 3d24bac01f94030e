//! Text of every kind goes in and comes out as text: in the API, in mail, in exports.

use serde_json::json;
use words::Role;

use crate::database::scope;
use crate::desk::{Desk, on_both};

on_both!(text_stays_text_everywhere, nul_is_no_fault_of_the_servers);

async fn text_stays_text_everywhere(desk: &Desk) {
    let long = "ض".repeat(4096);
    // What is typed, and what is kept of it.
    let kinds = [
        ("سارة بنت أحمد الحارثية", "سارة بنت أحمد الحارثية"),
        ("👩‍👧‍👦 🇴🇲 e\u{301}", "👩‍👧‍👦 🇴🇲 e\u{301}"),
        ("a\u{0}b\u{7}c\u{1B}[31md\u{9F}", "abc[31md"),
        ("<script>alert('1')</script>", "<script>alert('1')</script>"),
        ("=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"),
        ("{{ 7*7 }} {% raw %} ${7*7} %s %n", "{{ 7*7 }} {% raw %} ${7*7} %s %n"),
        ("'; DROP TABLE submissions; --", "'; DROP TABLE submissions; --"),
        ("line\r\nBcc: evil@example.org", "line Bcc: evil@example.org"),
        ("\u{202E}gnp.exe", "gnp.exe"),
        ("\\ \" ' ` / \u{2028} \u{FFFD}", "\\ \" ' ` / \u{2028} \u{FFFD}"),
        (&long, &long),
    ];
    for (n, (typed, kept)) in kinds.into_iter().enumerate() {
        let values = json!({ "child_name": typed, "message": typed, "guardian_email": format!("text{n}@example.org") });
        let draft = desk.draft("trial", values.clone()).await;
        let read = desk.get(&format!("/v1/oa/public/forms/drafts/{draft}")).send().await.is(200);
        assert_eq!(read["values"]["child_name"], kept, "draft");
        let reference = desk.submit("trial", values, Some(&draft)).await.reference();
        let id = desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned();
        let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::SchoolAdmin).send().await.is(200);
        assert_eq!(opened["enquiry"]["values"]["child_name"], kept, "enquiry");
        let person = words::text::cut(&words::text::one_line(kept), 200);
        assert_eq!(opened["enquiry"]["person"], json!(person));

        let mail =
            desk.forms.confirmation(&scope("one"), &desk.school("one"), &id.as_str().into()).await.unwrap().unwrap();
        // A letter greets by names; what else a stranger typed does not go out in the school's name.
        let greeted = words::text::one_line(kept);
        let is_name = words::text::is_name(&greeted) && greeted.chars().all(words::text::is_of_names);
        assert_eq!(mail.text.contains(&greeted), is_name, "{}", mail.text);
        assert!(!mail.html.contains("<script>") && !mail.html.contains("49"), "{}", mail.html);
        assert!(!mail.subject.contains(['\r', '\n']) && !mail.to.contains(['\r', '\n']));
        assert!(!mail.text.lines().any(|line| line.starts_with("Bcc:")));
    }
    let got = desk
        .get("/v1/oa/enquiries/export?format=csv&form=trial&sort=submitted_at")
        .staff(Role::SchoolAdmin)
        .send()
        .await;
    let mut reader = csv::Reader::from_reader(got.body.strip_prefix("\u{FEFF}".as_bytes()).unwrap());
    let names: Vec<String> = reader.records().map(|row| row.unwrap()[17].to_owned()).collect();
    for (_, kept) in kinds {
        let cell = words::text::formula_safe(kept);
        assert!(names.contains(&cell), "{cell}");
    }
    let body = got.body.to_vec();
    assert!(!body.contains(&0) && !body.contains(&0x1B));
}

/// PostgreSQL cannot store U+0000: wherever it comes from, that is the request's fault or no matter.
async fn nul_is_no_fault_of_the_servers(desk: &Desk) {
    let id = {
        let reference = desk.submit("trial", json!({ "child_name": "Sara" }), None).await.reference();
        desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned()
    };
    let drafts = "/v1/oa/public/forms/trial/drafts";
    let mut all = Vec::new();
    for values in [
        json!({ "child_name": "a\u{0}" }),
        json!({ "strange": "a\u{0}" }),
        json!({ "a\u{0}": 1 }),
        json!({ "strange": ["\u{0}"] }),
    ] {
        all.push(desk.post(drafts, json!({ "values": values, "locale": "en", "step": "\u{0}" })).send().await);
        all.push(desk.submit("trial", values, None).await);
    }
    all.push(desk.submit("trial", json!({ "child_name": "Sara" }), Some("\u{0}")).await);
    for query in
        ["q=%00", "form=%00", "owner=%00", "tag=%00", "flag=%00", "cursor=%00", "lng=%00", "sort=%00", "state=%00"]
    {
        all.push(desk.get(&format!("/v1/oa/enquiries?{query}")).staff(Role::SchoolAdmin).send().await);
    }
    for path in [
        "/v1/oa/enquiries/%00",
        "/v1/oa/public/forms/%00",
        "/v1/oa/public/forms/trial?version=%00",
        "/v1/oa/public/forms/drafts/%00",
    ] {
        all.push(desk.get(path).staff(Role::SchoolAdmin).send().await);
    }
    for change in [json!({ "version": 1, "comment": "\u{0}" }), json!({ "version": 1, "owner": "\u{0}" })] {
        all.push(desk.patch(&format!("/v1/oa/enquiries/{id}"), change).send().await);
    }
    let draft = desk.draft("trial", json!({})).await;
    all.push(desk.upload(&draft, "\0", "a\0.pdf", b"%PDF-1.7").await);
    all.push(desk.upload(&draft, "scan", "a\0.pdf", &crate::pictures::pdf(10)).await);
    for got in all {
        assert!(got.status.as_u16() < 500, "{got:?}");
    }
}
