//! A bounded load: so many connections, so long, and then it stops by itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::http::Connection;

/// Makes the n-th request of a connection.
pub type Maker = Arc<dyn Fn(usize, usize) -> Vec<u8> + Send + Sync>;

/// What a load did.
pub struct Outcome {
    /// Good answers a second.
    pub per_second: f64,
    /// Milliseconds that half of them took at most.
    pub p50: f64,
    /// Milliseconds that 95 of 100 took at most.
    pub p95: f64,
    /// Milliseconds that 99 of 100 took at most.
    pub p99: f64,
    /// Milliseconds of the slowest.
    pub most: f64,
}

/// Loads a port. Answers of another status than `wanted` are an error: a fast refusal is no speed.
pub async fn run(port: u16, connections: usize, time: Duration, wanted: u16, make: Maker) -> Result<Outcome> {
    let began = Instant::now();
    let mut workers = Vec::new();
    for worker in 0..connections {
        let make = make.clone();
        workers.push(tokio::spawn(async move {
            let mut connection = Connection::open(port).await?;
            let mut taken = Vec::new();
            while began.elapsed() < time {
                let request = make(worker, taken.len());
                let start = Instant::now();
                let (status, head) = connection.exchange(&request).await?;
                taken.push(start.elapsed().as_secs_f64() * 1000.0);
                if status != wanted {
                    let text = String::from_utf8_lossy(connection.body(head));
                    bail!("{status} instead of {wanted}: {}", text.chars().take(300).collect::<String>());
                }
            }
            anyhow::Ok(taken)
        }));
    }
    let mut all = Vec::new();
    for worker in workers {
        all.extend(worker.await??);
    }
    let seconds = began.elapsed().as_secs_f64();
    all.sort_by(f64::total_cmp);
    let at = |share: f64| {
        all.get(((all.len() as f64 * share) as usize).min(all.len().saturating_sub(1))).copied().unwrap_or(0.0)
    };
    Ok(Outcome { per_second: all.len() as f64 / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1.0) })
}

/// These requests in turn.
pub fn in_turn(requests: Vec<Vec<u8>>) -> Maker {
    Arc::new(move |_, n| requests.get(n % requests.len().max(1)).cloned().unwrap_or_default())
}

/// The same request every time.
pub fn same(request: Vec<u8>) -> Maker {
    Arc::new(move |_, _| request.clone())
}
