//! Reminders of what a letter waits for, over restarts: each goes out once, whichever server's morning it is.

use std::path::Path;

use serde_json::json;
use words::Role;

use crate::database::{Place, scope};
use crate::lettered::{family, go, lettered, link_in_mail, sign};
use crate::world::World;

const DAY: i64 = 86_400_000;

/// The school offers with a condition, and asks for a financial document.
fn waiting(schools: &Path) {
    lettered(schools, "alpha");
    let folder = schools.join("alpha/letters");
    let title = |en: &str| json!({ "en": en, "ar": "خطاب" });
    let body = |last: serde_json::Value| json!([{ "kind": "paragraph", "text": "For {{child_name}}." }, last]);
    let both = |last: serde_json::Value| json!({ "en": body(last.clone()), "ar": body(last) });
    crate::forms::write(
        &folder.join("conditional.json"),
        &json!({
            "kind": "conditional_offer", "title": title("Offer"), "subject": title("Offer"), "body": both(json!({ "kind": "signatures" })),
            "signers": [{ "role": "guardian1", "order": 1 }], "languages": "both",
            "conditions": [{ "code": "test", "text": title("The placement test"), "days": 14 }],
        }),
    );
    let table = json!({ "kind": "table", "columns": [{ "head": "Document" }], "each": "documents", "rows": [["{{document}}"]] });
    crate::forms::write(
        &folder.join("financial.json"),
        &json!({
            "kind": "financial_request", "title": title("Documents"), "subject": title("Documents"), "body": both(table), "languages": "both",
            "items": [{ "code": "salary", "label": title("Salary"), "kind": "salary", "amount": true, "iban": false }],
        }),
    );
}

/// How many mails each of the two families has by now.
fn mails(world: &World) -> [usize; 2] {
    let files = std::fs::read_dir(world.data().join("mail")).unwrap();
    let texts: Vec<_> = files.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    ["huda@example.org", "muna@example.org"].map(|address| {
        let is_hers = |text: &&String| text.lines().any(|line| line.starts_with("To: ") && line.contains(address));
        texts.iter().filter(is_hers).count()
    })
}

/// The server ends and begins again, and looks at everything.
async fn restarted(world: World) -> World {
    let world = world.again().await;
    world.app.worker().sweep().await;
    world.app.worker().work(&scope("alpha")).await;
    world
}

async fn play(place: Place) {
    let mut world = World::with(place, |schools, _| waiting(schools)).await;
    world.person("alpha", "principal@alpha.example", "Principal", Role::SchoolAdmin).await;
    let (bearer, _) = world.sign_in("alpha", "principal@alpha.example").await;
    let mut ids = Vec::new();
    for (child, address) in [("Sara Al-Said", "huda@example.org"), ("Omar Al-Said", "muna@example.org")] {
        let mut values = family(child);
        values["guardian_email"] = address.into();
        let key = format!("the-key-of-the-family-of-{address}");
        let sent = world.submit("alpha", "apply", values, None, &key).await.is(201);
        let path = format!("/api/v1/oa/enquiries?q={}", sent["reference"].as_str().unwrap());
        let listed = world.get("alpha", &path, &bearer).await.is(200);
        ids.push(listed["items"][0]["id"].as_str().unwrap().to_owned());
    }
    go(&world, &ids[0], &bearer, "F/conditional", json!({ "notify": true })).await.is(200);
    world.app.worker().work(&scope("alpha")).await;
    let token = link_in_mail(&world.data(), "huda@", "conditional-offer-letter").await;
    assert_eq!(sign(&world, &token, "Huda Al-Said").await.is(200)["status"], "accepted");
    let asked = json!({ "code": "financial", "amount": "1200", "days": 9 });
    world.call("alpha", "POST", &format!("/api/v1/oa/enquiries/{}/letters", ids[1]), &bearer, asked).await.is(201);
    world.app.worker().work(&scope("alpha")).await;
    world = restarted(world).await;
    let before = mails(&world);
    world.clock.advance(DAY);
    world = restarted(world).await;
    assert_eq!(mails(&world), before, "nothing is due");
    world.clock.advance(6 * DAY);
    for _ in 0..3 {
        world = restarted(world).await;
    }
    assert_eq!(mails(&world), [before[0] + 1, before[1] + 1], "each once, however often it begins again");
    world.clock.advance(6 * DAY);
    for _ in 0..2 {
        world = restarted(world).await;
    }
    assert_eq!(mails(&world), [before[0] + 2, before[1] + 1], "the day before, of the condition alone");
    world.close().await;
}

#[tokio::test]
async fn reminders_go_out_once_over_restarts_on_sqlite() {
    play(Place::Lite).await;
}

#[tokio::test]
async fn reminders_go_out_once_over_restarts_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        play(place).await;
    }
}
