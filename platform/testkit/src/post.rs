//! A mail server for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A mail that was taken.
#[derive(Debug, Clone)]
pub struct Letter {
    /// To whom, in angle brackets.
    pub to: String,
    /// Its head and body.
    pub text: String,
}

/// A mail server that keeps what it takes.
#[derive(Debug, Default)]
pub struct Post {
    /// What it took, in this order.
    pub taken: Mutex<Vec<Letter>>,
    /// How often it was asked to take something.
    pub tries: AtomicUsize,
}

impl Post {
    /// Starts one; where it is, as `--smtp` takes it. `answer` says what it answers to a recipient that is named so manieth, from nought;
    /// nothing where it never answers.
    pub async fn start(
        answer: impl Fn(&str, usize) -> Option<&'static str> + Send + Sync + 'static,
    ) -> Result<(String, Arc<Self>)> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("smtp://{}", listener.local_addr()?);
        let (post, answer) = (Arc::new(Self::default()), Arc::new(answer));
        let kept = post.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (post, answer) = (kept.clone(), answer.clone());
                tokio::spawn(async move { post.talk(stream, &*answer).await });
            }
        });
        Ok((url, post))
    }

    async fn talk(&self, stream: TcpStream, answer: &(dyn Fn(&str, usize) -> Option<&'static str> + Send + Sync)) {
        let mut stream = BufReader::new(stream);
        let _ = stream.write_all(b"220 test\r\n").await;
        let (mut to, mut text, mut in_data) = (String::new(), String::new(), false);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
                return;
            }
            let said = match line.split([' ', '\r']).next().unwrap_or_default() {
                "." if in_data => {
                    in_data = false;
                    self.taken.lock().push(Letter { to: std::mem::take(&mut to), text: std::mem::take(&mut text) });
                    "250 taken"
                }
                _ if in_data => {
                    text.push_str(&line);
                    continue;
                }
                "RCPT" => {
                    to = line.trim_end().trim_start_matches("RCPT TO:").to_owned();
                    match answer(&to, self.tries.fetch_add(1, Ordering::SeqCst)) {
                        Some(said) => said,
                        None => std::future::pending().await,
                    }
                }
                "DATA" => {
                    in_data = true;
                    "354 go on"
                }
                _ => "250 ok",
            };
            let _ = stream.write_all(format!("{said}\r\n").as_bytes()).await;
        }
    }
}
