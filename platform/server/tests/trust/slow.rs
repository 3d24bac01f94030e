//! Slow heads and slow bodies at the doors of `/auth`: dropped, while others are served.

use std::time::{Duration, Instant};

use testkit::{Backend, TestApp};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::operations::all;

/// How long a body may stand still here.
const PATIENCE: Duration = Duration::from_secs(1);
/// When each of them has to be gone at the latest; the machine may be slow.
const GONE: Duration = Duration::from_secs(60);

async fn healthy(address: std::net::SocketAddr) -> bool {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let ask = "GET /api/v1/oa/common/school-details HTTP/1.1\r\nHost: a.localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    answer.starts_with(b"HTTP/1.1 200")
}

/// Until the other side has answered or hung up.
async fn ended(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let end = tokio::time::timeout(GONE, stream.read_to_end(&mut answer)).await;
    assert!(end.is_ok(), "it is still open");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_at_every_door_of_auth_are_dropped_while_others_are_served() {
    let app = TestApp::start_tuned(
        Backend::Lite,
        |settings| settings,
        |config| (config.header_timeout, config.body_idle) = (PATIENCE, PATIENCE),
    )
    .await
    .unwrap();
    let (address, _stop) = app.listen().await.unwrap();
    let doors: Vec<String> = all()
        .iter()
        .filter(|operation| operation.path.contains("/auth/") && operation.method == "POST")
        .map(|operation| operation.path.clone())
        .collect();
    assert!(doors.len() >= 4, "{doors:?}");
    let began = Instant::now();
    let (mut half, mut still, mut trickling) = (Vec::new(), Vec::new(), Vec::new());
    for door in &doors {
        let head = format!("POST {door} HTTP/1.1\r\nHost: a.localhost\r\nschool-id: a\r\n");
        let whole =
            format!("{head}content-type: application/json\r\ncontent-length: 5000\r\nconnection: close\r\n\r\n{{");
        for (text, streams) in [(&head, &mut half), (&whole, &mut still), (&whole, &mut trickling)] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(text.as_bytes()).await.unwrap();
            streams.push((door.clone(), stream));
        }
    }
    // A byte now and then keeps a body from ever standing still; its pace gives it away.
    let trickles: Vec<_> = trickling
        .into_iter()
        .map(|(door, mut stream)| {
            tokio::spawn(async move {
                while stream.write_all(b" ").await.is_ok() && began.elapsed() < GONE {
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
                (door, began.elapsed())
            })
        })
        .collect();
    for _ in 0..10 {
        assert!(healthy(address).await, "others are served meanwhile");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for (door, stream) in &mut half {
        let answer = ended(stream).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{door}: {answer}");
    }
    for (door, stream) in &mut still {
        let answer = ended(stream).await;
        // Some doors need no body: they may answer before it is there. None waits for it for ever.
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 200"),
            "{door}: {answer}"
        );
    }
    for one in trickles {
        let (door, took) = one.await.unwrap();
        assert!(took < GONE, "{door} let a body trickle for {took:?}");
    }
    assert!(healthy(address).await);
    println!("{} doors, three slow clients each, all gone after {:.1?}", doors.len(), began.elapsed());
}
