//! Just enough of HTTP/1.1 to load a server: one connection, one request after the other.

use anyhow::{Context as _, Result, bail};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A connection that stays open.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer.
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its body.
    pub body: Vec<u8>,
}

impl Connection {
    /// Dials a port of this machine.
    pub async fn open(port: u16) -> Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a whole request and reads the whole answer.
    pub async fn call(&mut self, request: &[u8]) -> Result<Answer> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break end + 4;
            }
            self.read().await?;
        };
        let text = String::from_utf8_lossy(&self.buffer[..head]).to_ascii_lowercase();
        let status = text.get(9..12).and_then(|code| code.parse().ok()).context("no status line")?;
        let length = text.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
        if let Some(length) = length {
            while self.buffer.len() < head + length {
                self.read().await?;
            }
            return Ok(Answer { status, body: self.buffer[head..head + length].to_vec() });
        }
        if status == 204 || status == 304 {
            return Ok(Answer { status, body: Vec::new() });
        }
        if !text.contains("transfer-encoding: chunked") {
            bail!("an answer without a length");
        }
        while !self.buffer.ends_with(b"0\r\n\r\n") {
            self.read().await?;
        }
        Ok(Answer { status, body: self.buffer[head..].to_vec() })
    }

    async fn read(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the connection was closed");
        }
        Ok(())
    }
}

fn find(buffer: &[u8], what: &[u8]) -> Option<usize> {
    buffer.windows(what.len()).position(|window| window == what)
}

/// A request as its bytes.
pub fn request(method: &str, host: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    if !body.is_empty() {
        text.push_str(&format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len()));
    }
    text.push_str("\r\n");
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(body);
    bytes
}
