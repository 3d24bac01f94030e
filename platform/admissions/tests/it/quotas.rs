//! What strangers may take up: places in a draft, a day's bytes and drafts, the last of the disk.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use words::Role;

use crate::database::{Place, execute, number};
use crate::desk::{Ask, DAY, Desk, Got, on_both};
use crate::pictures::pdf;

on_both!(
    forty_files_are_forty_however_many_come_at_once,
    a_days_bytes_end_for_an_address_and_for_a_school,
    a_days_drafts_end_for_an_address_and_for_a_school,
    an_accounts_files_are_counted_by_account,
    an_account_frees_of_no_other_count,
    a_family_is_no_stranger,
    past_half_of_a_day_strangers_show_that_a_person_asks,
    past_half_of_a_day_strangers_send_with_a_solved_riddle_only,
    every_form_of_a_stranger_has_a_solved_riddle_where_the_school_wants_it,
    what_an_applicant_keeps_is_a_strangers_without_the_bearer_too,
    past_half_of_a_day_each_file_of_a_stranger_has_a_solved_riddle,
    long_drafts_are_counted_by_their_bytes,
    what_is_sent_ends_for_an_address_and_for_a_school,
    an_accounts_confirmations_end,
    who_hangs_up_is_counted_like_who_waits,
    one_draft_sent_many_times_at_once_is_counted_each_time,
);

async fn set(desk: &Desk, name: &str, used: i64) {
    let sql = format!("UPDATE allowances SET used = {used} WHERE school_id = $1 AND name = '{name}'");
    execute(&desk.db, "one", &sql).await.unwrap();
}

async fn send(desk: &Desk, draft: &str, address: &str) -> Got {
    desk.upload_to("trial", draft, "scan", "a.pdf", &pdf(1000)).from(address).send().await
}

async fn forty_files_are_forty_however_many_come_at_once(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let content = pdf(200);
    let all = join_all((0..60).map(|_| desk.upload(&draft, "scan", "a.pdf", &content))).await;
    let taken = all.iter().filter(|got| got.status == 201).count();
    all.iter().filter(|got| got.status != 201).for_each(|got| assert_eq!(got.refused(422, "D003")["limit"], 40));
    assert_eq!((taken, desk.count("uploads").await), (40, 40));
    let files: Vec<_> = std::fs::read_dir(desk.folder.path().join("files/one")).unwrap().collect();
    let kept: usize = files.into_iter().map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap().count()).sum();
    assert_eq!(kept, 40, "what was refused left nothing on the disk");
}

/// Waits until what was begun has ended: until something holds, for ten seconds at most.
async fn comes_to(what: &str, look: impl AsyncFn() -> (i64, i64)) {
    let mut found = look().await;
    for _ in 0..500 {
        if found.0 == found.1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        found = look().await;
    }
    panic!("{what}: {found:?}");
}

async fn drawn_and_counted(desk: &Desk) {
    let drawn = "SELECT CAST(SUM(last_value) AS BIGINT) FROM counters WHERE school_id = $1 AND name LIKE 'strangers-%'";
    let counted = "SELECT used FROM allowances WHERE school_id = $1 AND name = 'submissions.site'";
    comes_to("drawn for strangers, and counted at their network", async || {
        (number(&desk.db, "one", drawn).await, number(&desk.db, "one", counted).await)
    })
    .await;
}

async fn one_draft_sent_many_times_at_once_is_counted_each_time(desk: &Desk) {
    for is_same in [true, false] {
        let draft = desk.draft("trial", json!({})).await;
        let all = join_all((0..16).map(|n| {
            let name = if is_same { "Sara".to_owned() } else { format!("Sara {n}") };
            let body = json!({ "values": { "child_name": name }, "locale": "en", "draft": draft });
            let ask = desk.post("/v1/oa/public/forms/trial/submissions", body).from("203.0.113.9");
            ask.header("idempotency-key", &format!("{is_same}-{n:02}-0123456789abcdef")).send()
        }));
        let taken = all.await.iter().filter(|got| got.status == 201).count();
        assert_eq!(taken, if is_same { 16 } else { 1 });
        drawn_and_counted(desk).await;
    }
    assert_eq!(desk.count("submissions").await, 2);
}

