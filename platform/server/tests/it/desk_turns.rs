//! Turns at what is dear on the desk: whoever hangs up in the middle of it does not stop it, and so keeps the school's turn until it has ended.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::http::Method;
use kernel::caller::SchoolScope;
use kernel::files::FileStore;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError};
use serde_json::{Map, Value, json};
use server::trial_runs::Rehearse;
use settings::model::Edit;
use settings::texts::TextsSearch;
use settings::{Rehearsal, Rehearsed, Rules, RulesFault, Scheduled, Settings};
use testkit::{Backend, Client, TestApp};
use tokio::sync::watch;
use tokio::task::JoinSet;
use words::{Language, Role};

use crate::desk::{SETTINGS, edit, publish, save};
use crate::desk_rules::{another, running};

/// Who may stand in a school's line, whoever has the turn among them.
const ROOM: usize = 1 + 8;
/// By when somebody has been answered, if anybody is.
const PATIENCE: Duration = Duration::from_secs(60);

/// The server's own rules, which wait before each answer until they are let go.
struct Held {
    rules: Rehearse,
    began: watch::Sender<bool>,
    let_go: watch::Receiver<bool>,
}

#[async_trait]
impl Rules for Held {
    async fn rehearse(&self, asked: Rehearsal) -> Result<Rehearsed, RulesFault> {
        self.began.send_replace(true);
        let mut let_go = self.let_go.clone();
        // Whoever holds the other end may have ended.
        let _ = let_go.wait_for(|is_let_go| *is_let_go).await;
        self.rules.rehearse(asked).await
    }
}

/// No words at all, which wait before each answer until they are let go.
struct HeldWords {
    began: watch::Sender<bool>,
    let_go: watch::Receiver<bool>,
}

impl settings::Words for HeldWords {
    fn namespaces(&self) -> Vec<String> {
        self.began.send_replace(true);
        while !*self.let_go.borrow() && self.let_go.has_changed().is_ok() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Vec::new()
    }

    fn texts(&self, _: Language, _: &str) -> Option<Map<String, Value>> {
        None
    }
}

struct Nobody;

#[async_trait]
impl settings::Colleagues for Nobody {
    async fn staff(&self, _: &SchoolScope) -> Result<i64, Refusal> {
        Ok(0)
    }

    async fn require_fresh(&self, _: &mut SchoolTx, _: &Caller, _: i64) -> Result<(), Refusal> {
        Ok(())
    }

    async fn caller_of(
        &self,
        _: &mut SchoolTx,
        _: &SchoolScope,
        _: &settings::Editor,
    ) -> Result<Option<Caller>, StoreError> {
        Ok(None)
    }

    async fn tell(&self, _: &mut SchoolTx, _: &Caller, _: &settings::Guards) -> Result<(), StoreError> {
        Ok(())
    }
}

/// The server's desk over the same schools, whose rules and words wait; who asks; when they began; what lets them go.
fn slow_desk(app: &TestApp) -> (Settings, Caller, watch::Receiver<bool>, watch::Sender<bool>) {
    slow_desk_on(app, FileStore::open(app.folder.path().join("files")).unwrap())
}

fn slow_desk_on(app: &TestApp, files: FileStore) -> (Settings, Caller, watch::Receiver<bool>, watch::Sender<bool>) {
    slow_desk_among(app, files, Arc::new(Nobody))
}

fn slow_desk_among(
    app: &TestApp,
    files: FileStore,
    colleagues: Arc<dyn settings::Colleagues>,
) -> (Settings, Caller, watch::Receiver<bool>, watch::Sender<bool>) {
    let ((began, has_begun), (go, let_go)) = (watch::channel(false), watch::channel(false));
    let inner = &app.app;
    let desk = Settings::new(settings::Parts {
        db: inner.db.clone(),
        clock: inner.clock.clone(),
        rng: inner.rng.clone(),
        secret: inner.secret.clone(),
        registry: inner.registry.clone(),
        files,
        words: Arc::new(HeldWords { began: began.clone(), let_go: let_go.clone() }),
        press: Arc::new(server::press::LetterPress::new().expect("threads")),
        rules: Arc::new(Held { rules: Rehearse(inner.plugins.clone()), began, let_go }),
        colleagues,
        calls: Arc::default(),
        origin: Arc::new(|_| String::new()),
        depot: None,
    });
    (desk, Caller::system(app.school("a").unwrap().scope()), has_begun, go)
}

