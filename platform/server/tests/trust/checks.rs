//! Guards that one request of the matrix cannot show: each has a check of its own. A check gives what is wrong.

use axum::body::Body;
use kernel::Db;
use serde_json::{Value, json};
use words::Role;

use crate::database::{Place, execute, number};
use crate::entry::auth;
use crate::matrix::Matrix;
use crate::operations::all;
use crate::pictures::pdf;
use crate::snapshot;
use crate::world::{Got, PASSWORD, World, host};

/// A key that was used is not answered to another body.
pub async fn a_key_belongs_to_one_body(world: &World) -> Vec<String> {
    let key = "0123456789abcdef";
    let first = world.submit("alpha", "trial", json!({ "child_name": "Sara" }), None, key).await;
    let other = world.submit("alpha", "trial", json!({ "child_name": "Omar" }), None, key).await;
    let elsewhere = world.submit("beta", "trial", json!({ "child_name": "Sara" }), None, key).await;
    let mut wrong = Vec::new();
    if (first.status.as_u16(), other.status.as_u16()) != (201, 422) {
        wrong.push(format!("the second body got {}", other.status));
    }
    if elsewhere.status != 201 || elsewhere.json()["reference"] != "BETA-E26-00001" {
        wrong.push("another school's key got in the way".into());
    }
    wrong
}

/// A page of another site cannot carry a session on.
pub async fn a_session_is_carried_on_from_its_own_pages_only(world: &World) -> Vec<String> {
    world.person("alpha", "admin@alpha.example", "Admin", Role::SchoolAdmin).await;
    let cookie = world.sign_in("alpha", "admin@alpha.example").await.1;
    let own = format!("http://{}", host("alpha"));
    let mut wrong = Vec::new();
    for (origin, site, expected) in [
        (None, None, 403),
        (Some("http://evil.example".to_owned()), None, 403),
        (Some(format!("http://{}", host("beta"))), None, 403),
        (Some("null".into()), None, 403),
        (Some(own.clone()), Some("cross-site"), 403),
        (Some(own.clone()), Some("same-site"), 403),
        (Some(own), Some("same-origin"), 200),
    ] {
        let mut request = world.ask("alpha", "POST", "/api/v1/oa/auth/refresh").header("cookie", &cookie);
        if let Some(origin) = &origin {
            request = request.header("origin", origin);
        }
        if let Some(site) = site {
            request = request.header("sec-fetch-site", site);
        }
        let got = world.send(request.body(Body::empty()).unwrap()).await;
        if got.status.as_u16() != expected {
            wrong.push(format!("origin {origin:?}, fetch site {site:?}: {}", got.status));
        }
    }
    wrong
}

/// Only files of the draft itself go with what is sent.
pub async fn files_go_with_their_own_draft(world: &World) -> Vec<String> {
    let (mine, theirs) =
        (world.draft("alpha", "trial", json!({})).await, world.draft("alpha", "trial", json!({})).await);
    let file = world.upload("alpha", "trial", &theirs, "a.pdf", &pdf(100)).await;
    let got = world
        .submit("alpha", "trial", json!({ "child_name": "Sara", "scan": file }), Some(&mine), "0123456789abcdef")
        .await;
    if got.status == 422 { Vec::new() } else { vec![format!("somebody else's file was taken: {}", got.status)] }
}

