//! Links to letters: what opens nothing is one answer, whatever it is and wherever it is tried; and no page or answer of a link leaves a trace.

use axum::body::{Body, Bytes};
use serde_json::json;
use testkit::{MULTIPART, multipart};

use crate::database::Place;
use crate::lettered::{go, grant, lettered, link_to, offered, prove, read};
use crate::operations::{Operation, all};
use crate::pictures::pdf;
use crate::world::{Got, World};

/// Those whose token is of something else: drafts, applications, accounts. Their own tests show them.
const OF_OTHERS: [&str; 4] = ["get_draft", "save_draft", "open_application", "open_unlocked"];
/// The pages that links lead to.
const PAGES: [&str; 6] =
    ["offer-letter", "conditional-offer-letter", "acceptance", "consent", "financial_document", "student-encrypted"];

fn is_token(name: &str) -> bool {
    let name = name.to_lowercase();
    name.ends_with("token") && !name.contains("captcha")
}

/// Whether somebody without a session gives a token in its path, query or body.
fn takes_token(operation: &Operation) -> bool {
    let in_body = operation.body.as_ref().and_then(|(_, schema)| schema["properties"].as_object());
    operation.public
        && !operation.path.contains("/auth/")
        && (operation.parameters.iter().any(|one| one.place != "header" && is_token(&one.name))
            || in_body.is_some_and(|fields| fields.keys().any(|name| is_token(name))))
}

/// Every call that opens something by the token of a letter's link: whatever is new is among them.
fn by_letters() -> Vec<&'static Operation> {
    all().iter().filter(|one| takes_token(one) && !OF_OTHERS.contains(&one.id.as_str())).collect()
}

/// A call by a token, complete but for the token.
async fn by_token(world: &World, school: &str, operation: &Operation, token: &str, grant: &str) -> Got {
    let signature = json!([{
        "typed_name": "Huda Al-Said", "agreed_text_hash": "0".repeat(64), "document_hash": "0".repeat(64),
    }]);
    let hint = |name: &str| match name {
        "grant" => Some(json!(grant)),
        "proof" => Some(json!("2021-03-04")),
        "locale" => Some(json!("en")),
        "signatures" => Some(signature.clone()),
        _ => is_token(name).then(|| json!(token)),
    };
    let mut path = operation.path.clone();
    let mut query = Vec::new();
    for one in operation.parameters.iter().filter(|one| one.place != "header") {
        let value = if is_token(&one.name) { token } else { "offer" };
        match one.place.as_str() {
            "path" => path = path.replace(&format!("{{{}}}", one.name), value),
            _ if one.required || is_token(&one.name) => query.push(format!("{}={value}", one.name)),
            _ => {}
        }
    }
    if !query.is_empty() {
        path = format!("{path}?{}", query.join("&"));
    }
    let request = world.ask(school, &operation.method, &path).header("x-letter-grant", grant);
    let request = match &operation.body {
        None => request.body(Body::empty()),
        Some((kind, _)) if kind == "application/json" => {
            request.header("content-type", kind.as_str()).body(Body::from(operation.example(&hint).to_string()))
        }
        Some((_, schema)) => {
            // In the order in which it asks for them; the file is the last.
            let values = operation.example(&hint);
            let names = schema["required"].as_array().unwrap().iter().filter_map(|name| name.as_str());
            let fields = names.filter(|name| *name != "file");
            let parts = fields.filter_map(|name| Some((name, values[name].as_str()?)));
            let body = multipart(&parts.collect::<Vec<_>>(), "paper.pdf", &pdf(70));
            request.header("content-type", MULTIPART).body(Body::from(body))
        }
    };
    world.send(request.unwrap()).await
}

/// What anybody sees of an answer: all of it but the moment and the request's own number.
fn seen(got: &Got) -> (u16, Vec<(String, String)>, Bytes) {
    let is_same = |name: &str| !matches!(name, "x-request-id" | "date" | "server-timing");
    let headers = got.headers.iter().filter(|(name, _)| is_same(name.as_str()));
    let mut headers: Vec<_> =
        headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned())).collect();
    headers.sort();
    (got.status.as_u16(), headers, got.body.clone())
}

