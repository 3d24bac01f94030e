//! A real mail server in small: STARTTLS with a certificate of the test's own CA, a user and a password, mail kept as it came.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Base64 of `\0user\0correct`.
const RIGHT: &str = "AHVzZXIAY29ycmVjdA==";

/// What came in.
#[derive(Default)]
pub struct Post {
    /// Mails whole, as they were sent after `DATA`.
    pub mails: Mutex<Vec<String>>,
    /// Everything that was said in the clear.
    pub in_the_clear: Mutex<String>,
}

/// Where the certificate of the test's CA is.
pub fn ca() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tls/ca.pem")
}

/// Starts one; gives `host:port` and what it keeps.
pub async fn start() -> (String, Arc<Post>) {
    let certificate = CertificateDer::from_pem_slice(include_bytes!("tls/server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/server.key")).unwrap();
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![certificate], key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("localhost:{}", listener.local_addr().unwrap().port());
    let post = Arc::new(Post::default());
    let kept = post.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (post, acceptor) = (kept.clone(), acceptor.clone());
            tokio::spawn(async move {
                let mut clear = BufReader::new(stream);
                let _ = clear.write_all(b"220 test\r\n").await;
                if !talk(&mut clear, &post, false).await {
                    return;
                }
                let Ok(secure) = acceptor.accept(clear.into_inner()).await else { return };
                talk(&mut BufReader::new(secure), &post, true).await;
            });
        }
    });
    (address, post)
}

/// One conversation; true when it asked to go on by TLS.
async fn talk<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut BufReader<S>, post: &Post, secure: bool) -> bool {
    let (mut mail, mut in_data, mut known) = (String::new(), false, false);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
            return false;
        }
        if !secure {
            post.in_the_clear.lock().push_str(&line);
        }
        let answer = match line.split([' ', '\r']).next().unwrap_or_default() {
            "." if in_data => {
                in_data = false;
                post.mails.lock().push(std::mem::take(&mut mail));
                "250 taken\r\n"
            }
            _ if in_data => {
                mail.push_str(&line);
                continue;
            }
            "EHLO" if secure => "250-test\r\n250 AUTH PLAIN\r\n",
            "EHLO" => "250-test\r\n250 STARTTLS\r\n",
            "STARTTLS" => {
                let _ = stream.write_all(b"220 go on\r\n").await;
                return true;
            }
            "AUTH" => {
                known = line.trim_end().ends_with(RIGHT);
                if known { "235 welcome\r\n" } else { "535 who are you\r\n" }
            }
            "MAIL" if !known => "530 sign in first\r\n",
            "RCPT" if line.contains("nobody@") => "550 no such mailbox\r\n",
            "DATA" => {
                in_data = true;
                "354 go on\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return false;
        }
    }
}
