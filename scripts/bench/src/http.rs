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
    /// Its head, to the letter.
    pub head: Vec<u8>,
    /// Its body.
    pub body: Vec<u8>,
}

impl Answer {
    /// Its headers, without those of the exchange itself.
    pub fn headers(&self) -> Vec<(String, String)> {
        let text = String::from_utf8_lossy(&self.head).into_owned();
        let pairs = text.lines().skip(1).filter_map(|line| line.split_once(": "));
        let own = ["date", "content-length", "transfer-encoding", "connection"];
        pairs.filter(|(name, _)| !own.contains(name)).map(|(name, value)| (name.into(), value.into())).collect()
    }

    /// One of them.
    pub fn header(&self, name: &str) -> Option<String> {
        self.headers().into_iter().find_map(|(known, value)| (known == name).then_some(value))
    }
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
        let (status, head) = self.exchange(request).await?;
        Ok(Answer { status, head: self.buffer[..head].to_vec(), body: self.buffer[head..].to_vec() })
    }

    /// The same, for load: the answer stays in the buffer. The load shares its two cores with what it measures, so it
    /// reads no more of the head than it needs. Gives the status and where the body begins.
    pub async fn exchange(&mut self, request: &[u8]) -> Result<(u16, usize)> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(end) = memchr::memmem::find(&self.buffer, b"\r\n\r\n") {
                break end + 4;
            }
            self.read().await?;
        };
        let text = &self.buffer[..head];
        let status = std::str::from_utf8(text.get(9..12).unwrap_or_default())?.parse().context("no status line")?;
        // hyper writes header names in small letters.
        if let Some(at) = memchr::memmem::find(text, b"\r\ncontent-length: ") {
            let digits = text[at + 18..].split(|byte| *byte == b'\r').next().unwrap_or_default();
            let length: usize = std::str::from_utf8(digits)?.parse()?;
            while self.buffer.len() < head + length {
                self.read().await?;
            }
        } else if !matches!(status, 204 | 304) {
            if memchr::memmem::find(text, b"transfer-encoding: chunked").is_none() {
                bail!("an answer without a length");
            }
            while !self.buffer.ends_with(b"0\r\n\r\n") {
                self.read().await?;
            }
        }
        Ok((status, head))
    }

    /// The body of the last exchange.
    pub fn body(&self, head: usize) -> &[u8] {
        &self.buffer[head..]
    }

    async fn read(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the connection was closed");
        }
        Ok(())
    }
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
