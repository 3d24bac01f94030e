//! What lies in one place and is one school's all the same: hosts, contents by their digest, and ways in that have ended.

use std::net::{IpAddr, Ipv4Addr};

use kernel::StoreError;
use moving::{Database, Key, Place, Sessions, Taking};
use objects::{Access, Objects, StoreSettings};
use serde_json::json;
use tenants::depot::{Depot, Keys};
use tenants::registry::resolve::Policy;
use tenants::registry::{Outcome, RequestHead};
use tenants::template::{NewSchool, create};
use tenants::{NoPlugins, Registry, RegistryConfig};
use test_s3::{BUCKET, KEY_ID, KEY_SECRET, TestS3};
use words::{SchoolId, SystemRng};

use crate::world::{NOW, World};

fn id(text: &str) -> SchoolId {
    SchoolId::parse(text).unwrap()
}

/// A bundle that was copied names the host of the school whose it is, and comes first in the alphabet.
pub async fn a_host_stays_its_holders(_: &World) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let open = || {
        Registry::open(RegistryConfig {
            schools_dir: folder.path().to_owned(),
            overlays: folder.path().join(".overlays"),
            policy: Policy { base_domain: "schools.test".into(), ..Policy::default() },
            catalog: std::sync::Arc::new(NoPlugins),
        })
        .unwrap()
    };
    for name in ["zeta", "aaa"] {
        let new = NewSchool::under("schools.test", id(name)).named(name, "مدرسة").in_place("Asia/Muscat", "OMR");
        create(folder.path(), &new, jiff::civil::date(2026, 11, 21)).unwrap();
        let file = folder.path().join(name).join("school.yaml");
        let text = std::fs::read_to_string(&file).unwrap().replace("hosts: []", "hosts: [apply.school.example]");
        std::fs::write(&file, text).unwrap();
        open().keep_hosts();
    }
    let head = RequestHead {
        hosts: &[b"apply.school.example"],
        authority: None,
        peer: IpAddr::V4(Ipv4Addr::LOCALHOST),
        school_ids: &[],
        client_ids: &[],
        path: "/",
    };
    match open().resolve(&head) {
        Outcome::School(school) if school.id().as_str() == "zeta" => Vec::new(),
        Outcome::School(school) => vec![format!("{} has the host of zeta", school.id())],
        _ => vec!["nobody has the host".into()],
    }
}

/// Digests are public, and one store holds the contents of all schools.
pub async fn a_digest_opens_its_own_school_alone(_: &World) -> Vec<String> {
    let store = TestS3::start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let depot = |name: &str| {
        let settings = StoreSettings {
            bucket: BUCKET.into(),
            prefix: None,
            endpoint: Some(store.endpoint()),
            ..StoreSettings::default()
        };
        let access = Access { id: KEY_ID.into(), secret: KEY_SECRET.into() };
        let data = folder.path().join(name);
        let keys = Keys { folder: data.join("secret.keys"), secret: None };
        let objects = Objects::open(&settings, Some(access)).unwrap();
        let (schools, overlays) = (data.join("schools"), data.join("overlays"));
        let depot = Depot::new(objects, &data, schools, overlays.clone(), keys).unwrap();
        (depot, move |school: &str| tenants::bundle::OverlayStore::new(overlays.join(school)))
    };
    let ((one, of_one), (two, of_two)) = (depot("one"), depot("two"));
    let digest = of_one("alpha").put_blob(b"the rules of alpha").unwrap();
    one.put_blobs(&id("alpha"), [digest.as_str()]).await.unwrap();
    let mut wrong = Vec::new();
    for (school, may) in [("alpha", true), ("beta", false)] {
        let brought = two.bring(&id(school), [digest.as_str()]).await;
        if brought.is_ok() != may {
            wrong.push(format!("{school} asks for contents of alpha: {brought:?}"));
        }
        if of_two(school).has_blob(&digest) != may {
            wrong.push(format!("{school} names contents of alpha: {}", !may));
        }
    }
    // One that it never had keeps none of its own from coming.
    let own = of_one("beta").put_blob(b"the rules of beta").unwrap();
    one.put_blobs(&id("beta"), [own.as_str()]).await.unwrap();
    if two.bring(&id("beta"), [digest.as_str(), own.as_str()]).await.is_ok() || !of_two("beta").has_blob(&own) {
        wrong.push("beta does not get its own beside alpha's".into());
    }
    // Nor does a school say that they are its own which it has not: an overlay that came with an archive may name them.
    if one.put_blobs(&id("beta"), [digest.as_str()]).await.is_ok() {
        wrong.push("beta puts contents of alpha, which it has not".into());
    }
    let other = of_one("beta").put_blob(b"something else").unwrap();
    let blobs = folder.path().join("one/overlays/beta/blobs");
    std::fs::rename(blobs.join(&other), blobs.join(&digest)).unwrap();
    if one.put_blobs(&id("beta"), [digest.as_str()]).await.is_ok() {
        wrong.push("beta puts a file that is only called like alpha's".into());
    }
    wrong
}

