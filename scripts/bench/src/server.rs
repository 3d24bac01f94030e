//! Servers under measurement: started, waited for, and stopped whatever happens.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::Plan;
use crate::http::{Connection, request};

/// A running process; ends with this value.
pub struct Running {
    child: Child,
    /// Where it listens.
    pub port: u16,
    /// How long it took until it was ready.
    pub started_in: Duration,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Resident memory in MB.
    pub fn resident_mb(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(kilobytes / 1024.0)
    }
}

/// A port that is free now.
fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Runs a command of the binary to its end; what it printed.
pub fn command(plan: &Plan, data: &Path, args: &[&str]) -> Result<String> {
    let output = Command::new(&plan.qabul).args(args).env("QABUL_DATA", data).env_remove("QABUL_SCHOOLS").output()?;
    ensure!(output.status.success(), "qabul {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Starts the server on a data folder and waits until it is ready.
pub async fn start(plan: &Plan, data: &Path) -> Result<Running> {
    start_with(plan, data, &[]).await
}

/// The same, with more in its environment.
pub async fn start_with(plan: &Plan, data: &Path, environment: &[(&str, &str)]) -> Result<Running> {
    let port = free_port()?;
    let log = File::create(data.join("server.log"))?;
    let began = Instant::now();
    let child = Command::new(&plan.qabul)
        .arg("serve")
        .env("QABUL_DATA", data)
        .env("QABUL_LISTEN", format!("127.0.0.1:{port}"))
        .env("QABUL_LOG", "warn")
        .envs(environment.iter().copied())
        .env_remove("QABUL_SCHOOLS")
        .stdout(Stdio::from(log.try_clone()?))
        .stderr(Stdio::from(log))
        .spawn()?;
    let mut running = Running { child, port, started_in: Duration::ZERO };
    let ask = request("GET", "localhost", "/readyz", &[], b"");
    for _ in 0..6_000 {
        if let Some(status) = running.child.try_wait()? {
            bail!("the server ended with {status}: {}", std::fs::read_to_string(data.join("server.log"))?);
        }
        if let Ok(mut connection) = Connection::open(port).await
            && connection.call(&ask).await.is_ok_and(|answer| answer.status == 200)
        {
            running.started_in = began.elapsed();
            return Ok(running);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    bail!("the server was not ready within a minute")
}

/// Starts the baseline on a folder.
pub async fn start_bare(folder: &Path) -> Result<Running> {
    let began = Instant::now();
    let child = Command::new(std::env::current_exe()?).arg("bare").arg(folder).spawn()?;
    let mut running = Running { child, port: 0, started_in: Duration::ZERO };
    for _ in 0..1_000 {
        if let Ok(port) = std::fs::read_to_string(folder.join("port")) {
            running.port = port.trim().parse()?;
            running.started_in = began.elapsed();
            return Ok(running);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    bail!("the baseline did not start")
}