async fn who_hangs_up_is_counted_like_who_waits(desk: &Desk) {
    for n in 0..40 {
        // Some under the key of one that is still being stored.
        let ask = stranger(desk, &format!("gone-{:02}", n / 4), None, None).send();
        let _ = tokio::time::timeout(Duration::from_millis(n % 10), ask).await;
    }
    stranger(desk, "stays", None, None).send().await.is(201);
    drawn_and_counted(desk).await;
    let draft = desk.draft("trial", json!({})).await;
    for n in 0..40 {
        let ask = send(desk, &draft, "203.0.113.9");
        let _ = tokio::time::timeout(Duration::from_millis(n % 10), ask).await;
    }
    let folder = desk.folder.path().join("files/one");
    comes_to("files on the disk, and rows", async || {
        let folders = std::fs::read_dir(&folder).into_iter().flatten();
        let kept = folders.map(|one| std::fs::read_dir(one.unwrap().path()).unwrap().count()).sum::<usize>();
        (i64::try_from(kept).unwrap(), desk.count("uploads").await)
    })
    .await;
}

async fn a_days_bytes_end_for_an_address_and_for_a_school(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    send(desk, &draft, "203.0.113.9").await.is(201);
    let used = "SELECT CAST(SUM(used) AS BIGINT) FROM allowances WHERE school_id = $1 AND name LIKE 'files.%'";
    assert_eq!(number(&desk.db, "one", used).await, 4 * 1000, "site, strangers, school, all");
    set(desk, "files.site", (2 << 30) - 999).await;
    let refused = send(desk, &draft, "203.0.113.9").await;
    refused.refused(429, "D004");
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=86_400).contains(&wait), "{wait}");
    assert_eq!(desk.count("uploads").await, 1);
    send(desk, &draft, "203.0.113.10").await.is(201);
    // The loopback address is this machine's; it counts for the school alone.
    send(desk, &draft, "127.0.0.1").await.is(201);
    set(desk, "files.strangers", 20 << 30).await;
    for address in ["203.0.113.11", "127.0.0.1"] {
        let proved = desk.proved_upload(&draft, &proof(desk).await, &pdf(1000)).from(address).send().await;
        proved.refused(429, "D004");
    }
    let theirs =
        desk.upload_to("trial", &draft, "scan", "a.pdf", &pdf(1000)).staff(Role::AdmissionsOfficer).send().await;
    theirs.is(201);
    desk.clock.advance(DAY);
    send(desk, &draft, "203.0.113.9").await.is(201);
    desk.clock.advance(3 * DAY);
    desk.forms.purge(&crate::database::scope("one")).await.unwrap();
    assert_eq!(desk.count("allowances").await, 0, "days that are over are forgotten");
}

async fn a_days_drafts_end_for_an_address_and_for_a_school(desk: &Desk) {
    let begin = async |address: &str| {
        desk.post("/v1/oa/public/forms/trial/drafts", json!({ "values": {}, "locale": "en" }))
            .from(address)
            .send()
            .await
    };
    begin("2001:db8:1:2::1").await.is(201);
    set(desk, "drafts.household", 1_000).await;
    begin("2001:db8:1:2:ffff::1").await.refused(429, "D004");
    begin("2001:db8:1:3::1").await.is(201);
    set(desk, "drafts.strangers", 20_000).await;
    begin("203.0.113.9").await.refused(422, "L012");
    let proved = json!({ "values": {}, "locale": "en", "captcha_token": proof(desk).await });
    desk.post("/v1/oa/public/forms/trial/drafts", proved).send().await.refused(429, "D004");
    assert_eq!(desk.count("drafts").await, 2);
}

