//! Whatever is not a live session's own bearer is refused, at every operation, in one and the same way.

use axum::body::Body;
use words::Role;

use crate::database::Place;
use crate::forge::{Forger, Forgery};
use crate::operations::{Operation, all};
use crate::world::{Got, World};

/// Status, headers and body of an answer.
type Seen = (u16, Vec<(String, String)>, String);

async fn ask(world: &World, operation: &Operation, forgery: &Forgery) -> Got {
    let query = forgery.query.as_ref().map(|query| format!("?{query}")).unwrap_or_default();
    let mut request = world.ask("alpha", &operation.method, &format!("{}{query}", operation.anywhere()));
    for (name, value) in &forgery.headers {
        request = request.header(*name, value);
    }
    request = request.header("content-type", "application/json");
    world.send(request.body(Body::from("{}")).unwrap()).await
}

/// Everything of an answer but the request's id, which is new in each.
fn whole(got: &Got) -> (u16, Vec<(String, String)>, String) {
    let mut headers: Vec<(String, String)> = got
        .headers
        .iter()
        .filter(|(name, _)| *name != "x-request-id")
        .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect();
    headers.sort();
    (got.status.as_u16(), headers, String::from_utf8_lossy(&got.body).into_owned())
}

#[tokio::test]
async fn forged_bearers_all_get_one_same_refusal() {
    let world = World::open(Place::Lite).await;
    for school in ["alpha", "beta"] {
        world.person(school, &format!("admin@{school}.example"), "Admin", Role::SchoolAdmin).await;
    }
    let good = world.sign_in("alpha", "admin@alpha.example").await.0;
    let foreign = world.sign_in("beta", "admin@beta.example").await.0;
    let forger = Forger::new(&world, good, foreign);
    // What was put together here works as long as nothing about it is wrong.
    let rest = world.get("alpha", "/api/v1/oa/enquiries", &forger.good_again()).await;
    assert_eq!(rest.status, 200);

    let forgeries = forger.all();
    assert!(forgeries.len() >= 40, "{}", forgeries.len());
    let guarded: Vec<&Operation> = all().iter().filter(|operation| !operation.public).collect();
    let mut first: Option<Seen> = None;
    let mut wrong = Vec::new();
    for operation in &guarded {
        for forgery in &forgeries {
            let got = whole(&ask(&world, operation, forgery).await);
            let first = first.get_or_insert_with(|| got.clone());
            if got.0 != 401 || got != *first {
                wrong.push(format!("{} with {}: {got:?}", operation.id, forgery.name));
            }
        }
    }
    println!(
        "{} forgeries at {} operations: {:?}",
        forgeries.len(),
        guarded.len(),
        first.map(|(status, _, body)| (status, body))
    );
    assert!(wrong.is_empty(), "{} answers are not that one:\n{}", wrong.len(), wrong.join("\n"));
}