/// What one account keeps is filled in by no other: whoever follows a link to it would write into somebody else's account.
pub async fn what_an_account_keeps_is_filled_in_by_no_other(world: &World) -> Vec<String> {
    let mut bearers = Vec::new();
    for email in ["keeps@alpha.example", "follows@alpha.example"] {
        world.person("alpha", email, "Family", Role::Guardian).await;
        bearers.push(world.sign_in("alpha", email).await.0);
    }
    let draft = world.draft("alpha", "trial", json!({})).await;
    let keep = json!({ "token": draft });
    world.call("alpha", "POST", "/api/v1/oa/family/drafts", &bearers[0], keep).await.is(200);
    let (at, mut wrong) = (format!("/api/v1/oa/public/forms/drafts/{draft}"), Vec::new());
    let save = |version: i64| json!({ "values": { "child_name": "Sara" }, "version": version, "locale": "en" });
    let send = async |bearer: &str| {
        let path = "/api/v1/oa/public/forms/trial/submissions";
        let body = json!({ "values": { "child_name": "Sara" }, "locale": "en", "draft": draft }).to_string();
        let request = world.ask("alpha", "POST", path).header("content-type", "application/json");
        let request =
            request.header("idempotency-key", "0123456789abcdef").header("authorization", format!("Bearer {bearer}"));
        world.send(request.body(Body::from(body)).unwrap()).await
    };
    let theirs = [
        ("reads", world.get("alpha", &at, &bearers[1]).await),
        ("saves", world.call("alpha", "PUT", &at, &bearers[1], save(1)).await),
        ("sends", send(&bearers[1]).await),
    ];
    for (what, got) in theirs {
        if (got.status.as_u16(), &got.json()["messageId"]) != (404, &json!("F005")) {
            wrong.push(format!("another account {what} it: {}", got.status));
        }
    }
    // Whoever has the link writes along, until the account is taken back: then its own session alone opens it.
    let by_link = async |version: i64| {
        let request = world.ask("alpha", "PUT", &at).header("content-type", "application/json");
        world.send(request.body(Body::from(save(version).to_string())).unwrap()).await.status.as_u16()
    };
    if by_link(1).await != 200 {
        wrong.push("the link does not open it".into());
    }
    let change = json!({ "current": PASSWORD, "password": "marble-otter-31-lantern" });
    world.call("alpha", "POST", "/api/v1/oa/profile/password", &bearers[0], change).await.is(200);
    let after = by_link(2).await;
    if after != 404 {
        wrong.push(format!("the link after the password was changed: {after}"));
    }
    if wrong.is_empty() {
        world.call("alpha", "PUT", &at, &bearers[0], save(2)).await.is(200);
        send(&bearers[0]).await.is(201);
    }
    wrong
}

/// A draft's places are counted where they are taken: however many files come at once.
pub async fn a_draft_holds_forty_files(world: &World) -> Vec<String> {
    let draft = world.draft("alpha", "trial", json!({})).await;
    let content = pdf(100);
    let all = (0..60).map(|_| world.try_upload("alpha", "trial", &draft, "a.pdf", &content));
    let taken = futures_util::future::join_all(all).await.into_iter().filter(|got| got.status == 201).count();
    if taken == 40 { Vec::new() } else { vec![format!("{taken} files were taken")] }
}

/// The bearer of an account that anybody makes, without a proof of anything.
async fn applicant(world: &World) -> String {
    let applicant = json!({
        "child": { "name": "Sara", "dob": "2020-05-04", "grade": "KG1" }, "locale": "en", "captcha_token": "",
        "guardian": { "name": "Maryam", "email": "applicant@alpha.example", "phone": "+96891234567" }
    });
    let opened = world.post("alpha", &auth("register"), applicant).await;
    opened.json()["token"].as_str().unwrap_or_else(|| panic!("no session: {}", opened.json())).to_owned()
}

/// Past half of what a school's strangers have in a day each submission and each file comes with a solved riddle.
pub async fn half_of_a_day_is_kept_for_who_shows_to_be_a_person(world: &World) -> Vec<String> {
    let schools = world.folder.path().join("schools");
    crate::world::offer_form(&schools, "alpha");
    world.app.registry.poll_at_once();
    let unproved = applicant(world).await;
    crate::world::configure(&schools, "alpha", "captcha", "{ provider: altcha }");
    world.app.registry.poll_at_once();
    let draft = world.draft("alpha", "trial", json!({})).await;
    let upload = async || world.try_upload("alpha", "trial", &draft, "a.pdf", &pdf(100)).await;
    let submit = async |key: &str, bearer: Option<&str>| {
        let mut request = world.ask("alpha", "POST", "/api/v1/oa/public/forms/trial/submissions");
        if let Some(bearer) = bearer {
            request = request.header("authorization", format!("Bearer {bearer}"));
        }
        let request = request.header("content-type", "application/json").header("idempotency-key", key);
        let body = json!({ "values": { "child_name": "Sara" }, "locale": "en" });
        world.send_from(request.body(Body::from(body.to_string())).unwrap(), [203, 0, 113, 9].into()).await
    };
    let mut wrong = Vec::new();
    let mut expect = |what: &str, got: &Got, status: u16, id: &Value| {
        if (got.status.as_u16(), &got.json()["messageId"]) != (status, id) {
            wrong.push(format!("{what}: {} {}", got.status, got.json()));
        }
    };
    expect("a file", &upload().await, 201, &json!(""));
    expect("a submission", &submit("first-0123456789", None).await, 201, &json!(""));
    for half in [
        "UPDATE allowances SET used = 10737418240 WHERE school_id = $1 AND name = 'files.strangers'",
        "UPDATE counters SET last_value = 10000 WHERE school_id = $1 AND name LIKE 'strangers-%'",
    ] {
        assert_eq!(execute(&world.app.db, "alpha", half).await.unwrap(), 1);
    }
    expect("a file past half of the day", &upload().await, 422, &json!("L012"));
    expect("a submission past half of the day", &submit("second-0123456789", None).await, 422, &json!("L012"));
    let theirs = submit("third-01234567890", Some(&unproved)).await;
    expect("one with an account that nobody proved", &theirs, 422, &json!("L012"));
    wrong
}

