//! The envelope of a plain success: `{success, messageId, ...payload}`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// A successful answer with its payload beside the envelope's own two fields.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Answer<T> {
    /// Always true.
    pub success: bool,
    /// Empty on plain success.
    #[serde(rename = "messageId")]
    pub message_id: &'static str,
    /// What was asked for.
    #[serde(flatten)]
    pub payload: T,
}

/// No payload at all.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub struct Nothing {}

impl<T> Answer<T> {
    /// Plain success.
    pub fn new(payload: T) -> Self {
        Self { success: true, message_id: "", payload }
    }
}

impl Answer<Nothing> {
    /// Plain success without a payload.
    #[must_use]
    pub fn done() -> Self {
        Self::new(Nothing {})
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}
