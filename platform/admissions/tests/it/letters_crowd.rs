//! A thousand answers to one letter at once are one.

use futures_util::future::join_all;
use serde_json::json;

use crate::applications::{is_proved, keeping, stands, taken};
use crate::database::{number, scope};
use crate::desk::{Desk, on_both};
use crate::letters::{family, grant, lettered, offered, read, records_are_whole, template};

on_both!(a_thousand_answers_at_once_sign_once);

const CROWD: usize = 1_000;

async fn a_thousand_answers_at_once_sign_once(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (id, token) = offered(desk, family("Sara", None)).await;
    let (seen, grant) = (read(desk, &token).await, grant(desk, &token).await);
    let signature = json!({
        "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"],
    });
    let body = json!({
        "values": { "decision": "accept" }, "formData": { "grant": grant, "locale": "en", "signatures": [signature] },
    });
    let path = format!("/v1/oa/public/offer_letter?offerLetterToken={token}");
    let got = join_all((0..CROWD).map(|_| desk.post(&path, body.clone()).send())).await;
    let first = got[0].is(200);
    assert_eq!(first["status"], "accepted");
    for one in &got {
        assert_eq!((one.status.as_u16(), &one.body), (200, &got[0].body), "the same result for all");
    }
    let of = async |sql: &str| number(&desk.db, "one", sql).await;
    let rows = [
        of("SELECT COUNT(*) FROM letter_files WHERE school_id = $1 AND kind = 'signed'").await,
        of("SELECT COUNT(*) FROM letter_entries WHERE school_id = $1 AND body LIKE '%\"kind\":\"signed\"%'").await,
        of("SELECT COUNT(*) FROM letter_entries WHERE school_id = $1 AND body LIKE '%\"kind\":\"sealed\"%'").await,
        of("SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'status' AND to_value LIKE 'A/%'").await,
        of("SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'letter.sign'").await,
    ];
    assert_eq!(rows, [1; 5], "file, signature, seal, move, audit");
    assert_eq!(stands(desk, &id).await, "A/fee_due");
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 1), "no seat twice");
    // The paper that was offered and the one that was signed: nobody else's drawing lies beside them.
    assert_eq!(desk.files.list(scope("one").id()).await.unwrap().kept.len(), 2);
    records_are_whole(desk).await;
    is_proved(desk).await;
}
