//! Clients that take their time, on a real socket.

use std::time::Duration;

use testkit::{Backend, TestApp};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use words::Role;

/// Reads until the other end closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_half_sent_head_is_closed_and_others_are_served_meanwhile() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let (address, _stop) = app.listen().await.unwrap();
    let mut slow = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: a.localhost\r\nX-Sl").await.unwrap();
        slow.push(stream);
    }
    let mut normal = TcpStream::connect(address).await.unwrap();
    normal.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut normal).await.starts_with("HTTP/1.1 200"), "others are served meanwhile");
    for stream in &mut slow {
        rest(stream).await;
    }
}

#[tokio::test]
async fn oversized_heads_are_refused() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let (address, _stop) = app.listen().await.unwrap();
    let long = format!("GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: {}\r\n\r\n", "x".repeat(20_000));
    let many = format!(
        "GET /healthz HTTP/1.1\r\nHost: a\r\n{}\r\n",
        (0..200).map(|n| format!("X-{n}: 1\r\n")).collect::<String>()
    );
    for head in [long, many] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let answer = rest(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    }
}

#[tokio::test]
async fn requests_without_a_host_are_refused_and_closed() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let (address, _stop) = app.listen().await.unwrap();
    for head in [
        "GET /sign-in HTTP/1.1\r\n\r\n",
        "GET /sign-in HTTP/1.1\r\nHost: a.localhost\r\nHost: b.localhost\r\n\r\n",
        "GET http://b.localhost/sign-in HTTP/1.1\r\nHost: a.localhost\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let answer = rest(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{head}: {answer}");
    }
}

#[tokio::test]
async fn a_stop_lets_running_requests_finish() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let (address, stop) = app.listen().await.unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let body = "{\"email\":\"a@b.c\",\"password\":\"x\"}";
    let head = format!(
        "POST /api/v1/oa/auth/login HTTP/1.1\r\nHost: a.localhost\r\nschool-id: a\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&body.as_bytes()[..10]).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    stop.send(()).unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(TcpStream::connect(address).await.is_err(), "nobody new is let in");
    stream.write_all(&body.as_bytes()[10..]).await.unwrap();
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
}

#[tokio::test]
async fn a_body_that_stands_still_and_an_answer_that_nobody_reads_are_given_up() {
    let app =
        TestApp::start_tuned(Backend::Lite, |settings| settings, |config| config.body_idle = Duration::from_secs(1))
            .await
            .unwrap();
    let (address, _stop) = app.listen().await.unwrap();
    let mut still = TcpStream::connect(address).await.unwrap();
    let head = "POST /api/v1/oa/auth/login HTTP/1.1\r\nHost: a.localhost\r\nschool-id: a\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{";
    still.write_all(head.as_bytes()).await.unwrap();
    let answer = rest(&mut still).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");

    // Asks for more than the sockets' buffers hold, and never reads.
    let mut deaf = TcpStream::connect(address).await.unwrap();
    let ask = "GET /assets/app-1a2b3c.js HTTP/1.1\r\nHost: a.localhost\r\n\r\n".repeat(500);
    let closed = async {
        loop {
            if deaf.write_all(ask.as_bytes()).await.is_err() {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(90), closed).await.expect("it is cut off");
}

#[tokio::test]
async fn what_came_quickly_excuses_no_trickle() {
    let tuned =
        TestApp::start_tuned(Backend::Lite, |settings| settings, |config| config.body_idle = Duration::from_secs(1));
    let app = tuned.await.unwrap();
    let (address, _stop) = app.listen().await.unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let part = "--b\r\ncontent-disposition: form-data; name=\"kind\"\r\n\r\nplugin\r\n--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
    let bearer = app.signed_in("a", Role::SchoolAdmin).await.unwrap().bearer.unwrap();
    let head = format!(
        "POST /api/v1/oa/settings/blobs HTTP/1.1\r\nHost: a.localhost\r\nschool-id: a\r\nauthorization: Bearer {bearer}\r\n\
         content-type: multipart/form-data; boundary=b\r\ncontent-length: 400000\r\n\r\n{part}"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&[b' '; 300_000]).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let trickling = async {
        while write.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    };
    let mut answer = Vec::new();
    let ended = async {
        tokio::select! {
            () = trickling => {}
            read = tokio::io::AsyncReadExt::read_to_end(&mut read, &mut answer) => drop(read),
        }
    };
    tokio::time::timeout(Duration::from_secs(60), ended).await.expect("it is cut off");
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
}

#[tokio::test]
async fn a_handler_that_takes_too_long_is_broken_off() {
    let app = TestApp::start_tuned(
        Backend::Lite,
        |settings| settings,
        |config| config.handler_timeout = Duration::from_millis(1),
    )
    .await
    .unwrap();
    let reply = app
        .at("a")
        .post("/api/v1/oa/auth/login", &serde_json::json!({ "email": "a@b.c", "password": "x" }))
        .await
        .unwrap();
    assert_eq!((reply.status, reply.message_id(), reply.header("retry-after")), (503, "R007", "5"));
}
