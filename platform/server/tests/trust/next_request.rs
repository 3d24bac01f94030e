//! What was taken from a person is gone at their next request, at every operation that is not public.

use kernel::Caller;
use serde_json::json;
use words::Role;

use crate::checks;
use crate::database::{Place, execute, scope};
use crate::matrix::Matrix;
use crate::operations::{Operation, all};
use crate::world::World;

async fn play(place: Place) {
    let world = World::open(place).await;
    let mut matrix = Matrix::set(&world, false).await;
    let guarded: Vec<&'static Operation> = all().iter().filter(|operation| !operation.public).collect();
    let mut wrong = Vec::new();
    let mut expect = |operation: &Operation, who: &str, got: u16, expected: u16| {
        if got != expected {
            wrong.push(format!("{} by {who}: {got} and not {expected}", operation.id));
        }
    };

    for name in ["disabled", "ended", "changed"] {
        world.person("alpha", &format!("{name}@alpha.example"), name, Role::SchoolAdmin).await;
    }
    let (disabled, _) = world.sign_in("alpha", "disabled@alpha.example").await;
    let (ended, _) = world.sign_in("alpha", "ended@alpha.example").await;
    let (changed, _) = world.sign_in("alpha", "changed@alpha.example").await;
    // All three work before, or nothing would be shown.
    for bearer in [&disabled, &ended, &changed] {
        world.get("alpha", "/api/v1/oa/enquiries", bearer).await.is(200);
    }

    let system = Caller::system(scope("alpha"));
    world.app.state.identity.disable(&system, "disabled@alpha.example").await.unwrap();
    world.post("alpha", "/api/v1/oa/auth/sign-out", json!({ "token": ended })).await.is(200);
    for operation in &guarded {
        expect(operation, "a disabled person", matrix.ask_as(operation, &disabled).await.status.as_u16(), 401);
        expect(operation, "an ended session", matrix.ask_as(operation, &ended).await.status.as_u16(), 401);
    }

    // The roles alone, under a session that lives on: the next request reads them anew.
    for operation in &guarded {
        let may = operation.roles().unwrap();
        let Some(lesser) = Role::ALL.iter().find(|role| !may.contains(role)) else { continue };
        let sql = format!(
            "UPDATE users SET roles = '[\"{}\"]' WHERE school_id = $1 AND email = 'changed@alpha.example'",
            lesser.as_str()
        );
        execute(&world.app.db, "alpha", &sql).await.unwrap();
        expect(operation, lesser.as_str(), matrix.ask_as(operation, &changed).await.status.as_u16(), 403);
    }
    println!("{} operations: refused to who was disabled, signed out, or lost the role", guarded.len());
    world.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn what_was_taken_is_gone_at_the_next_request_on_sqlite() {
    play(Place::Lite).await;
}

#[tokio::test]
async fn what_was_taken_is_gone_at_the_next_request_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        play(place).await;
    }
}

async fn wait(place: Place) {
    let world = World::open(place).await;
    let wrong = checks::who_is_switched_off_writes_nothing_more(&world).await;
    world.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn what_was_taken_is_gone_for_requests_that_wait_on_sqlite() {
    wait(Place::Lite).await;
}

#[tokio::test]
async fn what_was_taken_is_gone_for_requests_that_wait_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        wait(place).await;
    }
}