/// A write that was under way when its school went is not committed, and no later one begins: nothing of a deleted school is written anew.
pub async fn a_school_that_is_gone_is_written_no_more(world: &World) -> Vec<String> {
    let (app, scope) = (&world.app, crate::database::scope("beta"));
    let (bundle, aside) = (app.config.schools.join("beta"), app.config.schools.join(".aside"));
    let ((begun, mut has_begun), (go, let_go)) = (tokio::sync::watch::channel(false), tokio::sync::oneshot::channel());
    let write = app.db.write(&scope, move |_| {
        Box::pin(async move {
            begun.send_replace(true);
            let _ = let_go.await;
            Ok::<_, StoreError>(())
        })
    });
    let take_away = async {
        has_begun.wait_for(|begun| *begun).await.unwrap();
        std::fs::rename(&bundle, &aside).unwrap();
        let registry = app.registry.clone();
        tokio::task::spawn_blocking(move || registry.poll()).await.unwrap();
        go.send(()).unwrap();
    };
    let (under_way, ()) = tokio::join!(write, take_away);
    let later = app.db.write(&scope, |_| Box::pin(async { Ok::<_, StoreError>(()) })).await;
    let read = app.db.read(&scope).await.map(drop);
    let cases = [("under way", under_way), ("later", later), ("read", read)];
    cases
        .into_iter()
        .filter(|(_, done)| !matches!(done, Err(StoreError::Gone)))
        .map(|(case, _)| case.to_owned())
        .collect()
}

/// A link that was sent before the archive was made, and may have been used since.
pub async fn an_old_archive_lets_nobody_in(world: &World) -> Vec<String> {
    world.person("alpha", "left@alpha.example", "Left", words::Role::SchoolAdmin).await;
    world.sign_in("alpha", "left@alpha.example").await;
    let asked = json!({ "email": "left@alpha.example", "captcha_token": "" });
    world.post("alpha", "/api/v1/oa/auth/forget-password", asked).await.is(200);
    let (from, secret) = (server::maintenance::place(&world.app.config), world.app.secret.clone());
    let left = tokio::task::spawn_blocking(move || {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir_all(data.join("schools")).unwrap();
        let to = Place {
            schools: data.join("schools"),
            database: Database::Lite(data.join("db")),
            secret_file: data.join("secret"),
            objects: None,
            data,
        };
        let (file, key) = (folder.path().join("alpha.qabul"), Key::File(vec![7; 32]));
        let making = moving::Making { place: &from, secret: &secret, rng: &SystemRng, now_ms: NOW };
        let made = moving::export(&making, &id("alpha"), &file, &key).unwrap();
        let ways_in = ["sessions", "refresh_tokens", "links"];
        for way in ways_in {
            let were = made.schools[0].tables.iter().find(|table| table.name == way).unwrap().sum.rows;
            assert!(were > 0, "there are no {way}");
        }
        let taking = Taking { only: None, sessions: Sessions::End, now_ms: NOW };
        moving::import(&to, &secret, &SystemRng, &file, &mut |_| Ok(key.clone()), taking).unwrap();
        let mut source = to.source(&id("alpha")).unwrap().unwrap();
        let tables = source.tables().unwrap();
        let kept = tables.iter().filter(|table| ways_in.contains(&table.name.as_str()));
        kept.map(|table| (table.name.clone(), source.sum(table).unwrap().rows)).collect::<Vec<_>>()
    });
    let left = left.await.unwrap();
    assert_eq!(left.len(), 3, "{left:?}");
    left.into_iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{n} {name} came back to life")).collect()
}
