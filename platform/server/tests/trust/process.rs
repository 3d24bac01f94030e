//! The real binary as a process of its own, and a small HTTP client that keeps no connection.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// The binary that `make test` has built before; `None` where there is none yet.
pub fn binary() -> Option<PathBuf> {
    let named = std::env::var_os("QABUL_BIN").map(PathBuf::from);
    // This test's own file lies in <target>/release/deps.
    let built = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.parent()?.join("qabul")));
    let found = named.or(built).filter(|path| path.exists());
    if found.is_none() {
        println!("no qabul binary: run `make build`, or name one in QABUL_BIN");
        assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty()), "CI runs with the binary");
    }
    found
}

/// The server, over a folder.
fn command(folder: &Path, database: Option<&str>, port: u16) -> Command {
    let mut command = Command::new(binary().unwrap());
    command.arg("serve").current_dir(folder).kill_on_drop(true).stdin(Stdio::null());
    command.args(["--listen", &format!("127.0.0.1:{port}"), "--base-domain", "schools.test", "--log", "warn"]);
    command.arg("--data").arg(folder.join("data")).arg("--schools").arg(folder.join("schools"));
    command.env_remove("QABUL_DATABASE");
    if let Some(url) = database {
        command.args(["--database", url]);
    }
    let log = std::fs::OpenOptions::new().create(true).append(true).open(folder.join("log")).unwrap();
    command.stdout(log.try_clone().unwrap()).stderr(log);
    command
}

/// A running server.
pub struct Server {
    child: Child,
    pub port: u16,
}

impl Server {
    /// Starts it over a folder with `schools` and `data`; ready when this returns.
    pub async fn start(folder: &Path, database: Option<&str>) -> Self {
        Self::start_as(folder, database, |command| command).await
    }

    /// The same, behind other commands. Somebody else may bind the port that was free a moment ago; another one is taken then.
    pub async fn start_as(folder: &Path, database: Option<&str>, change: impl Fn(Command) -> Command) -> Self {
        let began = Instant::now();
        loop {
            let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let log = folder.join("log");
            let written = std::fs::metadata(&log).map_or(0, |log| log.len() as usize);
            let mut server = Self { child: change(command(folder, database, port)).spawn().unwrap(), port };
            while server.child.try_wait().unwrap().is_none() {
                if matches!(server.call("GET", "/readyz", &[], b"").await, Ok((200, _))) {
                    return server;
                }
                assert!(began.elapsed() < Duration::from_secs(90), "{}", std::fs::read_to_string(&log).unwrap());
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            let said = std::fs::read(&log).unwrap().split_off(written);
            let said = String::from_utf8_lossy(&said);
            assert!(said.contains("in use"), "{said}");
        }
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.id().unwrap()
    }

    /// SIGKILL: nothing is finished, nothing is told.
    pub async fn kill(&mut self) {
        self.child.start_kill().unwrap();
        self.child.wait().await.unwrap();
    }

    /// One request on one connection; status and body, or how the connection ended.
    pub async fn call(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> std::io::Result<(u16, Value)> {
        call(self.port, method, path, headers, body).await
    }
}

pub async fn call(
    port: u16,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<(u16, Value)> {
    let mut head = format!(
        "{method} {path} HTTP/1.1\r\nhost: alpha.schools.test\r\nschool-id: alpha\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    raw(port, &[head.as_bytes(), body].concat()).await
}

/// Sends bytes as they are and reads until the server closes.
pub async fn raw(port: u16, bytes: &[u8]) -> std::io::Result<(u16, Value)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    // The server may have answered and closed before it has read all of it.
    let wrote = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut answer))
        .await
        .map_err(|_| std::io::ErrorKind::TimedOut)?;
    if answer.is_empty() {
        wrote?;
        read?;
    }
    let text = String::from_utf8_lossy(&answer);
    let status = text.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let announced =
        head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse::<usize>().ok());
    if announced.is_some_and(|announced| body.len() < announced) {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok((status, serde_json::from_str(body).unwrap_or(Value::Null)))
}

/// Sends a form under a key.
pub async fn submit(port: u16, name: &str, key: &str) -> std::io::Result<(u16, Value)> {
    let body = serde_json::json!({ "values": { "child_name": name }, "locale": "en" }).to_string();
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    call(port, "POST", "/api/v1/oa/public/forms/trial/submissions", &headers, body.as_bytes()).await
}
