//! The baselines, in a process of their own: bytes from memory behind a bare axum handler, and an insert with a commit of its own.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::Bytes as Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

/// Submission, reference counter, event, two keyed hashes, idempotency key, audit entry, outbox job.
const ROWS: usize = 8;

struct Bare {
    folder: PathBuf,
    files: std::collections::HashMap<String, bytes::Bytes>,
    /// The headers that the server itself sends with each of them.
    heads: std::collections::HashMap<String, HeaderMap>,
    database: Mutex<SqliteConnection>,
}

/// Serves the folder's files at `/file/{name}` and takes rows at `/rows`; its port goes into the file `port`.
pub async fn serve(folder: PathBuf) -> Result<()> {
    let (mut files, mut heads) = (std::collections::HashMap::new(), std::collections::HashMap::new());
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        if let (Some("json"), Some(name)) =
            (path.extension().and_then(|e| e.to_str()), path.file_stem().and_then(|n| n.to_str()))
        {
            files.insert(name.to_owned(), bytes::Bytes::from(std::fs::read(&path)?));
            let mut head = HeaderMap::new();
            for line in std::fs::read_to_string(path.with_extension("head")).unwrap_or_default().lines() {
                let (header, value) = line.split_once(": ").context("a header without a value")?;
                head.insert(HeaderName::from_bytes(header.as_bytes())?, HeaderValue::from_str(value)?);
            }
            heads.insert(name.to_owned(), head);
        }
    }
    let mut database = SqliteConnectOptions::new()
        .filename(folder.join("bare.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .connect()
        .await
        .context("the baseline's database")?;
    sqlx::query("CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")
        .execute(&mut database)
        .await?;
    let bare = Arc::new(Bare { folder: folder.clone(), files, heads, database: Mutex::new(database) });
    let router = Router::new()
        .route("/file/{name}", get(file))
        .route("/full/{name}", get(full))
        .route("/rows", post(row))
        .with_state(bare.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    std::fs::write(bare.folder.join("port.new"), listener.local_addr()?.port().to_string())?;
    std::fs::rename(bare.folder.join("port.new"), bare.folder.join("port"))?;
    axum::serve(listener, router).await?;
    Ok(())
}

async fn file(State(bare): State<Arc<Bare>>, Path(name): Path<String>) -> Response {
    match bare.files.get(&name) {
        Some(bytes) => ([(header::CONTENT_TYPE, "application/json")], bytes.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The same bytes with the same headers.
async fn full(State(bare): State<Arc<Bare>>, Path(name): Path<String>) -> Response {
    match (bare.files.get(&name), bare.heads.get(&name)) {
        (Some(bytes), Some(head)) => (head.clone(), bytes.clone()).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn row(State(bare): State<Arc<Bare>>, body: Body) -> Response {
    let text = String::from_utf8_lossy(&body).into_owned();
    match insert(&mut *bare.database.lock().await, &text).await {
        Ok(()) => StatusCode::CREATED.into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// As many rows as a submission has, and a commit of their own: one sync for each request.
async fn insert(connection: &mut SqliteConnection, text: &str) -> sqlx::Result<()> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::query("INSERT INTO rows (body) VALUES ($1)").bind(text).execute(&mut *transaction).await?;
    for _ in 1..ROWS {
        sqlx::query("INSERT INTO rows (body) VALUES ($1)")
            .bind("a small row beside it")
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}
