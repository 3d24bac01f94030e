//! How a file that somebody sent is given to a browser: to keep, or to look at. Nothing of it runs.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use words::text::one_line;

use crate::files::Content;
use crate::forms::SubmittedFile;

/// What was kept runs nothing, and nobody frames it.
const KEPT_POLICY: &str = "sandbox; default-src 'none'";
/// What is shown runs nothing either, in a frame of our own pages. In a sandbox browsers show no document, and some draw their own page
/// around it, with a style and the document as an object.
const SHOWN_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
/// What browsers show and run nothing of.
const SHOWN: [&str; 4] = ["application/pdf", "image/jpeg", "image/png", "image/webp"];

/// Whether a file of that kind is shown.
pub fn is_shown(media_type: &str) -> bool {
    SHOWN.contains(&media_type)
}

/// A file to keep.
pub fn kept(file: &SubmittedFile, bytes: Content) -> Response {
    answer(file, bytes, attachment(&file.name), KEPT_POLICY)
}

/// A file to look at.
pub fn shown(file: &SubmittedFile, bytes: Content) -> Response {
    answer(file, bytes, disposed("inline", &file.name), SHOWN_POLICY)
}

fn answer(file: &SubmittedFile, bytes: Content, disposition: String, policy: &str) -> Response {
    let body = Body::from_stream(tokio_util::io::ReaderStream::new(bytes));
    let headers = [
        (header::CONTENT_TYPE, file.media_type.clone()),
        (header::CONTENT_LENGTH, file.bytes.to_string()),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CONTENT_SECURITY_POLICY, policy.to_owned()),
    ];
    (headers, body).into_response()
}

/// For a file that is kept and not shown.
pub fn attachment(name: &str) -> String {
    disposed("attachment", name)
}

/// What becomes of a file, with a plain name for old clients and the real one in UTF-8.
fn disposed(how: &str, name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_ ".contains(c) { c } else { '_' }).collect();
    let encoded: String = one_line(name)
        .bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b".-_".contains(&b) { (b as char).to_string() } else { format!("%{b:02X}") }
        })
        .collect();
    let value = format!("{how}; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
    if HeaderValue::from_str(&value).is_ok() { value } else { how.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attachment_keeps_its_name_and_breaks_no_header() {
        assert_eq!(
            attachment("شهادة\r\n\".pdf"),
            "attachment; filename=\"________.pdf\"; filename*=UTF-8''%D8%B4%D9%87%D8%A7%D8%AF%D8%A9%20%22.pdf"
        );
    }
}
