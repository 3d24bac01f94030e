//! Sizes through a real socket: exact, one more, in pieces, and with a Content-Length that lies.

use std::net::Ipv4Addr;

use serde_json::json;
use server::http::listen;
use tokio::net::TcpListener;

use crate::database::{Place, number};
use crate::pictures::pdf;
use crate::process::raw;
use crate::world::World;
use testkit::{MULTIPART, multipart};

const MB: usize = 1 << 20;

/// Lets a world be called on a port.
pub async fn listening(world: &World) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (front, config) = (world.front.clone(), world.app.config.clone());
    tokio::spawn(async move { listen::serve(listener, front, &config, std::future::pending()).await });
    port
}

fn head(path: &str, kind: &str, length: &str) -> Vec<u8> {
    format!("POST {path} HTTP/1.1\r\nhost: alpha.schools.test\r\nschool-id: alpha\r\nconnection: close\r\ncontent-type: {kind}\r\n{length}\r\n\r\n").into_bytes()
}

fn in_pieces(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len() + 1024);
    for piece in body.chunks(60_000) {
        out.extend(format!("{:x}\r\n", piece.len()).bytes());
        out.extend(piece);
        out.extend(b"\r\n");
    }
    out.extend(b"0\r\n\r\n");
    out
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_hold_whatever_the_length_says() {
    let world = World::open(Place::Lite).await;
    let port = listening(&world).await;
    let draft = world.draft("alpha", "trial", json!({})).await;
    let uploads = "/api/v1/oa/public/uploads";
    let body = |field: &str, size: usize| {
        multipart(&[("form", "trial"), ("field", field), ("draft", &draft)], "a.pdf", &pdf(size))
    };
    let send =
        async |length: String, body: Vec<u8>| raw(port, &[head(uploads, MULTIPART, &length), body].concat()).await;
    for (field, limit) in [("scan", 2 * MB), ("shelf", 15 * MB)] {
        for (size, expected) in [(limit, 201), (limit + 1, 413)] {
            let body = body(field, size);
            let (status, answer) = send(format!("content-length: {}", body.len()), body.clone()).await.unwrap();
            assert_eq!(status, expected, "{field} {size}: {answer}");
            let (status, answer) = send("transfer-encoding: chunked".into(), in_pieces(&body)).await.unwrap();
            assert_eq!(status, expected, "{field} {size} in pieces: {answer}");
        }
    }
    assert_eq!(number(&world.app.db, "alpha", "SELECT COUNT(*) FROM uploads WHERE school_id = $1").await, 4);
    // A length beyond every tier is refused before a byte of the body is read.
    let (status, answer) = send(format!("content-length: {}", 17 * MB), Vec::new()).await.unwrap();
    assert_eq!((status, &answer["messageId"]), (413, &json!("D001")));
    // So is a body that never said how long it would be.
    let (status, _) = send("transfer-encoding: chunked".into(), in_pieces(&body("shelf", 17 * MB))).await.unwrap();
    assert_eq!(status, 413);
    // Less is said than is sent: what is over is no part of it. Two lengths that disagree are no request at all.
    let whole = body("scan", 1000);
    let (status, answer) = send(format!("content-length: {}", whole.len() - 500), whole.clone()).await.unwrap();
    assert_eq!(status, 400, "{answer}");
    let (status, _) = send(format!("content-length: {}\r\ncontent-length: 5", whole.len()), whole).await.unwrap();
    assert_eq!(status, 400);
    assert_eq!(number(&world.app.db, "alpha", "SELECT COUNT(*) FROM uploads WHERE school_id = $1").await, 4);
    let arriving = std::fs::read_dir(world.data().join("files/.arriving")).unwrap().count();
    assert_eq!(arriving, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_json_body_has_its_limits() {
    let world = World::open(Place::Lite).await;
    let port = listening(&world).await;
    let drafts = "/api/v1/oa/public/forms/trial/drafts";
    let envelope = json!({ "values": { "message": "" }, "locale": "en" }).to_string().len();
    for (size, expected) in [(256 * 1024, 201), (256 * 1024 + 1, 413)] {
        let body =
            json!({ "values": { "message": "x".repeat(size - envelope) }, "locale": "en" }).to_string().into_bytes();
        assert_eq!(body.len(), size);
        let length = format!("content-length: {size}");
        let (status, _) = raw(port, &[head(drafts, "application/json", &length), body.clone()].concat()).await.unwrap();
        assert_eq!(status, expected, "{size}");
        let (status, _) =
            raw(port, &[head(drafts, "application/json", "transfer-encoding: chunked"), in_pieces(&body)].concat())
                .await
                .unwrap();
        assert_eq!(status, expected, "{size} in pieces");
    }
    let deep = format!("{{\"values\":{}{}, \"locale\":\"en\"}}", "[".repeat(100_000), "]".repeat(100_000));
    let length = format!("content-length: {}", deep.len());
    let (status, answer) =
        raw(port, &[head(drafts, "application/json", &length), deep.into_bytes()].concat()).await.unwrap();
    assert_eq!((status, &answer["messageId"]), (400, &json!("R001")));
}
