//! Applying without an account, keeping drafts, and what a family sees of its own.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, TestApp};
use words::Role;

const HOME: &str = "/api/v1/oa/family/home";
const REGISTER: &str = "/api/v1/oa/auth/register";

/// A school with other words in its `school.yaml`, live.
async fn with(backend: Backend, change: impl Fn(&str) -> String) -> TestApp {
    let app = TestApp::start(backend).await.unwrap();
    let file = app.folder.path().join("schools/a/school.yaml");
    let before = app.school("a").unwrap();
    let yaml = change(&std::fs::read_to_string(&file).unwrap());
    std::fs::write(&file, yaml).unwrap();
    let watching = tokio::spawn(app.app.registry.clone().watch());
    for _ in 0..100 {
        if !std::sync::Arc::ptr_eq(&before, &app.school("a").unwrap()) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    watching.abort();
    assert!(
        !std::sync::Arc::ptr_eq(&before, &app.school("a").unwrap()),
        "the change is live: {:?}",
        app.app.registry.stale()
    );
    app
}

fn open(yaml: &str) -> String {
    yaml.replace("without_auth: N", "without_auth: Y")
}

fn asked() -> Value {
    json!({
        "child": { "name": "Sara Al Balushi", "dob": "2021-05-04", "grade": "kg1" },
        "guardian": { "name": "Noor Al Balushi", "email": "noor@example.org", "phone": "+96891234567" },
        "locale": "ar",
    })
}

async fn draft(client: &Client, name: &str) -> String {
    let values = json!({ "values": { "child_name": name }, "locale": "en" });
    let made = client.post("/api/v1/oa/public/forms/form/drafts", &values).await.unwrap();
    assert_eq!(made.status, 201, "{}", made.text);
    made.json["token"].as_str().unwrap().to_owned()
}

async fn save(client: &Client, token: &str, body: &Value) -> testkit::Reply {
    let path = format!("/api/v1/oa/public/forms/drafts/{token}");
    client.ask(axum::http::Method::PUT, &path).json(body).send().await.unwrap()
}

async fn keep(client: &Client, token: &str) -> testkit::Reply {
    client.post("/api/v1/oa/family/drafts", &json!({ "token": token })).await.unwrap()
}

#[tokio::test]
async fn the_application_is_the_form_that_says_so() {
    let of = |form: &'static str, new: &'static str| {
        move |yaml: &str| open(yaml).replace("form: { kind: application }", form).replace("new: {}", new)
    };
    let app = with(Backend::Lite, of("form: { kind: enquiry }", "new: { kind: application, path: /apply }")).await;
    let begun = app.at("a").post(REGISTER, &asked()).await.unwrap();
    assert_eq!(begun.status, 201, "{}", begun.text);
    assert_eq!((&begun.json["draft"]["form"], &begun.json["draft"]["address"]), (&json!("new"), &json!("/apply")));
    let details = app.at("a").get("/api/v1/oa/common/school-details").await.unwrap();
    assert_eq!(details.json["application"]["form"], "new");

    // A school without one takes none, and the page is not told of any.
    let app = with(Backend::Lite, of("form: { kind: enquiry }", "new: { kind: enquiry }")).await;
    let refused = app.at("a").post(REGISTER, &asked()).await.unwrap();
    assert_eq!((refused.status, &refused.json["messageId"]), (422, &json!("L009")), "{}", refused.text);
    let details = app.at("a").get("/api/v1/oa/common/school-details").await.unwrap();
    assert_eq!(details.json["application"], Value::Null);
}

#[tokio::test]
async fn an_applicant_gets_a_session_a_code_and_the_form_begun() {
    for backend in Backend::all() {
        let app = with(backend, open).await;
        let client = app.at("a");
        let reply = client.post(REGISTER, &asked()).await.unwrap();
        assert_eq!(reply.status, 201, "{}", reply.text);
        assert_eq!(reply.json["session"]["kind"], "applicant");
        assert_eq!(
            (reply.json["draft"]["form"].as_str(), reply.json["draft"]["address"].as_str()),
            (Some("form"), Some("/enquiry/form"))
        );
        assert!(reply.cookie().is_some());
        let token = reply.json["draft"]["token"].as_str().unwrap();
        let draft = client.get(&format!("/api/v1/oa/public/forms/drafts/{token}")).await.unwrap();
        let values = &draft.json["values"];
        assert_eq!(
            (values["child_name"].as_str(), values["child_dob"].as_str(), values["grade"].as_str()),
            (Some("Sara Al Balushi"), Some("2021-05-04"), Some("kg1")),
            "{}",
            draft.text
        );
        assert_eq!(
            (values["guardian_name"].as_str(), values["guardian_email"].as_str(), values["guardian_phone"].as_str()),
            (Some("Noor Al Balushi"), Some("noor@example.org"), Some("+96891234567"))
        );
        assert_eq!(draft.json["locale"], "ar");
        // The tracking code leads back to the same draft, in another browser.
        let code = reply.json["tracking_code"].as_str().unwrap();
        let again = client.post("/api/v1/oa/auth/track", &json!({ "tracking_code": code })).await.unwrap();
        assert_eq!(again.status, 200, "{}", again.text);
        let home = client.with_bearer(again.json["token"].as_str().unwrap()).get(HOME).await.unwrap();
        assert_eq!((home.status, home.json["drafts"][0]["token"].as_str()), (200, Some(token)), "{}", home.text);
        assert_eq!(home.json["drafts"][0]["person"], "Sara Al Balushi");
        assert_eq!(home.json["due"], json!([]), "nothing within a fortnight");
    }
}

#[tokio::test]
async fn the_ways_rules_hold_before_anything_is_made() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let closed = app.at("a").post(REGISTER, &asked()).await.unwrap();
    assert_eq!((closed.status, closed.message_id()), (403, "L015"));

    let app = with(Backend::Lite, open).await;
    let mut wrong = asked();
    wrong["child"] = json!({ "name": " ", "dob": "2999-01-01", "grade": "kg1" });
    wrong["guardian"]["email"] = "nobody".into();
    let reply = app.at("a").post(REGISTER, &wrong).await.unwrap();
    assert_eq!((reply.status, reply.message_id()), (422, "L017"));
    let paths: Vec<_> = reply.json["errors"].as_array().unwrap().iter().map(|e| e["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["/child/name", "/child/dob", "/guardian/email"]);
    // A year on, admission has ended.
    app.clock.advance(2 * 365 * 86_400_000);
    let late = app.at("a").post(REGISTER, &asked()).await.unwrap();
    assert_eq!((late.status, late.message_id()), (422, "L009"));

    let app = with(Backend::Lite, |yaml| open(yaml).replace("provider: off", "provider: altcha")).await;
    let reply = app.at("a").post(REGISTER, &asked()).await.unwrap();
    assert_eq!((reply.status, reply.message_id()), (422, "L012"));
    let riddle = app.at("a").get("/api/v1/oa/auth/captcha").await.unwrap();
    let solve = |challenge: Value| tokio::task::spawn_blocking(move || identity::captcha::solve(&challenge).unwrap());
    let mut proved = asked();
    proved["captcha_token"] = solve(riddle.json["captcha"]["challenge"].clone()).await.unwrap().into();
    let first = app.at("a").post(REGISTER, &proved).await.unwrap();
    assert_eq!(first.status, 201, "{}", first.text);
    let again = app.at("a").post(REGISTER, &proved).await.unwrap();
    assert_eq!((again.status, again.message_id()), (422, "L012"), "a proof counts once");
    let other = app.at("b").get("/api/v1/oa/auth/captcha").await.unwrap();
    assert!(other.json["captcha"]["challenge"].is_null(), "the neighbour asks for none");
}

#[tokio::test]
async fn a_family_sees_its_own_alone_and_what_it_sends_is_its_own() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let one = app.signed_in("a", Role::Guardian).await.unwrap();
        let two = app.signed_in("a", Role::Student).await.unwrap();
        let staff = app.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
        let token = draft(&app.at("a"), "Child of one").await;
        assert_eq!(keep(&one, &token).await.status, 200);
        assert_eq!(keep(&one, &token).await.status, 200, "once more changes nothing");
        let taken = keep(&two, &token).await;
        assert_eq!((taken.status, taken.message_id()), (404, "F005"), "it is somebody's already");
        assert_eq!(keep(&two, "no-such-token").await.message_id(), "F005");
        assert_eq!(
            (keep(&staff, &token).await.message_id(), keep(&app.at("a"), &token).await.message_id()),
            ("A002", "L014")
        );
        assert_eq!(
            (staff.get(HOME).await.unwrap().message_id(), app.at("a").get(HOME).await.unwrap().message_id()),
            ("A002", "L014")
        );

        let home = one.get(HOME).await.unwrap();
        assert_eq!(home.json["drafts"][0]["person"], "Child of one", "{}", home.text);
        assert!(home.json["offered"].as_array().unwrap().iter().any(|form| form["id"] == "form"));
        let other = two.get(HOME).await.unwrap();
        assert!(!other.text.contains("Child of one") && !other.text.contains(&token), "{}", other.text);

        let samples = app.school("a").unwrap().form("form").unwrap();
        let values = samples.sample(None, jiff::civil::date(2026, 11, 21)).unwrap();
        let sent = one
            .anonymous()
            .ask(axum::http::Method::POST, "/api/v1/oa/public/forms/form/submissions")
            .header("idempotency-key", "a-key-of-some-length")
            .json(&json!({ "values": values, "locale": "en", "draft": token }))
            .send()
            .await
            .unwrap();
        assert_eq!(sent.status, 201, "{}", sent.text);
        let reference = sent.json["reference"].as_str().unwrap();
        let home = one.get(HOME).await.unwrap();
        assert!(home.json["drafts"].as_array().unwrap().is_empty(), "{}", home.text);
        assert_eq!(home.json["children"][0]["applications"][0]["reference"], reference, "{}", home.text);
        assert!(!two.get(HOME).await.unwrap().text.contains(reference));
        assert_eq!(keep(&one, &token).await.message_id(), "F009", "what was sent is no draft");
        assert_eq!(keep(&two, &token).await.message_id(), "F005", "and nobody else hears that it was");
    }
}