/// Lets some work begin and hangs up; then a line of others comes, for whom nothing is held.
async fn a_turn_outlives_who_hung_up<T>(what: &str, work: impl AsyncFnOnce(Settings, Caller) -> Result<T, Refusal>) {
    let (app, _) = running(Backend::Lite).await;
    let (desk, caller, mut has_begun, go) = slow_desk(&app);
    tokio::select! {
        _ = work(desk.clone(), caller.clone()) => panic!("{what}: ended while it is held"),
        began = tokio::time::timeout(PATIENCE, has_begun.wait_for(|is_begun| *is_begun)) => drop(began.unwrap().unwrap()),
    }
    let mut line = JoinSet::new();
    for _ in 0..ROOM {
        let (desk, caller) = (desk.clone(), caller.clone());
        line.spawn(async move { desk.compare_form(&caller, "new").await.map(drop).map_err(|refusal| refusal.id()) });
    }
    let first = tokio::time::timeout(PATIENCE, line.join_next()).await.unwrap().unwrap().unwrap();
    assert_eq!(first, Err(MessageId::R012), "{what}: the work goes on, so one of them is too many and the others wait");
    go.send(true).unwrap();
    while let Some(other) = line.join_next().await {
        assert_eq!(other.unwrap(), Ok(()), "{what}: the turn comes back once the work has ended");
    }
}

#[tokio::test]
async fn who_hangs_up_in_a_comparison_keeps_the_turn_until_it_has_ended() {
    a_turn_outlives_who_hung_up("comparing", async |desk, caller| desk.compare_form(&caller, "abq").await).await;
}

#[tokio::test]
async fn who_hangs_up_while_a_component_is_tried_keeps_the_turn_until_it_has_ended() {
    a_turn_outlives_who_hung_up("trying", async |desk, caller| desk.keep_blob(&caller, b"plugin", another()).await)
        .await;
}

/// Many who look at a draft that nobody looked at before: it is made of its files once, for all of them.
#[tokio::test]
async fn a_draft_is_tried_once_for_all_who_look_at_it() {
    let (app, _) = running(Backend::Lite).await;
    let (desk, caller, ..) = slow_desk(&app);
    let mut line = JoinSet::new();
    for _ in 0..16 {
        let (desk, scope) = (desk.clone(), caller.school.clone());
        line.spawn(async move { desk.preview_school(&scope).await.map_err(|refusal| refusal.id()) });
    }
    let made: Vec<_> = line.join_all().await.into_iter().map(Result::unwrap).collect();
    assert!(made.iter().all(|school| Arc::ptr_eq(school, &made[0])), "each of them tried it");
}

/// Somebody looks for a text and hangs up, and so many stand behind them that nobody else may: who saves is told of the draft as it
/// is, since a save that went through is none to be tried again.
#[tokio::test]
async fn what_was_written_is_answered_however_long_the_line_is() {
    let (app, _) = running(Backend::Lite).await;
    let (desk, caller, mut has_begun, go) = slow_desk(&app);
    desk.preview_school(&caller.school).await.unwrap();
    let asked = TextsSearch::default;
    tokio::select! {
        _ = desk.search_texts(&caller, asked()) => panic!("it ended while it is held"),
        began = tokio::time::timeout(PATIENCE, has_begun.wait_for(|is_begun| *is_begun)) => drop(began.unwrap().unwrap()),
    }
    let mut line = JoinSet::new();
    for _ in 0..=256 {
        let (desk, caller) = (desk.clone(), caller.clone());
        line.spawn(async move { desk.search_texts(&caller, asked()).await.map(drop).map_err(|refusal| refusal.id()) });
    }
    let first = tokio::time::timeout(PATIENCE, line.join_next()).await.unwrap().unwrap().unwrap();
    assert_eq!(first, Err(MessageId::R012), "the work goes on, so one of them is too many");
    let (file, pointer) = ("school.yaml".to_owned(), "/name/en".to_owned());
    let edit = Edit { file, pointer, value: "Anew".into(), reset: false };
    let told = desk.save_draft(&caller, i64::MAX, vec![edit]).await.map_err(|refusal| refusal.id()).unwrap();
    assert_eq!(told.draft.edits[0].value, "Anew");
    go.send(true).unwrap();
    line.shutdown().await;
}

/// All of a school is read and checked before it goes live. While the school's line is full that waits too, and another school's goes
/// live.
#[tokio::test]
async fn what_is_published_goes_live_in_the_schools_turn() {
    let (app, _) = running(Backend::Lite).await;
    let other = app.signed_in("b", Role::SchoolAdmin).await.unwrap();
    publish(&other, json!([edit("/hijri", json!("Y"))])).await;
    let (desk, caller, mut has_begun, go) = slow_desk(&app);
    let lives = async |id: &str| {
        let done = desk.apply_published(&app.school(id).unwrap().scope()).await;
        done.map_err(|refusal| refusal.id())
    };
    desk.preview_school(&caller.school).await.unwrap();
    let asked = TextsSearch::default;
    tokio::select! {
        _ = desk.search_texts(&caller, asked()) => panic!("it ended while it is held"),
        began = tokio::time::timeout(PATIENCE, has_begun.wait_for(|is_begun| *is_begun)) => drop(began.unwrap().unwrap()),
    }
    let mut line = JoinSet::new();
    for _ in 0..=256 {
        let (desk, caller) = (desk.clone(), caller.clone());
        line.spawn(async move { desk.search_texts(&caller, asked()).await.map(drop).map_err(|refusal| refusal.id()) });
    }
    let first = tokio::time::timeout(PATIENCE, line.join_next()).await.unwrap().unwrap().unwrap();
    assert_eq!(first, Err(MessageId::R012), "one of them is too many");
    assert_eq!(lives("a").await, Err(MessageId::R012));
    assert_eq!(lives("b").await, Ok(()), "no other school waits for it");
    go.send(true).unwrap();
    while line.join_next().await.is_some() {}
    assert_eq!(lives("a").await, Ok(()));
}

