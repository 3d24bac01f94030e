//! Bodies with a file, written out.

/// Type of what [`multipart`] writes.
pub const MULTIPART: &str = "multipart/form-data; boundary=XX";

/// A body of these parts, then a file of that name.
#[must_use]
pub fn multipart(parts: &[(&str, &str)], name: &str, file: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    for (part, value) in parts {
        body.extend(format!("--XX\r\ncontent-disposition: form-data; name=\"{part}\"\r\n\r\n{value}\r\n").bytes());
    }
    body.extend(format!("--XX\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n").bytes());
    body.extend(file);
    body.extend(b"\r\n--XX--\r\n");
    body
}
