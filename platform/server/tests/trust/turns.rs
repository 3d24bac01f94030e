//! Turns at what is dear: a crowd of one school waits for itself, and turns come back whatever became of who had them.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::Body;
use kernel::StoreError;
use kernel::allowance::EXPORTS;
use kernel::db::{DbConfig, Native};
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use words::{Clock as _, Role};

use crate::database::scope;
use crate::world::{PASSWORD, World};

/// Exports of one school that are written or wait.
const ROOM: usize = 1 + 8;
const CROWD: usize = ROOM + 5;
/// By when somebody has been refused, if anybody is.
const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody who may take lists out; their id and bearer.
async fn officer(world: &World, school: &str) -> (String, String) {
    let email = format!("takes-out@{school}.example");
    let id = world.person(school, &email, "Takes Out", Role::SchoolAdmin).await;
    (id, world.sign_in(school, &email).await.0)
}

/// Asks for a file; gives status and message id.
fn export(world: &World, school: &str, bearer: &str) -> impl Future<Output = (u16, String)> + Send + 'static + use<> {
    let request = world.ask(school, "GET", "/api/v1/oa/enquiries/export?format=csv");
    let request = request.header("authorization", format!("Bearer {bearer}")).body(Body::empty()).unwrap();
    let front = world.front.clone();
    async move {
        let answer = front.handle(request, IpAddr::from([127, 0, 0, 1])).await;
        let (status, later) = (answer.status().as_u16(), answer.headers().contains_key("retry-after"));
        let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        let id =
            serde_json::from_slice::<Value>(&body).ok().and_then(|body| body["messageId"].as_str().map(str::to_owned));
        (status, format!("{}{}", id.unwrap_or_default(), if later { ", later" } else { "" }))
    }
}

/// Sends a crowd; gives how many were refused, and those who wait.
async fn crowd(world: &World, bearer: &str, wrong: &mut Vec<String>) -> (usize, JoinSet<(u16, String)>) {
    let mut crowd = JoinSet::new();
    for _ in 0..CROWD {
        crowd.spawn(export(world, "alpha", bearer));
    }
    let mut refused = 0;
    while refused < CROWD - ROOM {
        match tokio::time::timeout(PATIENCE, crowd.join_next()).await {
            Ok(Some(Ok((429, id)))) if id == "R012, later" => refused += 1,
            Ok(Some(other)) => wrong.push(format!("while the line is full: {other:?}")),
            Ok(None) | Err(_) => break,
        }
    }
    (refused, crowd)
}

/// The first of a school's exports is kept from its end; those behind it wait, the rest are refused, and other schools are served.
pub async fn a_crowd_of_one_school_waits_for_itself(world: &World) -> Vec<String> {
    let mut wrong = Vec::new();
    let ((id, alpha), (_, beta)) = (officer(world, "alpha").await, officer(world, "beta").await);
    // Whoever counts what this account takes out waits for this: on SQLite for the school's writer, on PostgreSQL for the row.
    let ((held, is_held), (release, released)) = (oneshot::channel(), oneshot::channel::<()>());
    let (db, now) = (world.app.db.clone(), world.clock.now_ms());
    let holder = tokio::spawn(async move {
        db.write(&scope("alpha"), move |tx| {
            Box::pin(async move {
                EXPORTS.take(tx, &id, 1, now).await?;
                let _ = held.send(());
                let _ = released.await;
                Ok::<_, StoreError>(())
            })
        })
        .await
    });
    is_held.await.unwrap();

    let (refused, mut waiting) = crowd(world, &alpha, &mut wrong).await;
    if refused != CROWD - ROOM || waiting.len() != ROOM {
        wrong.push(format!("of {CROWD} at once {refused} were refused, and {} wait", waiting.len()));
    }
    let other = export(world, "beta", &beta).await;
    if other.0 != 200 {
        wrong.push(format!("another school meanwhile: {other:?}"));
    }
    // All of them hang up: the one who had the turn, and those who waited for it.
    waiting.shutdown().await;
    let (refused, mut waiting) =
        if wrong.is_empty() { crowd(world, &alpha, &mut wrong).await } else { (0, JoinSet::new()) };
    if wrong.is_empty() && (refused, waiting.len()) != (CROWD - ROOM, ROOM) {
        wrong.push(format!("after that {refused} of {CROWD} were refused, and {} wait", waiting.len()));
    }
    let _ = release.send(());
    holder.await.unwrap().unwrap();
    while let Some(answer) = waiting.join_next().await {
        let answer = answer.unwrap();
        if answer.0 != 200 {
            wrong.push(format!("one who waited: {answer:?}"));
        }
    }
    let late = export(world, "alpha", &alpha).await;
    if late.0 != 200 {
        wrong.push(format!("one who came after it all: {late:?}"));
    }
    wrong
}

