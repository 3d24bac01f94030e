//! More clients than places, on a real socket.

use std::time::Duration;

use testkit::{Backend, TestApp};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const ASK: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

/// Idle connections are held for an hour here, so that a reader is answered only if one of them makes room.
#[tokio::test]
async fn whoever_is_silent_for_longest_makes_room() {
    let tune = |config: &mut server::Config| {
        config.connections = server::config::Connections::of(20);
        config.header_timeout = Duration::from_secs(3600);
        config.crowded_timeout = Duration::from_secs(3600);
    };
    let app = TestApp::start_tuned(Backend::Lite, |settings| settings, tune).await.unwrap();
    let (address, _stop) = app.listen().await.unwrap();
    let mut silent = Vec::new();
    for n in 0..60 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        if n % 2 == 0 {
            stream.write_all(b"GET / HTTP/1.1\r\nHost: a.localhost\r\nX-Sl").await.unwrap();
        }
        silent.push(stream);
    }
    for _ in 0..5 {
        let mut reader = TcpStream::connect(address).await.unwrap();
        reader.write_all(ASK).await.unwrap();
        let mut answer = String::new();
        let read = tokio::time::timeout(Duration::from_secs(60), reader.read_to_string(&mut answer));
        read.await.expect("an answer").unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    // The first of them is gone, the last stayed.
    let gone = silent[0].read(&mut [0; 1]).await;
    assert!(matches!(gone, Ok(0) | Err(_)), "{gone:?}");
    silent[59].write_all(ASK).await.unwrap();
    let mut head = [0; 12];
    silent[59].read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
}