#[tokio::test]
async fn a_child_on_a_familys_page_is_a_person() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let one = app.signed_in("a", Role::Guardian).await.unwrap();
        let form = app.school("a").unwrap().form("form").unwrap();
        let sample = form.sample(None, jiff::civil::date(2026, 11, 21)).unwrap();
        for (n, (name, dob)) in
            [("أحمد الحارثي", "2021-03-04"), ("  احمد  الحارثى", "2021-03-04"), ("أحمد الحارثي", "2020-03-04")]
                .iter()
                .enumerate()
        {
            let mut values = sample.clone();
            (values["child_name"], values["child_dob"]) = ((*name).into(), (*dob).into());
            let token = draft(&app.at("a"), name).await;
            assert_eq!(keep(&one, &token).await.status, 200);
            let sent = one
                .anonymous()
                .ask(axum::http::Method::POST, "/api/v1/oa/public/forms/form/submissions")
                .header("idempotency-key", &format!("a-key-of-some-length-{n}"))
                .json(&json!({ "values": values, "locale": "ar", "draft": token }))
                .send()
                .await
                .unwrap();
            assert_eq!(sent.status, 201, "{}", sent.text);
        }
        let home = one.get(HOME).await.unwrap();
        let children = home.json["children"].as_array().unwrap();
        let mut told: Vec<_> = children
            .iter()
            .map(|child| {
                (child["name"].as_str(), child["birth_date"].as_str(), child["applications"].as_array().map(Vec::len))
            })
            .collect();
        told.sort();
        let ahmed = Some("أحمد الحارثي");
        assert_eq!(told, [(ahmed, Some("2020-03-04"), Some(1)), (ahmed, Some("2021-03-04"), Some(2))], "{}", home.text);
        assert_ne!(children[0]["person_id"], children[1]["person_id"]);
        let export = one.get("/api/v1/oa/profile/export").await.unwrap();
        let people: Vec<_> = export.json["admissions"]["people"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["relation"].as_str().unwrap())
            .collect();
        let children = people.iter().filter(|relation| **relation == "child").count();
        assert_eq!((people.len(), children), (3, 2), "{}", export.text);
    }
}

