//! A link hangs on no table of objects: one that names somebody of another school, somebody who is switched off, or nobody, opens nothing.

use serde_json::json;
use words::{Clock as _, Role};

use crate::database::execute;
use crate::entry::auth;
use crate::ways::{MINUTE, is, on_both, outcome};
use crate::world::World;

async fn forge(world: &World, school: &str, token: &str, person: &str, purpose: &str) {
    let now = world.clock.now_ms();
    let sql = format!(
        "INSERT INTO links (school_id, token_hash, object_id, purpose, address, created_at, expires_at)
         SELECT CAST($1 AS TEXT), '{}', '{person}', '{purpose}', 'huda@alpha.example', {now}, {}",
        kernel::crypto::token_hash(token),
        now + MINUTE
    );
    assert_eq!(execute(&world.app.db, school, &sql).await.unwrap(), 1);
}

#[tokio::test]
async fn a_link_opens_nobody_but_its_own_schools_person() {
    on_both(async |world| {
        let id = world.person("alpha", "huda@alpha.example", "Huda", Role::Guardian).await;
        let dead = is(404, "L010");
        for purpose in ["set_password", "invitation", "verify_email", "change_email", "restore_email", "restore_phone"]
        {
            for (school, person) in [("beta", id.as_str()), ("alpha", "nobody")] {
                let token = format!("{purpose}-{person}");
                forge(world, school, &token, person, purpose).await;
                let set = json!({ "token": token, "password": "marble-otter-31-lantern" });
                assert_eq!(
                    outcome(&world.post(school, &auth("reset-password"), set).await),
                    dead,
                    "{school} {purpose}"
                );
                let prove = world.post(school, &auth("verify-email"), json!({ "token": token })).await;
                assert_eq!(outcome(&prove), dead, "{school} {purpose}");
            }
        }
        let moved = "UPDATE links SET address = 'former@alpha.example' WHERE school_id = $1 AND used_at IS NULL";
        forge(world, "alpha", "former", &id, "set_password").await;
        assert!(execute(&world.app.db, "alpha", moved).await.unwrap() > 0);
        let set = json!({ "token": "former", "password": "marble-otter-31-lantern" });
        assert_eq!(
            outcome(&world.post("alpha", &auth("reset-password"), set).await),
            dead,
            "to an address that was given up"
        );
        let off = "UPDATE users SET status = 'disabled' WHERE school_id = $1 AND email = 'huda@alpha.example'";
        forge(world, "alpha", "own", &id, "set_password").await;
        assert_eq!(execute(&world.app.db, "alpha", off).await.unwrap(), 1);
        let set = json!({ "token": "own", "password": "marble-otter-31-lantern" });
        assert_eq!(outcome(&world.post("alpha", &auth("reset-password"), set).await), dead, "switched off");
    })
    .await;
}
