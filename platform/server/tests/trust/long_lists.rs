//! Long lists that are made beside everything else: guards of who has them, and of how many there are. Each check gives what is wrong.

use serde_json::json;
use words::Role;

use crate::database::{execute, number, scope};
use crate::doors::Wrong;
use crate::world::World;

const EXPORTS: &str = "/api/v1/oa/enquiries/exports";

/// Somebody who may take lists out: their id and bearer.
async fn somebody(world: &World, name: &str) -> (String, String) {
    let email = format!("{name}@alpha.example");
    let id = world.person("alpha", &email, name, Role::SchoolAdmin).await;
    (id, world.sign_in("alpha", &email).await.0)
}

async fn asked(world: &World, bearer: &str) -> String {
    let told = world.call("alpha", "POST", EXPORTS, bearer, json!({ "format": "csv" })).await.is(201);
    told["export"]["id"].as_str().unwrap().to_owned()
}

/// A colleague of the same rights neither sees nor has, ends nor removes it.
pub async fn a_long_list_is_who_asked_for_it(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let ((_, owner), (_, colleague)) = (somebody(world, "owner").await, somebody(world, "colleague").await);
    let id = asked(world, &owner).await;
    world.app.worker().work(&scope("alpha")).await;
    let file = format!("{EXPORTS}/{id}/file");
    wrong.expect("the file, by a colleague", &world.get("alpha", &file, &colleague).await, "404 A001");
    let cancel = format!("{EXPORTS}/{id}/cancel");
    let cancelled = world.call("alpha", "POST", &cancel, &colleague, json!({})).await;
    wrong.expect("cancelled by a colleague", &cancelled, "404 A001");
    let removed = world.call("alpha", "DELETE", &format!("{EXPORTS}/{id}"), &colleague, json!({})).await;
    wrong.expect("removed by a colleague", &removed, "404 A001");
    if world.get("alpha", EXPORTS, &colleague).await.is(200)["items"] != json!([]) {
        wrong.0.push("it is among a colleague's".into());
    }
    wrong.expect("the file, by its owner", &world.get("alpha", &file, &owner).await, "200 ");
    wrong.0
}

/// One at a time, and five that are kept.
pub async fn an_account_makes_one_long_list_at_a_time(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    let (_, owner) = somebody(world, "owner").await;
    let ask = async || world.call("alpha", "POST", EXPORTS, &owner, json!({ "format": "csv" })).await;
    for n in 1..=5 {
        wrong.expect(&format!("number {n}"), &ask().await, "201 ");
        wrong.expect(&format!("beside number {n}"), &ask().await, "409 A008");
        world.app.worker().work(&scope("alpha")).await;
    }
    wrong.expect("a sixth", &ask().await, "409 A008");
    wrong.0
}

/// The right is asked again at every step, not only of who comes for the file.
pub async fn who_lost_the_right_has_no_list_made(world: &World) -> Vec<String> {
    let mut wrong = Wrong::none();
    for change in ["roles = '[\"auditor\"]'", "status = 'disabled'"] {
        let (id, owner) = somebody(world, if change.starts_with("roles") { "demoted" } else { "disabled" }).await;
        let job = asked(world, &owner).await;
        let sql = format!("UPDATE users SET {change} WHERE school_id = $1 AND id = '{id}'");
        execute(&world.app.db, "alpha", &sql).await.unwrap();
        world.app.worker().work(&scope("alpha")).await;
        let made = format!("SELECT COUNT(*) FROM bulk_jobs WHERE school_id = $1 AND id = '{job}' AND state = 'done'");
        if number(&world.app.db, "alpha", &made).await != 0 {
            wrong.0.push(format!("a list was made for an account with {change}"));
        }
    }
    wrong.0
}