#[tokio::test]
async fn what_a_family_takes_away_holds_what_it_wrote_and_nobody_elses() {
    const EXPORT: &str = "/api/v1/oa/profile/export";
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let one = app.signed_in("a", Role::Guardian).await.unwrap();
        let two = app.signed_in("a", Role::Student).await.unwrap();
        let begun = draft(&app.at("a"), "Child begun").await;
        let sent = draft(&app.at("a"), "Child sent").await;
        let other = draft(&app.at("a"), "Child of two").await;
        assert_eq!((keep(&one, &begun).await.status, keep(&one, &sent).await.status), (200, 200));
        assert_eq!(keep(&two, &other).await.status, 200);
        let samples = app.school("a").unwrap().form("form").unwrap();
        let mut values = samples.sample(None, jiff::civil::date(2026, 11, 21)).unwrap();
        values["child_name"] = "Child sent".into();
        let reply = one
            .anonymous()
            .ask(axum::http::Method::POST, "/api/v1/oa/public/forms/form/submissions")
            .header("idempotency-key", "a-key-of-some-length")
            .json(&json!({ "values": values, "locale": "en", "draft": sent }))
            .send()
            .await
            .unwrap();
        assert_eq!(reply.status, 201, "{}", reply.text);
        let export = one.get(EXPORT).await.unwrap();
        let kept = &export.json["admissions"];
        assert_eq!(kept["drafts"].as_array().map(Vec::len), Some(1), "{}", export.text);
        assert_eq!(kept["drafts"][0]["answers"]["child_name"], "Child begun");
        assert_eq!(kept["applications"].as_array().map(Vec::len), Some(1), "{}", export.text);
        assert_eq!(kept["applications"][0]["reference"], reply.json["reference"]);
        assert_eq!(kept["applications"][0]["answers"]["child_name"], "Child sent");
        assert!(!export.text.contains("Child of two") && !export.text.contains(&begun), "{}", export.text);
        assert_eq!(export.json["profile"]["kind"], "family", "who is made with a family's role is family");
        let export = two.get(EXPORT).await.unwrap();
        assert!(export.text.contains("Child of two") && !export.text.contains("Child sent"), "{}", export.text);
    }
}

