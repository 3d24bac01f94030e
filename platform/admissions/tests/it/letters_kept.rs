//! A signed letter stays as it was signed until its time is over, whoever writes to the database; then what it says is erased, and its paper is
//! still known.

use serde_json::json;

use crate::applications::OFFICER;
use crate::database::{execute, number, scope, texts as found};
use crate::desk::{DAY, Desk, on_both};
use crate::letters::{family, grant, lettered, offered, read, template, texts};

on_both!(a_signed_letter_is_kept_for_its_years_and_then_erased);

/// What nobody may do to it before, as the role that serves.
const FORBIDDEN: [&str; 13] = [
    "UPDATE family_letters SET text = 'Another' WHERE school_id = $1",
    "UPDATE family_letters SET text = '', erased_at = kept_until - 1 WHERE school_id = $1",
    "UPDATE family_letters SET kept_until = kept_until - 1 WHERE school_id = $1",
    "UPDATE family_letters SET text_sha256 = 'x' WHERE school_id = $1",
    "DELETE FROM family_letters WHERE school_id = $1",
    "UPDATE letter_signers SET typed_name = 'Somebody' WHERE school_id = $1 AND state = 'signed'",
    "UPDATE letter_signers SET strokes = NULL, state = 'declined' WHERE school_id = $1 AND state = 'signed'",
    "DELETE FROM letter_signers WHERE school_id = $1",
    "UPDATE letter_entries SET body = '' WHERE school_id = $1",
    "UPDATE letter_entries SET hash = 'x' WHERE school_id = $1",
    "DELETE FROM letter_entries WHERE school_id = $1",
    "UPDATE letter_files SET sha256 = 'x' WHERE school_id = $1",
    "DELETE FROM letter_files WHERE school_id = $1",
];

async fn a_signed_letter_is_kept_for_its_years_and_then_erased(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let (id, token) = offered(desk, family("Sara", None)).await;
    let (seen, grant) = (read(desk, &token).await, grant(desk, &token).await);
    let signature = json!({
        "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"],
    });
    let form = json!({ "grant": grant, "locale": "en", "signatures": [signature] });
    let path = format!("/v1/oa/public/offer_letter?offerLetterToken={token}");
    desk.post(&path, json!({ "values": { "decision": "accept" }, "formData": form })).send().await.is(200);
    for sql in FORBIDDEN {
        assert!(execute(&desk.db, "one", sql).await.is_err(), "{sql}");
    }
    let listed = desk.get(&format!("/v1/oa/enquiries/{id}/letters")).staff(OFFICER).send().await.is(200);
    let file = format!("/v1/oa/enquiries/{id}/letters/{}/file", listed["items"][0]["id"].as_str().unwrap());
    let hashes = "SELECT hash FROM letter_entries WHERE school_id = $1 ORDER BY seq";
    let (record, kept) =
        (texts(desk, hashes).await, "SELECT sha256 FROM letter_files WHERE school_id = $1 ORDER BY kind");
    let files = texts(desk, kept).await;
    assert_eq!(files.len(), 2);

    // Ten years are 3,652 days and an hour at least: on the day before, nothing is gone.
    desk.clock.advance(3_651 * DAY);
    desk.forms.purge(&scope("one")).await.unwrap();
    let paper = desk.get(&file).staff(OFFICER).send().await;
    assert_eq!(words::sha256_hex(&paper.body), files[1]);
    assert!(execute(&desk.db, "one", FORBIDDEN[8]).await.is_err(), "still");

    desk.clock.advance(3 * DAY);
    desk.forms.purge(&scope("one")).await.unwrap();
    assert_eq!(desk.get(&file).staff(OFFICER).send().await.status, 404);
    assert_eq!(desk.files.list(scope("one").id()).await.unwrap().kept.len(), 0);
    assert_eq!(
        (texts(desk, hashes).await, texts(desk, kept).await),
        (record, files.clone()),
        "what papers are known by"
    );
    let of = async |sql: &str| number(&desk.db, "one", sql).await;
    let said = [
        of("SELECT COUNT(*) FROM letter_entries WHERE school_id = $1 AND LENGTH(body) > 0").await,
        of("SELECT COUNT(*) FROM letter_signers WHERE school_id = $1 AND (LENGTH(name) > 0 OR typed_name IS NOT NULL)")
            .await,
        of("SELECT COUNT(*) FROM letter_signers WHERE school_id = $1 AND strokes IS NOT NULL").await,
        of("SELECT COUNT(*) FROM family_letters WHERE school_id = $1 AND LENGTH(text) > 0").await,
    ];
    assert_eq!(said, [0; 4]);
    let known = desk.get(&format!("/v1/oa/public/letters?sha256={}", files[1])).send().await.is(200);
    assert_eq!((&known["state"], &known["reference"]), (&json!("erased"), &seen["reference"]));
    desk.get(&format!("/v1/oa/enquiries/{id}/letters")).staff(OFFICER).send().await.is(200);
    for sql in ["UPDATE letter_entries SET body = 'Another' WHERE school_id = $1", FORBIDDEN[3], FORBIDDEN[12]] {
        assert!(execute(&desk.db, "one", sql).await.is_err(), "nor afterwards: {sql}");
    }
    assert_eq!(found(&desk.db, "one", "SELECT text FROM family_letters WHERE school_id = $1").await, [""]);
}
