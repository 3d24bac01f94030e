//! Two hundred people sign in at once: the others go on reading, and whoever finds the queue full is told when to come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Barrier;

use crate::database::Place;
use crate::sockets::listening;
use crate::world::World;

const CROWD: usize = 200;
/// The queue in front of the password hashing has 64 places; with what is being worked on, and what leaves it meanwhile,
/// far fewer than the crowd get in. Generous, since the machine may be slow to send them all.
const MOST_SERVED: usize = 140;

/// Sends on an open connection and reads to the end; the head of the answer, and how long it took.
async fn talk(mut stream: TcpStream, request: &[u8]) -> (String, Duration) {
    let began = Instant::now();
    stream.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    (String::from_utf8_lossy(&answer).into_owned(), began.elapsed())
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

async fn read(port: u16) -> (bool, Duration) {
    let request =
        b"GET /api/v1/oa/common/school-details HTTP/1.1\r\nhost: alpha.schools.test\r\nconnection: close\r\n\r\n";
    let began = Instant::now();
    let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let (answer, _) = talk(stream, request).await;
    (answer.starts_with("HTTP/1.1 200"), began.elapsed())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_at_sign_in_leaves_the_pages_alone_and_the_queue_is_bounded() {
    let world = World::open(Place::Lite).await;
    let port = listening(&world).await;
    let mut idle = Vec::new();
    for _ in 0..300 {
        let (answered, took) = read(port).await;
        assert!(answered);
        idle.push(took);
    }

    let together = Arc::new(Barrier::new(CROWD));
    let over = Arc::new(AtomicBool::new(false));
    let reader = tokio::spawn({
        let over = over.clone();
        async move {
            let (mut times, mut unanswered) = (Vec::new(), 0);
            while !over.load(Ordering::SeqCst) {
                let (answered, took) = read(port).await;
                times.push(took);
                unanswered += usize::from(!answered);
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            (times, unanswered)
        }
    });
    let began = Instant::now();
    let crowd: Vec<_> = (0..CROWD)
        .map(|n| {
            let together = together.clone();
            tokio::spawn(async move {
                // Each with a name of their own: nobody waits for somebody else's tries.
                let body = json!({ "email": format!("nobody-{n}@alpha.example"), "password": "violet-anchor-93-meadow" }).to_string();
                let request = format!(
                    "POST /api/v1/oa/auth/login HTTP/1.1\r\nhost: alpha.schools.test\r\nschool-id: alpha\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len()
                );
                let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                together.wait().await;
                talk(stream, request.as_bytes()).await
            })
        })
        .collect();
    let (mut served, mut refused) = (Vec::new(), Vec::new());
    for one in crowd {
        let (answer, took) = one.await.unwrap();
        match answer.split(' ').nth(1).unwrap_or_default() {
            "401" => served.push(took),
            "429" => {
                let head = answer.to_ascii_lowercase();
                let after =
                    head.lines().find_map(|line| line.strip_prefix("retry-after: ")?.trim().parse::<u64>().ok());
                assert!(after.is_some_and(|seconds| (1..=60).contains(&seconds)), "{answer}");
                assert!(answer.contains("L002"), "{answer}");
                refused.push(took);
            }
            _ => panic!("neither judged nor told to wait: {answer}"),
        }
    }
    let lasted = began.elapsed();
    over.store(true, Ordering::SeqCst);
    let (mut busy, unanswered) = reader.await.unwrap();
    world.close().await;

    let (quiet, loud) = (percentile(&mut idle, 99), percentile(&mut busy, 99));
    println!(
        "{CROWD} sign-ins in {lasted:.1?}: {} judged (longest {:?}), {} told to wait (longest {:?}); {} reads meanwhile, p99 {loud:?}; idle p99 {quiet:?}; {:.1} times",
        served.len(),
        served.iter().max(),
        refused.len(),
        refused.iter().max(),
        busy.len(),
        loud.as_secs_f64() / quiet.as_secs_f64()
    );
    assert_eq!(unanswered, 0, "every read is answered");
    assert!(busy.len() > 10, "only {} reads", busy.len());
    assert!(!served.is_empty() && !refused.is_empty(), "{} judged, {} refused", served.len(), refused.len());
    assert!(served.len() <= MOST_SERVED, "the queue took {} of {CROWD}", served.len());
    // A wait that outlives the client's own patience is no wait: the bound is there to rule it out.
    let longest = served.iter().max().unwrap();
    assert!(*longest < world_timeout(), "{longest:?}");
}

/// How long a handler may take at all.
fn world_timeout() -> Duration {
    server::Config::from_settings(server::Settings::default()).unwrap().handler_timeout
}