async fn an_accounts_files_are_counted_by_account(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let holder = desk.person("one", Role::Reviewer).await;
    let keep = format!(
        "INSERT INTO family_drafts (school_id, draft_id, user_id, token, stamp)
         SELECT d.school_id, d.id, u.id, 'sealed', u.stamp FROM drafts d JOIN users u ON u.school_id = d.school_id AND u.id = '{holder}' WHERE d.school_id = $1"
    );
    execute(&desk.db, "one", &keep).await.unwrap();
    // The upload itself comes without a bearer; the draft says whose it is.
    send(desk, &draft, "203.0.113.9").await.is(201);
    let by = "SELECT COUNT(*) FROM allowances WHERE school_id = $1 AND name = 'files.account' AND holder = 'reviewer' AND used = 1000";
    assert_eq!(number(&desk.db, "one", by).await, 1);
    set(desk, "files.account", 1 << 30).await;
    send(desk, &draft, "203.0.113.9").await.refused(429, "D004");
}

async fn used(desk: &Desk, name: &str) -> i64 {
    let sql = "SELECT CAST(COALESCE(SUM(used), 0) AS BIGINT) FROM allowances WHERE school_id = $1 AND name";
    number(&desk.db, "one", &format!("{sql} = '{name}'")).await
}

/// A riddle of the school's, solved.
async fn proof(desk: &Desk) -> String {
    let riddle = desk.identity.riddle(&desk.school("one")).await.unwrap().unwrap();
    tokio::task::spawn_blocking(move || identity::captcha::solve(&riddle).unwrap()).await.unwrap()
}

async fn an_account_frees_of_no_other_count(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    let send = async |role: Role, address: &str| {
        desk.upload_to("trial", &draft, "scan", "a.pdf", &pdf(1000)).staff(role).from(address).send().await
    };
    let send_as_stranger =
        async |address: &str| desk.upload_to("trial", &draft, "scan", "a.pdf", &pdf(1000)).from(address).send().await;
    send(Role::Guardian, "2001:db8:1:2::1").await.is(201);
    let counted =
        [("account", 1000), ("household", 0), ("site", 0), ("neighbours", 1000), ("strangers", 0), ("school", 1000)];
    for (name, bytes) in counted {
        assert_eq!(used(desk, &format!("files.{name}")).await, bytes, "{name}");
    }
    // What strangers use up at the same address is not theirs.
    send_as_stranger("2001:db8:1:2::1").await.is(201);
    set(desk, "files.household", 1 << 30).await;
    send_as_stranger("2001:db8:1:2::9").await.refused(429, "D004");
    send(Role::Student, "2001:db8:1:2::9").await.is(201);
    set(desk, "files.neighbours", 8 << 30).await;
    send(Role::Student, "2001:db8:1:4::1").await.refused(429, "D004");
    send(Role::Student, "2001:db8:2::1").await.is(201);
    set(desk, "files.school", 32 << 30).await;
    send(Role::Student, "203.0.113.9").await.refused(429, "D004");
    send(Role::AdmissionsOfficer, "2001:db8:1:2::1").await.is(201);
}

fn begin<'d>(desk: &'d Desk, address: &str, more: Value) -> Ask<'d> {
    let mut body = json!({ "values": {}, "locale": "en" });
    body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    desk.post("/v1/oa/public/forms/trial/drafts", body).from(address)
}

async fn a_family_is_no_stranger(desk: &Desk) {
    begin(desk, "2001:db8:1:2::1", json!({})).send().await.is(201);
    set(desk, "drafts.strangers", 20_000).await;
    let proved = json!({ "captcha_token": proof(desk).await });
    begin(desk, "203.0.113.9", proved).send().await.refused(429, "D004");
    begin(desk, "203.0.113.9", json!({})).staff(Role::Guardian).send().await.is(201);
    assert_eq!((used(desk, "drafts.account").await, used(desk, "drafts.school").await), (1, 2));
    set(desk, "drafts.neighbours", 8_000).await;
    begin(desk, "203.0.113.9", json!({})).staff(Role::Student).send().await.refused(429, "D004");
    begin(desk, "2001:db8:2:3::1", json!({})).staff(Role::Guardian).send().await.is(201);
    set(desk, "drafts.account", 500).await;
    begin(desk, "203.0.113.10", json!({})).staff(Role::Guardian).send().await.refused(429, "D004");
    begin(desk, "203.0.113.10", json!({})).staff(Role::Student).send().await.is(201);
}

