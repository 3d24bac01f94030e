//! The letters, consents and requests of the cast: what a school sent, and what a family answered.

use serde_json::json;
use words::ids;

use crate::database::execute;
use crate::pictures::pdf;
use crate::world::World;

/// A letter of an enquiry that went out, with its file.
pub async fn keep_letter(world: &World, school: &str, enquiry: &str, mark: &str) -> String {
    let new = || ids::new_id(&*world.clock, &words::SystemRng);
    let (letter, file, key, now) = (new(), new(), new(), words::Clock::now_ms(&*world.clock));
    let bytes = pdf(64);
    let storage = kernel::files::FileStore::key(&words::SchoolId::parse(school).unwrap(), &file);
    let place = world.data().join("files").join(&storage);
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    std::fs::write(place, &bytes).unwrap();
    let (sha256, length, later) = (words::sha256_hex(&bytes), bytes.len(), now + 300 * 86_400_000);
    for sql in [
        format!(
            "INSERT INTO sealing_keys (school_id, id, secret, certificate, certificate_sha256, not_after, created_at)
             VALUES ($1, '{key}', 'sealed', 'AAAA', '{sha256}', {now}, {now})"
        ),
        format!(
            "INSERT INTO family_letters (school_id, id, submission_id, kind, code, template_version, reference, title, text, text_sha256, check_hash,
                 state, issued_on, expires_at, created_at, version)
             VALUES ($1, '{letter}', '{enquiry}', 'offer', 'offer', 'v', 'OL-1', '{{\"en\":\"Offer\",\"ar\":\"عرض\"}}', '{{}}', '{sha256}', '{letter}',
                 'released', '2026-11-21', {later}, {now}, 1)"
        ),
        format!(
            "INSERT INTO letter_signers (school_id, id, letter_id, place, turn, role, name, state) VALUES ($1, '{}', '{letter}', 0, 1, 'guardian1', '{mark}', 'invited')",
            new()
        ),
        format!(
            "INSERT INTO letter_files (school_id, id, letter_id, kind, sha256, storage_key, bytes, key_id, sealed_at)
             VALUES ($1, '{file}', '{letter}', 'offered', '{sha256}', '{storage}', {length}, '{key}', {now}),
                    ($1, '{}', '{letter}', 'signed', '{sha256}', '{storage}', {length}, '{key}', {now})",
            new()
        ),
    ] {
        execute(&world.app.db, school, &sql).await.unwrap();
    }
    letter
}

/// An application with an offer that depends on a condition: its id, and its letter's.
pub async fn offer_on_condition(world: &World, school: &str, token: &str, mark: &str) -> (String, String) {
    let offered = json!({ "child_name": format!("Offered {mark}"), "message": mark });
    world.submit(school, "form", offered, None, &format!("offered-of-{school}-{mark}")).await.is(201);
    let listed = world.get(school, "/api/v1/oa/enquiries?form=form&q=offered", token).await.is(200);
    let offered = listed["items"][0]["id"].as_str().unwrap().to_owned();
    let (letter, now) = (ids::new_id(&*world.clock, &words::SystemRng), words::Clock::now_ms(&*world.clock));
    let (sha256, later) = (words::sha256_hex(letter.as_bytes()), now + 300 * 86_400_000);
    for sql in [
        format!("UPDATE submissions SET state = 'F/conditional' WHERE school_id = $1 AND id = '{offered}'"),
        format!("UPDATE applications SET hold_until = {later} WHERE school_id = $1 AND submission_id = '{offered}'"),
        format!(
            "INSERT INTO family_letters (school_id, id, submission_id, kind, code, template_version, reference, title, text, text_sha256, check_hash,
                 state, issued_on, expires_at, created_at, version)
             VALUES ($1, '{letter}', '{offered}', 'conditional_offer', 'conditional', 'v', 'CO-1', '{{\"en\":\"Offer\",\"ar\":\"عرض\"}}', '{{}}', '{sha256}',
                 '{letter}', 'released', '2026-11-21', {later}, {now}, 1)"
        ),
        format!(
            "INSERT INTO letter_conditions (school_id, letter_id, code, place, text, due_on, ends_at, field, state, since, reason, reminded)
             VALUES ($1, '{letter}', 'report_{school}', 0, '{{\"en\":\"{mark}\",\"ar\":\"{mark}\"}}', '2026-12-12', {later}, NULL, 'open', {now}, '{mark}', 3)"
        ),
    ] {
        execute(&world.app.db, school, &sql).await.unwrap();
    }
    (offered, letter)
}

/// An application whose place is accepted, without a letter.
pub async fn accept_place(world: &World, school: &str, token: &str, mark: &str) -> String {
    // The telephone proves who opens the letter of it.
    let name = format!("Accepted {mark}");
    let accepted = json!({ "child_name": name, "message": mark, "guardian_phone": "+96891234567" });
    world.submit(school, "form", accepted, None, &format!("accepted-of-{school}-{mark}")).await.is(201);
    let listed = world.get(school, "/api/v1/oa/enquiries?form=form&q=accepted", token).await.is(200);
    let accepted = listed["items"][0]["id"].as_str().unwrap().to_owned();
    let sql = format!("UPDATE submissions SET state = 'A/fee_due' WHERE school_id = $1 AND id = '{accepted}'");
    execute(&world.app.db, school, &sql).await.unwrap();
    accepted
}