fn leaves_no_trace(got: &Got, what: &str) {
    let said = |name: &str| got.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    assert_eq!(said("cache-control"), "no-store", "{what}");
    assert_eq!(said("referrer-policy"), "no-referrer", "{what}");
    assert!(!said("content-security-policy").contains("http"), "{what}: {}", said("content-security-policy"));
    assert!(got.headers.get("set-cookie").is_none(), "{what}");
}

#[test]
fn every_call_by_a_letters_token_is_among_them() {
    let ids: Vec<&str> = by_letters().iter().map(|one| one.id.as_str()).collect();
    for id in ["get_offer_letter", "send_letter_code", "prove_letter", "answer_offer_letter", "download_offer_letter"] {
        assert!(ids.contains(&id), "{id}: {ids:?}");
    }
    for id in OF_OTHERS {
        assert!(all().iter().any(|one| one.id == id && takes_token(one)), "{id} is none any more");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_opens_no_letter_is_one_answer() {
    for place in [Some(Place::Lite), Place::postgres().await].into_iter().flatten() {
        let change = |schools: &std::path::Path, _: &mut server::Settings| {
            lettered(schools, "alpha");
            lettered(schools, "beta");
        };
        let world = World::with(place, change).await;
        let newest = async || link_to(&world, "huda@example.org").await.unwrap();
        offered(&world, "Sara").await;
        let open = newest().await;
        let good = grant(&world, &open).await;
        let (withdrawn_id, bearer) = offered(&world, "Omar").await;
        let withdrawn = newest().await;
        let withdrawn_grant = grant(&world, &withdrawn).await;
        go(&world, &withdrawn_id, &bearer, "S/assessed", json!({ "reason_text": "It was agreed" })).await.is(200);
        offered(&world, "Mona").await;
        let tried = newest().await;
        for _ in 0..5 {
            prove(&world, &tried, "2020-01-01").await.is(422);
        }
        let made_up = "x".repeat(43);
        for operation in by_letters() {
            let id = operation.id.as_str();
            let nothing = by_token(&world, "alpha", operation, &made_up, &good).await;
            assert_eq!((nothing.status.as_u16(), &nothing.json()["messageId"]), (404, &json!("L010")), "{id}");
            leaves_no_trace(&nothing, id);
            for (what, school, token, grant) in [
                ("another one made up", "alpha", "y".repeat(43), &good),
                ("nothing like one", "alpha", "1".to_owned(), &good),
                ("another school's", "beta", open.clone(), &good),
                ("one that was taken back", "alpha", withdrawn.clone(), &withdrawn_grant),
                ("one that was tried too often", "alpha", tried.clone(), &good),
            ] {
                let got = by_token(&world, school, operation, &token, grant).await;
                assert_eq!(seen(&got), seen(&nothing), "{id}: {what}");
            }
            // A grant of another link, or none: whoever has the link alone learns nothing more than that.
            if matches!(id, "answer_offer_letter" | "download_offer_letter") {
                for grant in ["", "made up", &withdrawn_grant] {
                    let got = by_token(&world, "alpha", operation, &open, grant).await;
                    assert_eq!(seen(&got), seen(&nothing), "{id}: {grant:?}");
                }
            }
        }
        leaves_no_trace(&read(&world, &open, &good).await, "the letter");
        for page in PAGES {
            let request = world.ask("alpha", "GET", &format!("/{page}/{open}")).header("accept", "text/html");
            let got = world.send(request.body(Body::empty()).unwrap()).await;
            leaves_no_trace(&got, page);
            assert!(!String::from_utf8_lossy(&got.body).contains(&open), "{page} has no token in it");
        }
        // Its midnight is over: the link is one like any.
        world.clock.advance(60 * 86_400_000);
        for operation in by_letters() {
            let id = operation.id.as_str();
            let nothing = by_token(&world, "alpha", operation, &made_up, &good).await;
            let got = by_token(&world, "alpha", operation, &open, &good).await;
            assert_eq!(seen(&got), seen(&nothing), "{id}: one that is over");
        }
        world.close().await;
    }
}