async fn past_half_of_a_day_strangers_show_that_a_person_asks(desk: &Desk) {
    begin(desk, "203.0.113.9", json!({})).send().await.is(201);
    set(desk, "drafts.strangers", 10_000).await;
    begin(desk, "203.0.113.9", json!({})).send().await.refused(422, "L012");
    begin(desk, "203.0.113.9", json!({ "captcha_token": "none" })).send().await.refused(422, "L012");
    begin(desk, "203.0.113.9", json!({})).staff(Role::Guardian).send().await.is(201);
    let proved = json!({ "captcha_token": proof(desk).await });
    begin(desk, "203.0.113.9", proved.clone()).send().await.is(201);
    begin(desk, "203.0.113.9", proved).send().await.refused(422, "L012");
    assert_eq!(used(desk, "drafts.strangers").await, 10_001);
    desk.clock.advance(DAY);
    begin(desk, "203.0.113.9", json!({})).send().await.is(201);
}

/// Sends a form as a stranger, with what shows that a person asks.
fn stranger<'d>(desk: &'d Desk, key: &str, draft: Option<&str>, proof: Option<&str>) -> Ask<'d> {
    let body = json!({ "values": { "child_name": "Sara" }, "locale": "en", "draft": draft, "captcha_token": proof });
    let ask = desk.post("/v1/oa/public/forms/trial/submissions", body).from("203.0.113.9");
    ask.header("idempotency-key", &format!("{key}-0123456789abcdef"))
}

async fn past_half_of_a_day_strangers_send_with_a_solved_riddle_only(desk: &Desk) {
    stranger(desk, "first", None, None).send().await.is(201);
    let counter = "UPDATE counters SET last_value = 10000 WHERE school_id = $1 AND name LIKE 'strangers-%'";
    assert_eq!(execute(&desk.db, "one", counter).await.unwrap(), 1);
    let free = desk.draft("trial", json!({})).await;
    for draft in [None, Some(free.as_str())] {
        for proof in [None, Some("none")] {
            stranger(desk, "second", draft, proof).send().await.refused(422, "L012");
        }
    }
    let drawn = "SELECT CAST(SUM(last_value) AS BIGINT) FROM counters WHERE school_id = $1 AND name LIKE 'strangers-%'";
    assert_eq!(number(&desk.db, "one", drawn).await, 10_000, "who is refused uses nothing up");
    assert_eq!(used(desk, "submissions.site").await, 1);
    // An account that anybody makes without a proof of anything is no other stranger.
    stranger(desk, "unproved", None, None).applicant().send().await.refused(422, "L012");
    // Whoever is known, and this machine, count elsewhere.
    stranger(desk, "known", None, None).staff(Role::Guardian).send().await.is(201);
    stranger(desk, "here", None, None).from("127.0.0.1").send().await.is(201);

    let solved = proof(desk).await;
    let wrong = json!({ "values": {}, "locale": "en", "captcha_token": solved });
    let ask = desk.post("/v1/oa/public/forms/trial/submissions", wrong).from("203.0.113.9");
    ask.header("idempotency-key", "wrong-0123456789").send().await.refused(422, "F003");
    let sent = stranger(desk, "third", Some(&free), Some(&solved)).send().await.reference();
    for again in [Some(solved.as_str()), None] {
        let got = stranger(desk, "third", Some(&free), again).send().await;
        assert_eq!(got.reference(), sent, "an answer that was lost comes again, whatever the proof");
    }
    stranger(desk, "fourth", None, Some(&solved)).send().await.refused(422, "L012");
    let counter = "UPDATE counters SET last_value = 20000 WHERE school_id = $1 AND name LIKE 'strangers-%'";
    execute(&desk.db, "one", counter).await.unwrap();
    stranger(desk, "fifth", None, Some(&proof(desk).await)).send().await.refused(429, "D004");
    desk.clock.advance(DAY);
    stranger(desk, "sixth", None, None).send().await.is(201);
}

/// The same school with another word on riddles.
fn captcha(desk: &Desk, word: &str) {
    let file = desk.folder.path().join("schools/one/school.yaml");
    let yaml = std::fs::read_to_string(&file).unwrap();
    let kept: Vec<&str> = yaml.lines().filter(|line| !line.starts_with("captcha:")).collect();
    std::fs::write(&file, format!("{}\ncaptcha: {word}\n", kept.join("\n"))).unwrap();
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
}

