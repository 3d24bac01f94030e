//! What the first visitors of a school wait for is built in the school's turn: whoever waits holds no thread, and no other school waits.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use admissions::forms::{FormLogic, Known, LogicCall, LogicFault, PluginPin};
use kernel::MessageId;
use plugin_host::{HostConfig, PluginHost};
use serde_json::json;
use server::plugins::Logic;
use tenants::School;
use testkit::{Backend, Client};
use tokio::task::JoinSet;
use words::Language;

use crate::desk::{SETTINGS, edit, save};
use crate::desk_rules::running;

/// By when somebody has been answered, if anybody is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A school's turn that somebody has who does not end, with as many behind them as may be: whoever else asks is told so at once.
struct Line {
    go: mpsc::Sender<()>,
    people: JoinSet<Result<(), MessageId>>,
}

impl Line {
    async fn before(school: &Arc<School>) -> Self {
        let (go, wait) = mpsc::channel();
        let (began, begun) = tokio::sync::oneshot::channel();
        let mut people = JoinSet::new();
        let first = school.clone();
        people.spawn(async move {
            let built = first.built(None, move |_| {
                let _ = began.send(());
                let _ = wait.recv();
            });
            built.await.map_err(|refusal| refusal.id())
        });
        begun.await.unwrap();
        for _ in 0..=256 {
            let one = school.clone();
            people.spawn(async move { one.built(None, |_| ()).await.map_err(|refusal| refusal.id()) });
        }
        let first = tokio::time::timeout(PATIENCE, people.join_next()).await.unwrap().unwrap().unwrap();
        assert_eq!(first, Err(MessageId::R012), "one of them is too many");
        Self { go, people }
    }

    async fn end(mut self) {
        self.go.send(()).unwrap();
        while let Some(one) = self.people.join_next().await {
            assert_eq!(one.unwrap(), Ok(()));
        }
    }
}

#[tokio::test]
async fn what_a_school_shows_first_is_built_in_its_turn() {
    let (app, _) = running(Backend::Lite).await;
    let paths = [
        "/api/v1/oa/common/school-details",
        "/api/v1/oa/common/legal",
        "/api/v1/oa/public/criteria",
        "/branding/x.png",
    ];
    let refused = async |client: &Client| {
        let mut refused = Vec::new();
        for path in paths {
            let reply = client.get(path).await.unwrap();
            assert!([200, 404, 429].contains(&reply.status), "{path}: {}", reply.text);
            refused.push(reply.status == 429 && reply.message_id() == "R012");
        }
        refused
    };
    for school in ["a", "b"] {
        // As after a publication: nothing of it was shown yet.
        app.app.registry.reload(app.school(school).unwrap().id()).unwrap();
    }
    let line = Line::before(&app.school("a").unwrap()).await;
    assert_eq!(refused(&app.at("a")).await, [true; 4], "all of them wait for the turn");
    assert_eq!(refused(&app.at("b")).await, [false; 4], "another school has turns of its own");
    line.end().await;
    assert_eq!(refused(&app.at("a")).await, [false; 4]);
    let line = Line::before(&app.school("a").unwrap()).await;
    assert_eq!(refused(&app.at("a")).await, [false; 4], "what was built waits for nobody");
    line.end().await;
}

/// Whoever guesses at names of pictures has none of a draft drawn on a thread of all schools.
#[tokio::test]
async fn a_drafts_pictures_are_drawn_in_the_schools_turn() {
    let (app, admin) = running(Backend::Lite).await;
    let asked = async || app.at("a").get("/branding/x.png").await.unwrap();
    let version = admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap();
    assert_eq!(asked().await.status, 404, "what is live is in memory");
    assert_eq!(save(&admin, version, json!([edit("/name/en", json!("Drafted"))])).await.status, 200);
    let line = Line::before(&app.school("a").unwrap()).await;
    let waits = asked().await;
    assert_eq!((waits.status, waits.message_id()), (429, "R012"), "{}", waits.text);
    line.end().await;
    assert_eq!(asked().await.status, 404);
    let line = Line::before(&app.school("a").unwrap()).await;
    assert_eq!(asked().await.status, 404, "what was drawn waits for nobody");
    line.end().await;
}

#[tokio::test]
async fn a_forms_rules_are_loaded_in_the_schools_turn() {
    let (app, _) = running(Backend::Lite).await;
    let school = app.school("a").unwrap();
    let info = school.plugin("abq").unwrap().info.clone();
    let call = LogicCall {
        school: school.clone(),
        plugin: PluginPin {
            name: "abq".into(),
            id: info.id.clone(),
            version: info.version.clone(),
            digest: info.digest.clone(),
        },
        component: None,
        form: "abq".into(),
        locale: Language::En,
        step: String::new(),
        role: "family",
        now_ms: app.app.clock.now_ms(),
        today: school.today(app.app.clock.now_ms()),
        values: json!({}),
        known: Known::default(),
    };
    // A host that has none of them in memory, as after many others were used.
    let logic = Logic { host: PluginHost::new(HostConfig::default()).unwrap(), calls: Arc::default() };
    let line = Line::before(&school).await;
    assert_eq!(logic.check(call.clone()).await.map(drop), Err(LogicFault { code: "busy".into() }));
    line.end().await;
    assert_eq!(logic.check(call.clone()).await.map(drop), Ok(()));
    let line = Line::before(&school).await;
    assert_eq!(logic.check(call).await.map(drop), Ok(()), "what is in memory waits for nobody");
    line.end().await;
}