#[tokio::test]
async fn an_account_keeps_so_many_drafts_and_so_much_in_them() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let (one, two) =
            (app.signed_in("a", Role::Guardian).await.unwrap(), app.signed_in("a", Role::Student).await.unwrap());
        let anybody = app.at("a");
        let mut tokens = Vec::new();
        for n in 0..60 {
            tokens.push(draft(&anybody, &format!("Child {n}")).await);
        }
        let kept = futures_util::future::join_all(tokens.iter().map(|token| keep(&one, token))).await;
        let (taken, refused): (Vec<_>, Vec<_>) = kept.iter().partition(|reply| reply.status == 200);
        assert_eq!((taken.len(), refused.len()), (50, 10), "however many come at once");
        refused
            .iter()
            .for_each(|reply| assert_eq!((reply.status, reply.message_id()), (409, "F008"), "{}", reply.text));
        assert_eq!(one.get(HOME).await.unwrap().json["drafts"].as_array().map(Vec::len), Some(50));
        let other = kept.iter().zip(&tokens).find(|(reply, _)| reply.status != 200).unwrap().1;
        assert_eq!(keep(&two, other).await.status, 200, "what was refused is nobody's");

        let long = "x".repeat(200_000);
        let mine = kept.iter().zip(&tokens).filter(|(reply, _)| reply.status == 200).map(|(_, token)| token);
        let mut saved = Vec::new();
        for token in mine.take(25) {
            let body = json!({ "version": 1, "values": { "child_name": long } });
            saved.push(save(&anybody, token, &body).await);
        }
        let full = saved.iter().position(|reply| reply.status != 200).unwrap();
        assert_eq!(
            (full, saved[full].status, saved[full].message_id()),
            (20, 409, "F008"),
            "4 MB, {}",
            saved[full].text
        );
        // A small save goes on, and what was not saved is as it was.
        let after = tokens.iter().zip(&kept).filter(|(_, reply)| reply.status == 200).nth(20).unwrap().0;
        let path = format!("/api/v1/oa/public/forms/drafts/{after}");
        assert!(anybody.get(&path).await.unwrap().json["values"]["child_name"].as_str().unwrap().starts_with("Child"));
        let small = json!({ "version": 1, "values": { "child_name": "Sara" } });
        assert_eq!(save(&anybody, after, &small).await.status, 200);
        let home = one.get(HOME).await.unwrap();
        assert!(home.text.len() < 100_000, "{} bytes of answers that nobody asked for", home.text.len());
        assert!(home.json["drafts"].as_array().unwrap().iter().any(|draft| draft["person"] == "Sara"), "{}", home.text);
        // What is taken away holds all of it.
        let export = one.get("/api/v1/oa/profile/export").await.unwrap();
        let drafts = export.json["admissions"]["drafts"].as_array().unwrap();
        assert_eq!(drafts.iter().filter(|draft| draft["answers"]["child_name"] == long.as_str()).count(), 20);
    }
}