async fn every_form_of_a_stranger_has_a_solved_riddle_where_the_school_wants_it(desk: &Desk) {
    let free = desk.draft("trial", json!({})).await;
    stranger(desk, "before", None, None).send().await.is(201);
    captcha(desk, "{ forms: true }");
    // What nobody sees yet is kept as before: a draft and its files.
    begin(desk, "203.0.113.9", json!({})).send().await.is(201);
    send(desk, &free, "203.0.113.9").await.is(201);
    for (draft, proof) in [(None, None), (Some(free.as_str()), None), (None, Some("none"))] {
        stranger(desk, "asked", draft, proof).send().await.refused(422, "L012");
    }
    stranger(desk, "unproved", None, None).applicant().send().await.refused(422, "L012");
    // This machine itself is asked as well: whoever tries the switch out sees what it does.
    stranger(desk, "here", None, None).from("127.0.0.1").send().await.refused(422, "L012");
    stranger(desk, "known", None, None).staff(Role::Guardian).send().await.is(201);
    assert_eq!(desk.count("submissions").await, 2);

    let solved = proof(desk).await;
    let sent = stranger(desk, "asked", Some(&free), Some(&solved)).send().await.reference();
    for again in [Some(solved.as_str()), None] {
        let got = stranger(desk, "asked", Some(&free), again).send().await;
        assert_eq!(got.reference(), sent, "an answer that was lost comes again, whatever the proof");
    }
    stranger(desk, "twice", None, Some(&solved)).send().await.refused(422, "L012");
    for nobody in ["{ provider: off, forms: true }", "{ forms: false }"] {
        captcha(desk, nobody);
        stranger(desk, &format!("{}", nobody.len()), None, None).send().await.is(201);
    }
}

async fn what_an_applicant_keeps_is_a_strangers_without_the_bearer_too(desk: &Desk) {
    stranger(desk, "first", None, None).send().await.is(201);
    let counter = "UPDATE counters SET last_value = 10000 WHERE school_id = $1 AND name LIKE 'strangers-%'";
    assert_eq!(execute(&desk.db, "one", counter).await.unwrap(), 1);
    let holder = desk.person("one", Role::Guardian).await;
    for kind in ["family", "applicant"] {
        let turned = format!("UPDATE users SET kind = '{kind}' WHERE school_id = $1 AND id = '{holder}'");
        assert_eq!(execute(&desk.db, "one", &turned).await.unwrap(), 1);
        let draft = desk.draft("trial", json!({})).await;
        let keep = format!(
            "INSERT INTO family_drafts (school_id, draft_id, user_id, token, stamp)
             SELECT d.school_id, d.id, u.id, 'sealed {kind}', u.stamp FROM drafts d JOIN users u ON u.school_id = d.school_id AND u.id = '{holder}' WHERE d.school_id = $1"
        );
        execute(&desk.db, "one", &keep).await.unwrap();
        let is_known = kind == "family";
        let before = used(desk, "files.strangers").await;
        send(desk, &draft, "203.0.113.9").await.is(201);
        assert_eq!(used(desk, "files.strangers").await - before, if is_known { 0 } else { 1000 }, "{kind}");
        let sent = stranger(desk, kind, Some(&draft), None).send().await;
        if is_known {
            sent.is(201);
        } else {
            sent.refused(422, "L012");
            let solved = proof(desk).await;
            stranger(desk, kind, Some(&draft), Some(&solved)).send().await.is(201);
        }
    }
}