/// On PostgreSQL a statement that forgets its school sees its own school's rows all the same.
pub async fn rows_are_walled(world: &World) -> Vec<String> {
    for school in ["alpha", "beta"] {
        world.submit(school, "trial", json!({ "child_name": "Sara" }), None, "0123456789abcdef").await.is(201);
    }
    let seen = number(&world.app.db, "alpha", "SELECT COUNT(*) FROM submissions WHERE CAST($1 AS TEXT) <> ''").await;
    if seen == 1 { Vec::new() } else { vec![format!("alpha sees {seen} submissions")] }
}

/// Whether somebody has applied is told to no family: rules that ask about it while a form is checked hear "no".
pub async fn who_has_applied_is_told_to_no_family(world: &World) -> Vec<String> {
    let place = match &world.place {
        Place::Lite => Place::Lite,
        Place::Pg { .. } => Place::postgres().await.unwrap(),
    };
    let wasm = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../plugins/hostile/dist/hostile.wasm")).unwrap();
    let own = World::with(place, |schools, _| {
        let bundle = schools.join("alpha");
        std::fs::create_dir_all(bundle.join("plugins")).unwrap();
        std::fs::write(bundle.join("plugins/hostile.wasm"), &wasm).unwrap();
        let yaml = std::fs::read_to_string(bundle.join("school.yaml")).unwrap();
        let digest = words::sha256_hex(&wasm);
        let plugin = format!("plugins:\n  hostile: {{ digest: \"{digest}\", grants: {{ known: [email] }} }}\n");
        let yaml = yaml.replacen("forms:\n", "forms:\n  hostile: { plugin: hostile }\n", 1) + &plugin;
        std::fs::write(bundle.join("school.yaml"), yaml).unwrap();
    })
    .await;
    let check = || async {
        let body = json!({ "values": { "misdeed": "known" }, "locale": "en" });
        own.post("alpha", "/api/v1/oa/public/forms/hostile/check", body).await.is(200)
    };
    let before = check().await;
    let values = json!({ "child_name": "Sara", "guardian_email": "a@example.org" });
    own.submit("alpha", "trial", values, None, "0123456789abcdef").await.is(201);
    let after = check().await;
    own.close().await;
    assert_eq!(before["computed"][0]["value"], "false", "{before}");
    if before == after { Vec::new() } else { vec![format!("a stranger hears who has applied: {after}")] }
}

/// Who was switched off while the body was on its way writes nothing with it: what every such operation does is undone, or never begun.
pub async fn who_is_switched_off_writes_nothing_more(world: &World) -> Vec<String> {
    // The matrix first: it moves the clock, and a bearer of before would be refused for its age.
    let mut matrix = Matrix::set(world, false).await;
    world.person("alpha", "waiting@alpha.example", "waiting", Role::SchoolAdmin).await;
    let (waiting, _) = world.sign_in("alpha", "waiting@alpha.example").await;
    if matrix.ask_as(all().iter().find(|operation| operation.id == "list_enquiries").unwrap(), &waiting).await.status
        != 200
    {
        return vec!["whoever is to be switched off is not in".into()];
    }
    let (mut wrong, mut refused) = (Vec::new(), 0);
    let set = async |db: &Db, status: &str| {
        let sql =
            format!("UPDATE users SET status = '{status}' WHERE school_id = $1 AND email = 'waiting@alpha.example'");
        execute(db, "alpha", &sql).await.unwrap();
    };
    for operation in all().iter().filter(|operation| !operation.public && operation.body.is_some()) {
        let before = snapshot::of(world, "alpha").await;
        let db = world.app.db.clone();
        let meanwhile = async move { set(&db, "disabled").await };
        let Some(got) = matrix.ask_late(operation, &waiting, meanwhile).await else { continue };
        set(&world.app.db, "active").await;
        refused += usize::from(got.status == 401);
        if snapshot::of(world, "alpha").await != before {
            wrong.push(format!("{}: {} by who was switched off", operation.id, got.status));
        }
    }
    if refused < 15 {
        wrong.push(format!("only {refused} operations refused: do the requests get as far as their writes?"));
    }
    wrong
}
