//! Against a mail server of twenty lines on loopback.

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;

use super::*;
use crate::config::Settings;

fn mail() -> Mail {
    Mail {
        to: "parent@example.org".into(),
        subject: "وصلنا طلبكم\r\nBcc: evil@example.org".into(),
        text: "نص".into(),
        html: "<p>نص</p>".into(),
        from_name: "Evil\r\nBcc: evil@example.org".into(),
        from: Some("school@example.org".into()),
    }
}

/// Answers one exchange; `reply` is what it says to the recipient. Gives what it was sent.
async fn server(reply: &'static str) -> (String, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("bind");
    let url = format!("smtp://{}", listener.local_addr().expect("address"));
    let served = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("accept");
        let mut stream = BufReader::new(stream);
        let mut got = String::new();
        stream.write_all(b"220 test\r\n").await.expect("write");
        let mut in_data = false;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                return got;
            }
            got.push_str(&line);
            let answer = match line.split([' ', '\r']).next().unwrap_or_default() {
                "." if in_data => {
                    in_data = false;
                    "250 taken\r\n".to_owned()
                }
                _ if in_data => continue,
                "RCPT" => format!("{reply}\r\n"),
                "DATA" => {
                    in_data = true;
                    "354 go on\r\n".to_owned()
                }
                "QUIT" => "221 bye\r\n".to_owned(),
                _ => "250 ok\r\n".to_owned(),
            };
            stream.write_all(answer.as_bytes()).await.expect("write");
        }
    });
    (url, served)
}

async fn sent_to(url: Option<String>, data: &std::path::Path) -> Outcome {
    let settings = Settings { smtp: url, data: Some(data.to_path_buf()), ..Settings::default() };
    let mailer = Mailer::open(&Config::from_settings(settings).expect("config")).expect("mailer");
    mailer.send(&mail(), "0190-job", 1_700_000_000_000).await
}

#[tokio::test]
async fn a_mail_arrives_once_and_nothing_is_injected() {
    let folder = tempfile::tempdir().expect("folder");
    let (url, served) = server("250 ok").await;
    assert_eq!(sent_to(Some(url), folder.path()).await, Outcome::Done);
    let got = served.await.expect("served");
    assert!(got.contains("Message-ID: <0190-job@example.org>"), "{got}");
    assert_eq!(got.matches("RCPT TO").count(), 1);
    assert!(!got.lines().any(|line| line.starts_with("Bcc:")), "{got}");
}

#[tokio::test]
async fn refusals_are_told_apart() {
    let folder = tempfile::tempdir().expect("folder");
    for (reply, dead) in
        [("550 no such mailbox", true), ("451 later", false), ("535 who are you", false), ("530 sign in", false)]
    {
        let (url, _served) = server(reply).await;
        let sent = sent_to(Some(url), folder.path()).await;
        assert_eq!(matches!(sent, Outcome::Never(_)), dead, "{reply}: {sent:?}");
        assert_ne!(sent, Outcome::Done, "{reply}");
    }
    let refused = sent_to(Some("smtp://127.0.0.1:1".into()), folder.path()).await;
    assert!(matches!(refused, Outcome::Later(_)), "{refused:?}");
}

#[tokio::test]
async fn without_a_server_mail_lies_in_a_folder() {
    let folder = tempfile::tempdir().expect("folder");
    assert_eq!(sent_to(None, folder.path()).await, Outcome::Done);
    assert_eq!(sent_to(None, folder.path()).await, Outcome::Done, "once more is the same file");
    let names: Vec<_> = std::fs::read_dir(folder.path().join("mail"))
        .expect("mail")
        .map(|entry| entry.expect("entry").file_name())
        .collect();
    assert_eq!(names, ["0190-job.eml"]);
}