/// How many drafts a day counted for an account, and for strangers.
async fn counted(app: &TestApp, school: &str) -> (Vec<String>, i64) {
    let mut tx = app.app.db.read(&app.school(school).unwrap().scope()).await.unwrap();
    let rows = counts::drafts(&mut tx).await.unwrap();
    let strangers = rows.iter().filter(|row| row.name == "drafts.strangers").map(|row| row.used).sum();
    (rows.into_iter().filter(|row| row.name == "drafts.account").map(|row| row.holder).collect(), strangers)
}

mod counts {
    use kernel::{rows, statements};

    rows! {
        /// What was counted.
        pub struct CountedRow {
            pub name: String,
            pub holder: String,
            pub used: i64,
        }
    }

    statements! {
        pub drafts() -> [all CountedRow]
            "SELECT name, holder, used FROM allowances WHERE school_id = :school AND name LIKE 'drafts.%' ORDER BY name, holder";
    }
}

#[tokio::test]
async fn a_form_knows_whose_it_is_and_turns_nobody_away() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let one = app.signed_in("a", Role::Guardian).await.unwrap();
        let id = one.get("/api/v1/oa/profile").await.unwrap().json["profile"]["id"].as_str().unwrap().to_owned();
        draft(&one, "Known").await;
        assert_eq!(counted(&app, "a").await, (vec![id.clone()], 0));
        // A stale bearer, one of another school, and none at all: whoever sends it is a stranger and may go on.
        let foreign = app.signed_in("b", Role::Guardian).await.unwrap();
        let ended = app.sign_in("a", "guardian@a.example").await.unwrap();
        assert_eq!(ended.post("/api/v1/oa/auth/sign-out", &json!({})).await.unwrap().status, 200);
        let bearers = [foreign.bearer.clone().unwrap(), ended.bearer.clone().unwrap(), "rubbish".to_owned()];
        for (n, bearer) in bearers.iter().enumerate() {
            draft(&app.at("a").with_bearer(bearer), "Unknown").await;
            assert_eq!(counted(&app, "a").await, (vec![id.clone()], i64::try_from(n).unwrap() + 1), "{bearer}");
        }
        draft(&app.at("a"), "Nobody").await;
        assert_eq!(counted(&app, "a").await, (vec![id], 4));
        // Other public operations look at none.
        let rubbish = app.at("a").with_bearer("rubbish").get("/api/v1/oa/public/forms").await.unwrap();
        assert_eq!(rubbish.status, 200, "{}", rubbish.text);
    }
}

/// Whoever sees how long a family's page is would learn its tokens letter by letter, if they were compressed with what a stranger may
/// have written beside them.
#[tokio::test]
async fn a_page_of_tokens_is_not_compressed() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let family = app.signed_in("a", Role::Guardian).await.unwrap();
    for n in 0..8 {
        let token = draft(&family, &format!("Child {n}")).await;
        assert_eq!(keep(&family, &token).await.status, 200);
    }
    let zipped =
        async |path: &str| family.ask(Method::GET, path).header("accept-encoding", "gzip").send().await.unwrap();
    let home = zipped(HOME).await;
    assert_eq!((home.status, home.header("content-encoding"), home.header("cache-control")), (200, "", "no-store"));
    assert!(home.text.len() > 1024 && home.json["drafts"][7]["token"].is_string(), "{}", home.text);
    let form = zipped("/api/v1/oa/public/forms/form").await;
    assert_eq!((form.status, form.header("content-encoding")), (200, "gzip"), "what holds none is as small as ever");
}
