//! Bounds of what one request, or one form, can ask of others.

use serde_json::json;

use identity::NewAccount;
use kernel::Caller;
use words::Role;

use crate::database::{Place, execute, scope};
use crate::entry::admin_in;
use crate::forms;
use crate::world::World;

/// No page is longer than five hundred, whatever is asked.
pub async fn a_page_has_an_end(world: &World) -> Vec<String> {
    let admin = admin_in(world, "alpha").await;
    let (identity, system) = (&world.app.state.identity, Caller::system(scope("alpha")));
    let add = (0..520).map(|n| {
        let (name, email) = (format!("Person {n}"), format!("person-{n}@alpha.example"));
        identity.add_user(&system, NewAccount { email, name, roles: vec![Role::Reviewer], locale: "en".into() })
    });
    for added in futures_util::future::join_all(add).await {
        added.unwrap();
    }
    let mut wrong = Vec::new();
    for query in ["page_size=4000000000", "page_size=4000000000&q=person"] {
        let page = world.get("alpha", &format!("/api/v1/oa/people?{query}"), &admin).await.is(200);
        let items = page["items"].as_array().map_or(0, Vec::len);
        if items > 500 {
            wrong.push(format!("{query} gave {items} people"));
        }
        if !page["next_cursor"].is_string() && wrong.is_empty() {
            wrong.push(format!("{query} does not go on"));
        }
    }
    wrong
}

/// Pages of lists end too: whoever read so many lines in an hour, at whichever server, is shown no more of the log, of the
/// inbox and of people.
pub async fn a_bearer_reads_so_many_lines(world: &World) -> Vec<String> {
    let admin = admin_in(world, "alpha").await;
    let now = words::Clock::now_ms(&*world.clock);
    let mut rows = Vec::new();
    for n in 0..500 {
        rows.push(format!(
            "(CAST($1 AS TEXT), 'many-{n:04}', {}, 'system', NULL, 'test.many', 'user', 'x', '{{}}', '')",
            now - 1 - n
        ));
    }
    let many = "INSERT INTO audit_log (school_id, id, at, actor_kind, actor_id, action, object_kind, object_id, detail, request_id) VALUES";
    execute(&world.app.db, "alpha", &format!("{many} {}", rows.join(", "))).await.unwrap();
    let read = format!(
        "INSERT INTO allowances (school_id, name, holder, began, used)
         SELECT school_id, 'read.lines', id, {}, 59700 FROM users WHERE school_id = $1 AND email = 'entry-admin@alpha.example'",
        now - now % (60 * 60 * 1000)
    );
    assert_eq!(execute(&world.app.db, "alpha", &read).await.unwrap(), 1);
    world.submit("alpha", "trial", json!({ "child_name": "Sara" }), None, "0123456789abcdef").await.is(201);
    let mut wrong = Vec::new();
    let stale = "UPDATE sessions SET confirmed_at = confirmed_at - 900000 WHERE school_id = $1";
    execute(&world.app.db, "alpha", stale).await.unwrap();
    for (path, expected) in [
        ("audit?action=test.many&page_size=500", "429 A007"),
        ("audit?action=test.many&page_size=300", "200 "),
        ("audit?action=test.many&page_size=1", "429 A007"),
        ("enquiries", "429 A007"),
        ("people", "429 A007"),
        ("people?q=admin", "429 A007"),
        ("people?kind=family&q=nobody-at-all", "200 "),
    ] {
        let got = world.get("alpha", &format!("/api/v1/oa/{path}"), &admin).await;
        let told = format!("{} {}", got.status.as_u16(), got.json()["messageId"].as_str().unwrap_or_default());
        if told != expected {
            wrong.push(format!("{path}: {told} and not {expected}"));
        }
    }
    // Who has just signed in finds the people among whom a stolen bearer's account is switched off.
    let owner = world.sign_in("alpha", "entry-admin@alpha.example").await.0;
    let enquiries = world.get("alpha", "/api/v1/oa/enquiries", &owner).await.status.as_u16();
    let people = world.get("alpha", "/api/v1/oa/people", &owner).await.status.as_u16();
    if (enquiries, people) != (429, 200) {
        wrong.push(format!("just signed in: {enquiries} and {people}"));
    }
    wrong
}

/// A school has a thousand tills, however many are added at once.
pub async fn a_school_has_so_many_tills(world: &World) -> Vec<String> {
    let admin = admin_in(world, "alpha").await;
    let rows: Vec<_> = (0..995).map(|n| format!("($1, 'till-{n}', 'T{n}', 'Till', '[]', 1, '', 1)")).collect();
    let known = "INSERT INTO tills (school_id, id, code, name, store_types, version, device_label, created_at) VALUES";
    execute(&world.app.db, "alpha", &format!("{known} {}", rows.join(", "))).await.unwrap();
    let add = async |n: usize| {
        let body = json!({ "code": format!("N{n}"), "name": "Till", "store_types": ["canteen"] });
        world.call("alpha", "POST", "/api/v1/oa/tills", &admin, body).await.status.as_u16()
    };
    let mut added = futures_util::future::join_all((0..60).map(add)).await;
    added.sort_unstable();
    let expected = [vec![201; 5], vec![422; 55]].concat();
    if added == expected { Vec::new() } else { vec![format!("{added:?}")] }
}

/// A pattern that would hold a family's browser for minutes is in no form that is served.
pub async fn a_slow_pattern_is_served_nowhere(_: &World) -> Vec<String> {
    let own = World::with(Place::Lite, |schools, _| {
        let bundle = schools.join("alpha");
        let mut document = forms::document("1.0.0");
        document["schema"]["properties"]["child_name"]["pattern"] = json!(r"^([\p{L}\p{N}.-]+\s?)*$");
        std::fs::write(bundle.join("forms/slow.json"), document.to_string()).unwrap();
        let yaml = std::fs::read_to_string(bundle.join("school.yaml")).unwrap();
        std::fs::write(bundle.join("school.yaml"), yaml.replacen("forms:\n", "forms:\n  slow: {}\n", 1)).unwrap();
    })
    .await;
    let form = own.get("alpha", "/api/v1/oa/public/forms/slow", "").await;
    let told = own
        .app
        .registry
        .stale()
        .iter()
        .flat_map(|stale| &stale.diagnostics)
        .any(|d| d.to_string().contains("slowPattern"));
    own.close().await;
    match (form.status.as_u16(), told) {
        (200, _) => vec!["a pattern that takes for ever is served".into()],
        (_, true) => Vec::new(),
        (status, false) => vec![format!("the form is {status}, and nobody is told why")],
    }
}