async fn past_half_of_a_day_each_file_of_a_stranger_has_a_solved_riddle(desk: &Desk) {
    let draft = desk.draft("trial", json!({})).await;
    send(desk, &draft, "203.0.113.9").await.is(201);
    set(desk, "files.strangers", (10 << 30) - 1500).await;
    send(desk, &draft, "203.0.113.9").await.is(201);
    // There is room for bytes, and not for so many.
    send(desk, &draft, "203.0.113.9").await.refused(422, "L012");
    set(desk, "files.strangers", 10 << 30).await;
    send(desk, &draft, "203.0.113.9").await.refused(422, "L012");
    let content = pdf(1000);
    desk.proved_upload(&draft, "none", &content).from("203.0.113.9").send().await.refused(422, "L012");
    let solved = proof(desk).await;
    desk.proved_upload(&draft, &solved, &content).from("203.0.113.9").send().await.is(201);
    desk.proved_upload(&draft, &solved, &content).from("203.0.113.9").send().await.refused(422, "L012");
    assert_eq!((used(desk, "files.strangers").await, desk.count("uploads").await), ((10 << 30) + 1000, 3));
    let theirs = desk.upload_to("trial", &draft, "scan", "a.pdf", &content).staff(Role::Guardian);
    theirs.from("203.0.113.9").send().await.is(201);
    desk.clock.advance(DAY);
    send(desk, &draft, "203.0.113.9").await.is(201);
}

async fn long_drafts_are_counted_by_their_bytes(desk: &Desk) {
    let long = |n: usize| json!({ "values": { "child_name": "x".repeat(n) } });
    let got = begin(desk, "203.0.113.9", long(1000)).send().await.is(201);
    let path = format!("/v1/oa/public/forms/drafts/{}", got["token"].as_str().unwrap());
    let save = async |version: i64, n: usize| {
        let mut body = long(n);
        body["version"] = version.into();
        desk.put(&path, body).from("203.0.113.9").send().await
    };
    save(1, 16_000).await.is(200);
    assert_eq!(used(desk, "draft_bytes.site").await, 0, "what is usual is counted as a draft");
    save(2, 100_000).await.is(200);
    let beyond = 100_000 + r#"{"child_name":""}"#.len() as i64 - 16 * 1024;
    assert_eq!(used(desk, "draft_bytes.site").await, beyond);
    save(3, 50_000).await.is(200);
    begin(desk, "203.0.113.9", long(100_000)).send().await.is(201);
    assert_eq!(used(desk, "draft_bytes.strangers").await, 2 * beyond);
    set(desk, "draft_bytes.site", 50 << 20).await;
    save(4, 60_000).await.refused(429, "D004");
    let kept = desk.get(&path).send().await.is(200);
    assert_eq!((&kept["version"], kept["values"]["child_name"].as_str().map(str::len)), (&json!(4), Some(50_000)));
    save(4, 40_000).await.is(200);
    begin(desk, "203.0.113.9", long(20_000)).send().await.refused(429, "D004");
    begin(desk, "203.0.113.9", long(2_000)).send().await.is(201);
}

fn number_of(reference: &str) -> i64 {
    reference.rsplit('-').next().unwrap().parse().unwrap()
}

async fn what_is_sent_ends_for_an_address_and_for_a_school(desk: &Desk) {
    let send = |key: &str, address: &str| {
        desk.submit_as("trial", json!({ "child_name": "Sara" }), None, &format!("{key}-0123456789")).from(address)
    };
    assert_eq!(send("first", "2001:db8:1:2::1").send().await.reference(), "ONE-E26-00001");
    set(desk, "submissions.household", 1_000).await;
    let refused = send("second", "2001:db8:1:2::9").send().await;
    refused.refused(429, "D004");
    assert!(!refused.header("retry-after").is_empty());
    let drawn = "SELECT CAST(SUM(last_value) AS BIGINT) FROM counters WHERE school_id = $1 AND name LIKE 'strangers-%'";
    assert_eq!(number(&desk.db, "one", drawn).await, 1, "who is refused uses nothing up");
    assert_eq!(
        send("first", "2001:db8:1:2::1").send().await.reference(),
        "ONE-E26-00001",
        "what was taken is answered"
    );
    send("third", "2001:db8:1:3::1").send().await.is(201);
    set(desk, "submissions.site", 2_000).await;
    send("fourth", "2001:db8:1:4::1").send().await.refused(429, "D004");
    let counter = "UPDATE counters SET last_value = 20000 WHERE school_id = $1 AND name LIKE 'strangers-%'";
    assert_eq!(execute(&desk.db, "one", counter).await.unwrap(), 1);
    let before = send("fifth", "203.0.113.9").staff(Role::Guardian).send().await.reference();
    send("sixth", "203.0.113.9").send().await.refused(429, "D004");
    send("sixth", "203.0.113.9").send().await.refused(429, "D004");
    send("of-this-machine", "127.0.0.1").send().await.is(201);
    let before = number_of(&before) + 1;
    let after = send("seventh", "203.0.113.9").staff(Role::Guardian).send().await.reference();
    assert_eq!(number_of(&after), before + 1, "who is refused costs no reference");
    desk.clock.advance(DAY);
    send("eighth", "203.0.113.9").send().await.is(201);
    desk.clock.advance(3 * DAY);
    desk.forms.purge(&crate::database::scope("one")).await.unwrap();
    let left = "SELECT COUNT(*) FROM counters WHERE school_id = $1 AND name LIKE 'strangers-%'";
    assert_eq!(number(&desk.db, "one", left).await, 0);
}