/// As with families' files: as much as the school brought today has to be left for all others.
#[tokio::test]
async fn an_upload_leaves_the_disk_what_others_need() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let logo = std::fs::read(app.folder.path().join("schools/a/assets/logo.png")).unwrap();
    let files = FileStore::open(app.folder.path().join("files")).unwrap();
    let room = u64::try_from(settings::LEAST).unwrap();
    let (desk, caller, ..) = slow_desk_on(&app, files.clone().with_room(u64::MAX, room));
    let keep =
        async || desk.keep_blob(&caller, b"picture", logo.clone()).await.map(drop).map_err(|refusal| refusal.id());
    assert_eq!(keep().await, Ok(()));
    assert_eq!(keep().await, Err(MessageId::R009), "what it brought today is as much as there is left");
    let (desk, caller, ..) = slow_desk_on(&app, files.with_room(u64::MAX, 0));
    let none = desk.keep_blob(&caller, b"plugin", vec![]).await.map(drop).map_err(|refusal| refusal.id());
    assert_eq!(none, Err(MessageId::R009), "before the bytes are looked at");
}

/// Somebody who calls a publication off at one server while another, which has read it, asks who set it.
struct CalledOff {
    by: Client,
    path: String,
    may_publish: bool,
}

#[async_trait]
impl settings::Colleagues for CalledOff {
    async fn staff(&self, scope: &SchoolScope) -> Result<i64, Refusal> {
        Nobody.staff(scope).await
    }

    async fn require_fresh(&self, tx: &mut SchoolTx, caller: &Caller, now: i64) -> Result<(), Refusal> {
        Nobody.require_fresh(tx, caller, now).await
    }

    async fn caller_of(
        &self,
        _: &mut SchoolTx,
        scope: &SchoolScope,
        _: &settings::Editor,
    ) -> Result<Option<Caller>, StoreError> {
        let called_off = self.by.ask(Method::DELETE, &self.path).send().await.unwrap();
        assert_eq!(called_off.status, 200, "{}", called_off.text);
        Ok(self.may_publish.then(|| Caller::system(scope.clone())))
    }

    async fn tell(&self, tx: &mut SchoolTx, caller: &Caller, guards: &settings::Guards) -> Result<(), StoreError> {
        Nobody.tell(tx, caller, guards).await
    }
}

#[tokio::test]
async fn what_is_called_off_while_another_server_carries_it_out_is_gone() {
    for backend in Backend::all() {
        for may_publish in [true, false] {
            let app = TestApp::start(backend).await.unwrap();
            let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
            save(&admin, 0, json!([edit("/name/en", json!("Tomorrow"))])).await;
            let at = words::clock::iso(app.app.clock.now_ms() + 60_000);
            let body = json!({ "version": 1, "note": "", "at": at });
            let set = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap().json;
            let id = set["schedule"]["id"].as_str().unwrap();
            app.clock.advance(120_000);
            let path = format!("{SETTINGS}/schedules/{id}");
            let called_off = CalledOff { by: admin.clone(), path, may_publish };
            let files = FileStore::open(app.folder.path().join("files")).unwrap();
            let (elsewhere, caller, _began, go) = slow_desk_among(&app, files, Arc::new(called_off));
            go.send(true).unwrap();
            let ran = elsewhere.run_schedule(&caller.school, &id.into()).await;
            assert_eq!(ran.map_err(|refusal| refusal.id()), Ok(Scheduled::Gone), "{backend:?}, {may_publish}");
            let state = admin.get(SETTINGS).await.unwrap().json;
            assert_eq!((&state["published"]["seq"], &state["schedules"]), (&json!(1), &json!([])), "{state}");
            assert_eq!(state["draft"]["edits"][0]["value"], "Tomorrow", "what comes back is what was not published");
            let noted = admin.get("/api/v1/oa/audit").await.unwrap().json;
            let actions: Vec<_> = noted["items"].as_array().unwrap().iter().map(|entry| &entry["action"]).collect();
            assert!(actions.contains(&&json!("settings.cancel")), "{noted}");
            assert!(
                !actions.contains(&&json!("settings.publish"))
                    && !actions.contains(&&json!("settings.schedule_failed")),
                "{noted}"
            );
        }
    }
}