/// A consent that a family gave.
pub async fn keep_consent(world: &World, school: &str, (submission, letter): (&str, &str), mark: &str) -> String {
    let id = ids::new_id(&*world.clock, &words::SystemRng);
    let now = words::Clock::now_ms(&*world.clock);
    for sql in [
        format!("INSERT INTO consent_asks (school_id, letter_id, code, place, version, choice) VALUES ($1, '{letter}', 'photo', 0, 'v', 'accepted')"),
        format!(
            "INSERT INTO consents (school_id, id, submission_id, letter_id, code, version, title, choice, signer, signed_at)
             VALUES ($1, '{id}', '{submission}', '{letter}', 'photo', 'v', '{{\"en\":\"{mark}\",\"ar\":\"{mark}\"}}', 'accepted', '{mark}', {now})"
        ),
    ] {
        execute(&world.app.db, school, &sql).await.unwrap();
    }
    id
}

/// A request for a financial document that came.
pub async fn keep_financial(world: &World, school: &str, student: &str, mark: &str) {
    let letter = ids::new_id(&*world.clock, &words::SystemRng);
    let now = words::Clock::now_ms(&*world.clock);
    let (sha256, later) = (words::sha256_hex(letter.as_bytes()), now + 300 * 86_400_000);
    let answer = json!({ "amount": "200", "iban": "OM810180000001299123456", "cheques": [] }).to_string();
    let id = words::SchoolId::parse(school).unwrap();
    let answer = kernel::crypto::seal(&world.secret(), &words::SystemRng, &id, "financial-answer", &answer);
    for sql in [
        format!(
            "INSERT INTO family_letters (school_id, id, submission_id, kind, code, template_version, reference, title, text, text_sha256, check_hash,
                 state, issued_on, expires_at, created_at, version)
             VALUES ($1, '{letter}', '{student}', 'financial_request', 'financial', 'v', 'FR-1', '{{\"en\":\"Letter\",\"ar\":\"خطاب\"}}', '{{}}', '{sha256}',
                 '{letter}', 'released', '2026-11-21', {later}, {now}, 1)"
        ),
        format!(
            "INSERT INTO financial_items (school_id, letter_id, code, place, kind, label, asks_amount, asks_iban, state, answer, since, reason, reminded)
             VALUES ($1, '{letter}', 'salary', 0, 'salary', '{{\"en\":\"{mark}\",\"ar\":\"{mark}\"}}', TRUE, TRUE, 'submitted', '{answer}', {now}, '{mark}', 0)"
        ),
    ] {
        execute(&world.app.db, school, &sql).await.unwrap();
    }
}

/// Letters for many, as done, with one that can be withdrawn and posted.
pub async fn keep_bulk_letters(
    world: &World,
    school: &str,
    (job, account): (&str, &str),
    (student, letter, mark): (&str, &str, &str),
) {
    let now = words::Clock::now_ms(&*world.clock);
    let later = now + 86_400_000;
    for sql in [
        format!(
            "INSERT INTO bulk_jobs (school_id, id, kind, account, state, wants, total, done, chunks, cursor, tries, bytes, fault, file_key, file_name,
                 media_type, created_at, updated_at, expires_at)
             VALUES ($1, '{job}', 'application_letters', '{account}', 'done',
                 '{{\"doing\":\"issue\",\"code\":\"{mark}\",\"languages\":null,\"days\":90}}', 1, 1, 1, 1, 0, 0, NULL, NULL, 'letters',
                 'application/octet-stream', {now}, {now}, {later})"
        ),
        format!(
            "INSERT INTO bulk_letters (school_id, job_id, submission_id, seq, outcome, letter_id, message_id, guard, detail)
             VALUES ($1, '{job}', '{student}', 0, 'issued', '{letter}', NULL, NULL, '{mark}')"
        ),
    ] {
        execute(&world.app.db, school, &sql).await.unwrap();
    }
}

/// A plain letter of an application that its reader has a link to.
pub async fn keep_plain_letter(world: &World, school: &str, student: &str, mark: &str) -> String {
    let new = || ids::new_id(&*world.clock, &words::SystemRng);
    let (letter, now) = (new(), words::Clock::now_ms(&*world.clock));
    let (sha256, later) = (words::sha256_hex(letter.as_bytes()), now + 300 * 86_400_000);
    let text = json!({ "lang": "both", "subject": { "en": mark, "ar": mark }, "facts": [], "body": [] });
    for sql in [
        format!(
            "INSERT INTO family_letters (school_id, id, submission_id, kind, code, template_version, reference, title, text, text_sha256, check_hash,
                 state, issued_on, expires_at, created_at, version)
             VALUES ($1, '{letter}', '{student}', 'plain', 'confirmation', 'v', 'LT-1', '{{\"en\":\"Letter\",\"ar\":\"خطاب\"}}', '{text}', '{sha256}',
                 '{letter}', 'released', '2026-11-21', {later}, {now}, 1)"
        ),
        format!(
            "INSERT INTO letter_signers (school_id, id, letter_id, place, turn, role, name, state) VALUES ($1, '{}', '{letter}', 0, 1, 'reader', '{mark}', 'invited')",
            new()
        ),
        format!(
            "INSERT INTO letter_files (school_id, id, letter_id, kind, sha256, storage_key, bytes, key_id, sealed_at)
             SELECT school_id, '{}', '{letter}', kind, '{sha256}', storage_key, bytes, key_id, sealed_at FROM letter_files WHERE school_id = $1 AND kind = 'offered' LIMIT 1",
            new()
        ),
        format!("INSERT INTO letter_entries (school_id, letter_id, seq, body, hash) VALUES ($1, '{letter}', 0, '{{}}', '{sha256}')"),
        format!(
            "INSERT INTO letter_posts (school_id, id, letter_id, posted_on, note) VALUES ($1, '{}', '{letter}', '2026-11-21', '{mark}')",
            new()
        ),
    ] {
        execute(&world.app.db, school, &sql).await.unwrap();
    }
    letter
}