async fn an_accounts_confirmations_end(desk: &Desk) {
    for n in 0..22 {
        let values = json!({ "child_name": "Sara", "guardian_email": format!("parent{n}@example.org") });
        desk.submit_as("trial", values, None, &format!("key-0123456789-{n}"))
            .staff(Role::Guardian)
            .send()
            .await
            .is(201);
    }
    let confirmations = "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'confirmation'";
    assert_eq!(number(&desk.db, "one", confirmations).await, 20);
}

#[tokio::test]
async fn strangers_leave_the_last_of_the_disk_to_others() {
    let desk = Desk::open_with(Place::Lite, |files| files.with_room(0, 1 << 20)).await;
    let draft = desk.draft("trial", json!({})).await;
    desk.upload(&draft, "scan", "a.pdf", &pdf(100)).await.refused(507, "R009");
    let upload = || desk.upload_to("trial", &draft, "scan", "a.pdf", &pdf(100));
    // Accounts are cheap: a family's is no reason to fill the disk.
    upload().staff(Role::Guardian).send().await.refused(507, "R009");
    upload().staff(Role::Cashier).send().await.refused(507, "R009");
    upload().staff(Role::AdmissionsOfficer).send().await.is(201);
    // And the staff leave the very last to the database.
    let desk = Desk::open_with(Place::Lite, |files| files.with_room(0, 0)).await;
    let draft = desk.draft("trial", json!({})).await;
    let theirs = desk.upload_to("trial", &draft, "scan", "a.pdf", &pdf(100)).staff(Role::AdmissionsOfficer);
    theirs.send().await.refused(507, "R009");
}

#[tokio::test]
async fn the_disk_is_looked_at_while_a_file_arrives() {
    let desk = Desk::open_with(Place::Lite, |files| files.with_room(100 << 10, 1 << 30)).await;
    let draft = desk.draft("trial", json!({})).await;
    desk.upload(&draft, "scan", "a.pdf", &pdf(256 << 10)).await.refused(507, "R009");
    desk.upload(&draft, "scan", "a.pdf", &pdf(50 << 10)).await.is(201);
}

#[tokio::test]
async fn a_school_leaves_as_much_of_the_disk_as_it_took_today() {
    let desk = Desk::open_with(Place::Lite, |files| files.with_room(2500, 1 << 30)).await;
    let draft = desk.draft("trial", json!({})).await;
    for address in ["203.0.113.9", "198.51.100.9", "192.0.2.9"] {
        send(&desk, &draft, address).await.is(201);
    }
    send(&desk, &draft, "203.0.113.77").await.refused(507, "R009");
    // The staff's count with the others, up to where all of a school's have an end.
    let officers = || {
        desk.upload_to("trial", &draft, "scan", "a.pdf", &pdf(1000)).staff(Role::AdmissionsOfficer).from("203.0.113.9")
    };
    officers().send().await.is(201);
    assert_eq!(used(&desk, "files.all").await, 4000);
    set(&desk, "files.all", 64 << 30).await;
    officers().send().await.refused(429, "D004");
    desk.clock.advance(DAY);
    send(&desk, &draft, "203.0.113.77").await.is(201);
}
