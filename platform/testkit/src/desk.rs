//! The school's desk, as its administrators use it.

use anyhow::{Result, ensure};
use axum::http::Method;
use serde_json::{Value, json};

use crate::{Client, Reply};

/// Where the desk is.
pub const SETTINGS: &str = "/api/v1/oa/settings";

/// Sends edits for the draft, based on that version of it.
pub async fn save(client: &Client, version: i64, edits: Value) -> Result<Reply> {
    let body = json!({ "version": version, "edits": edits });
    client.ask(Method::PATCH, &format!("{SETTINGS}/draft")).json(&body).send().await
}

/// Saves and publishes; gives the revision.
pub async fn publish(client: &Client, edits: Value) -> Result<Value> {
    let version = client.get(SETTINGS).await?.json["draft"]["version"].as_i64().unwrap_or_default();
    let saved = save(client, version, edits).await?;
    ensure!(saved.status == 200, "the edits were refused: {}", saved.text);
    let body = json!({ "version": saved.json["draft"]["version"], "note": "a test" });
    let published = client.post(&format!("{SETTINGS}/publish"), &body).await?;
    ensure!(published.status == 200, "nothing was published: {}", published.text);
    Ok(published.json["revision"].clone())
}