/// However many reads of a school are under way and wait, another school has a connection. On SQLite each has its own file.
pub async fn slow_reads_of_one_school_leave_others_a_connection(world: &World) -> Vec<String> {
    const SHORT: Duration = Duration::from_secs(2);
    let (alpha, beta) = (scope("alpha"), scope("beta"));
    let mut held = Vec::new();
    while let Ok(Ok(tx)) = tokio::time::timeout(SHORT, world.app.db.read(&alpha)).await {
        held.push(tx);
    }
    let mut waiting = JoinSet::new();
    for _ in 0..20 {
        let (db, alpha) = (world.app.db.clone(), alpha.clone());
        waiting.spawn(async move { db.read(&alpha).await.map(drop) });
    }
    tokio::task::yield_now().await;
    let mut wrong = Vec::new();
    if let Err(error) = world.app.db.read(&beta).await {
        wrong.push(format!("another school beside {} reads of one: {error}", held.len()));
    }
    waiting.shutdown().await;
    wrong
}

/// What a statement of somebody holds that hung up is held for its school until PostgreSQL has ended it.
pub async fn who_hangs_up_takes_no_second_connection(world: &World) -> Vec<String> {
    const WAITS: &str = "SELECT pg_advisory_xact_lock_shared(77)";
    const WAITING: &str = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted";
    let DbConfig::Pg { url, connections } = &world.app.config.database else { return Vec::new() };
    let most_of_one_school = i64::from(connections - connections.div_ceil(8));
    // As long as this is held, no statement of the crowd comes to its end.
    let mut holder = PgConnection::connect(url).await.unwrap();
    sqlx::query("SELECT pg_advisory_lock(77)").execute(&mut holder).await.unwrap();
    let crowd = || {
        let mut crowd = JoinSet::new();
        for _ in 0..2 * connections {
            let db = world.app.db.clone();
            crowd.spawn(async move {
                let mut tx = db.read(&scope("alpha")).await?;
                let Native::Pg(connection) = tx.connection() else { return Ok(()) };
                sqlx::query(WAITS).execute(connection).await.map(drop).map_err(StoreError::from)
            });
        }
        crowd
    };
    let mut wrong = Vec::new();
    let mut first = crowd();
    let began = tokio::time::Instant::now();
    loop {
        let waiting: i64 = sqlx::query_scalar(WAITING).fetch_one(&mut holder).await.unwrap();
        if waiting == most_of_one_school {
            break;
        }
        if waiting > most_of_one_school || began.elapsed() > PATIENCE {
            wrong.push(format!("{waiting} statements of one school at once"));
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // All of them hang up; PostgreSQL does not know it, and the next crowd stands in line before another school comes.
    first.shutdown().await;
    let mut second = crowd();
    for _ in 0..connections * 4 {
        tokio::task::yield_now().await;
    }
    if let Err(error) = world.app.db.read(&scope("beta")).await {
        wrong.push(format!("another school beside those who hung up: {error}"));
    }
    second.shutdown().await;
    holder.close().await.unwrap();
    wrong
}

/// Tries at one name come one after the other; whoever hangs up in the midst of it keeps nobody out, its owner least of all.
pub async fn a_crowd_at_one_account_keeps_nobody_out(world: &World) -> Vec<String> {
    let login = |school: &'static str, email: &str, password: &str| {
        let body = json!({ "email": email, "password": password }).to_string();
        let request = world.ask(school, "POST", "/api/v1/oa/auth/login").header("content-type", "application/json");
        let (front, request) = (world.front.clone(), request.body(Body::from(body)).unwrap());
        async move { front.handle(request, IpAddr::from([127, 0, 0, 1])).await.status().as_u16() }
    };
    for (school, email) in
        [("alpha", "tried@alpha.example"), ("alpha", "other@alpha.example"), ("beta", "tried@beta.example")]
    {
        world.person(school, email, "Somebody", Role::Guardian).await;
    }
    let mut wrong = Vec::new();
    let mut crowd = JoinSet::new();
    for n in 0..40 {
        crowd.spawn(login("alpha", "tried@alpha.example", &format!("copper-lagoon-58-thistle-{n}")));
    }
    let first = crowd.join_next().await.unwrap().unwrap();
    if !matches!(first, 401 | 429) {
        wrong.push(format!("a wrong password: {first}"));
    }
    for (school, email) in [("alpha", "other@alpha.example"), ("beta", "tried@beta.example")] {
        let status = login(school, email, PASSWORD).await;
        if status != 200 {
            wrong.push(format!("{email} beside the crowd: {status}"));
        }
    }
    crowd.shutdown().await;
    // What was judged slows the account down for a while; the last of it may be written down a moment after its answer.
    for turn in 0.. {
        world.clock.advance(60_000);
        match login("alpha", "tried@alpha.example", PASSWORD).await {
            200 => break,
            429 if turn < 50 => tokio::time::sleep(Duration::from_millis(50)).await,
            status => {
                wrong.push(format!("the owner after the crowd: {status}"));
                break;
            }
        }
    }
    wrong
}
