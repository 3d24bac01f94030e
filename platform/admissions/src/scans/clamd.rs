//! clamd's own protocol, as far as it is needed: a file goes in as a stream (`INSTREAM`), and a word comes back.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpStream, UnixStream};
use words::text::{cut, one_line};

/// How long the scanner may take over a file, where nobody says otherwise.
const TIMEOUT_SECONDS: u64 = 30;
/// The longest that may be said: a job has to end within its minute.
const MOST_SECONDS: u64 = 50;
/// Bytes that go at once.
const CHUNK: usize = 64 * 1024;
/// Bytes of an answer that are read.
const MOST_SAID: u64 = 4096;
/// Characters of a finding that are kept.
const MOST_FINDING: usize = 120;

/// A scanner as `qabul.yaml` names it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScannerSettings {
    /// `host:port`, or `unix:/run/clamd.sock`.
    pub address: String,
    /// How long it may take over a file.
    pub timeout_seconds: Option<u64>,
}

/// A scanner that speaks clamd's protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scanner {
    address: Address,
    timeout: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Address {
    Tcp(String),
    Unix(PathBuf),
}

/// What a scanner says of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// It found nothing.
    Clean,
    /// It found this.
    Infected(String),
}

impl ScannerSettings {
    /// The scanner that is meant, or what is wrong.
    pub fn scanner(self) -> Result<Scanner, &'static str> {
        let address = match self.address.strip_prefix("unix:") {
            Some(path) if path.starts_with('/') => Address::Unix(path.into()),
            None if is_host_and_port(&self.address) => Address::Tcp(self.address),
            _ => return Err("address is host:port or unix:/path, such as 127.0.0.1:3310"),
        };
        let seconds = self.timeout_seconds.unwrap_or(TIMEOUT_SECONDS);
        if !(1..=MOST_SECONDS).contains(&seconds) {
            return Err("timeout_seconds is from 1 to 50");
        }
        Ok(Scanner { address, timeout: Duration::from_secs(seconds) })
    }
}

fn is_host_and_port(address: &str) -> bool {
    let parts = address.rsplit_once(':');
    parts.is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0))
}

impl Scanner {
    /// Sends it a file and hears its word. What is no word, what breaks off and what takes too long is an error: the file was not looked at.
    pub async fn scan(&self, bytes: impl AsyncRead + Send + Unpin) -> io::Result<Word> {
        let talk = async {
            match &self.address {
                Address::Tcp(address) => talk(TcpStream::connect(address).await?, bytes).await,
                Address::Unix(path) => talk(UnixStream::connect(path).await?, bytes).await,
            }
        };
        tokio::time::timeout(self.timeout, talk).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }
}

async fn talk(
    mut clamd: impl AsyncRead + AsyncWrite + Send + Unpin,
    mut bytes: impl AsyncRead + Send + Unpin,
) -> io::Result<Word> {
    clamd.write_all(b"zINSTREAM\0").await?;
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = bytes.read(&mut chunk).await?;
        let length = u32::try_from(read).map_err(io::Error::other)?;
        // A chunk of no bytes is the end.
        clamd.write_all(&length.to_be_bytes()).await?;
        clamd.write_all(&chunk[..read]).await?;
        if read == 0 {
            break;
        }
    }
    clamd.flush().await?;
    let mut said = Vec::new();
    BufReader::new(clamd).take(MOST_SAID).read_until(0, &mut said).await?;
    word_of(&said)
}

fn word_of(said: &[u8]) -> io::Result<Word> {
    let said = one_line(&String::from_utf8_lossy(said));
    let of_stream = said.strip_prefix("stream: ");
    if of_stream == Some("OK") {
        return Ok(Word::Clean);
    }
    match of_stream.and_then(|rest| rest.strip_suffix(" FOUND")) {
        Some(finding) => Ok(Word::Infected(cut(finding, MOST_FINDING))),
        None => Err(io::Error::other(format!("the scanner says: {}", cut(&said, MOST_FINDING)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(address: &str, timeout_seconds: Option<u64>) -> Result<Scanner, &'static str> {
        ScannerSettings { address: address.to_owned(), timeout_seconds }.scanner()
    }

    #[test]
    fn an_address_is_a_host_and_a_port_or_a_socket() {
        for good in ["127.0.0.1:3310", "clamd.internal:3310", "[::1]:3310", "unix:/run/clamd.sock"] {
            assert!(settings(good, None).is_ok(), "{good}");
        }
        for bad in ["", "127.0.0.1", ":3310", "host:0", "host:port", "unix:", "unix:clamd.sock", "host:99999"] {
            assert!(settings(bad, None).is_err(), "{bad}");
        }
        assert!(settings("a:1", Some(0)).is_err() && settings("a:1", Some(51)).is_err());
        assert_eq!(settings("a:1", Some(7)).map(|scanner| scanner.timeout), Ok(Duration::from_secs(7)));
    }

    #[test]
    fn what_is_no_word_is_none() {
        let word = |said: &str| word_of(said.as_bytes()).ok();
        assert_eq!(word("stream: OK\0"), Some(Word::Clean));
        assert_eq!(word("stream: Eicar-Test FOUND\0"), Some(Word::Infected("Eicar-Test".into())));
        for none in
            ["", "\0", "OK", "stream: ", "stream: OK?", "INSTREAM size limit exceeded. ERROR\0", "stream: x ERROR"]
        {
            assert_eq!(word(none), None, "{none:?}");
        }
    }

    #[tokio::test]
    async fn a_file_goes_in_chunks_and_ends_with_none() {
        let (ours, mut theirs) = tokio::io::duplex(1 << 20);
        let bytes = vec![7; CHUNK + 3];
        let clamd = tokio::spawn(async move {
            let (mut command, mut got) = ([0; 10], Vec::new());
            theirs.read_exact(&mut command).await.expect("a command");
            loop {
                let length = usize::try_from(theirs.read_u32().await.expect("a length")).expect("a size");
                if length == 0 {
                    break;
                }
                let mut chunk = vec![0; length];
                theirs.read_exact(&mut chunk).await.expect("a chunk");
                got.extend(chunk);
            }
            theirs.write_all(b"stream: OK\0").await.expect("said");
            (command, got)
        });
        assert_eq!(talk(ours, &bytes[..]).await.expect("a word"), Word::Clean);
        let (command, got) = clamd.await.expect("it ends");
        assert_eq!((&command[..], got), (&b"zINSTREAM\0"[..], bytes));
    }
}
