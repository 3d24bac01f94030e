//! Places for connections, on real sockets. The clients are all on this machine; the server is told whose each one is.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use server::Config;
use server::config::Connections;
use testkit::{Backend, TestApp};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;

use crate::world::World;

const ASK: &str = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
/// Nobody is given up for being slow within this.
const LONG: Duration = Duration::from_secs(3600);
/// Whatever has to come comes within this, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);
/// By when somebody who may be slow for a second has to be gone.
const SOON: Duration = Duration::from_secs(10);

struct Crowd {
    address: SocketAddr,
    who: Arc<Mutex<HashMap<SocketAddr, IpAddr>>>,
    _stop: oneshot::Sender<()>,
    _app: TestApp,
}

impl Crowd {
    async fn open(tune: impl FnOnce(&mut Config)) -> Self {
        let change = |settings: server::Settings| server::Settings {
            trusted_proxies: Some(vec!["10.0.0.1".into()]),
            address_limits: Some("off".into()),
            ..settings
        };
        let patient = |config: &mut Config| {
            (config.header_timeout, config.crowded_timeout) = (LONG, LONG);
            (config.body_idle, config.handler_timeout) = (LONG, LONG);
            tune(config);
        };
        let app = TestApp::start_tuned(Backend::Lite, change, patient).await.unwrap();
        let socket = TcpSocket::new_v4().unwrap();
        // What is taken from an answer is then what its reader has read, and not what the kernel can hold.
        socket.set_send_buffer_size(16 * 1024).unwrap();
        socket.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        let who = Arc::new(Mutex::new(HashMap::new()));
        let names = who.clone();
        let name = move |peer: SocketAddr| names.lock().get(&peer).copied().unwrap_or(peer.ip());
        let (address, stop) = app.listen_as(socket.listen(1024).unwrap(), name).unwrap();
        Self { address, who, _stop: stop, _app: app }
    }

    async fn connect(&self, peer: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(16 * 1024).unwrap();
        socket.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        self.who.lock().insert(socket.local_addr().unwrap(), peer.parse().unwrap());
        socket.connect(self.address).await.unwrap()
    }

    /// Asks something from there; false when the server hangs up instead.
    async fn is_served(&self, peer: &str) -> bool {
        let mut stream = self.connect(peer).await;
        let mut answer = Vec::new();
        let asked = async {
            stream.write_all(ASK.as_bytes()).await?;
            stream.read_to_end(&mut answer).await
        };
        let _ = tokio::time::timeout(PATIENCE, asked).await.expect("an answer, or none");
        answer.starts_with(b"HTTP/1.1 200")
    }

    /// The same once a connection that has just ended is noticed.
    async fn is_served_soon(&self, peer: &str) -> bool {
        for _ in 0..40 {
            if self.is_served(peer).await {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        false
    }

    /// A connection on which a request is at work: its handler waits for the rest of the body. None where it is turned away.
    async fn at_work(&self, peer: &str) -> Option<TcpStream> {
        let mut stream = self.connect(peer).await;
        let head = "POST /api/v1/oa/auth/login HTTP/1.1\r\nHost: a.localhost\r\nschool-id: a\r\ncontent-type: application/json\r\n\
                    content-length: 500\r\nexpect: 100-continue\r\n\r\n";
        let _ = stream.write_all(head.as_bytes()).await;
        let mut told = [0; 12];
        let read = tokio::time::timeout(PATIENCE, stream.read_exact(&mut told)).await.expect("an answer, or none");
        (read.is_ok() && &told == b"HTTP/1.1 100").then_some(stream)
    }

    /// Sends the beginning of a request, and then nothing or a byte now and then; whether the server hangs up.
    async fn gives_up(&self, peer: &str, sent: &str, trickles: bool) -> bool {
        let mut stream = self.connect(peer).await;
        let _ = stream.write_all(sent.as_bytes()).await;
        let (mut reading, mut writing) = stream.split();
        let mut answer = Vec::new();
        let trickle = async {
            while trickles && writing.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            std::future::pending::<()>().await;
        };
        let ended = async {
            tokio::select! {
                ended = reading.read_to_end(&mut answer) => drop(ended),
                () = trickle => {}
            }
        };
        tokio::time::timeout(SOON, ended).await.is_ok()
    }
}

/// Neither an address nor the households of one site shut the others out.
pub async fn no_crowd_of_one_site_shuts_others_out(_: &World) -> Vec<String> {
    let crowd =
        Crowd::open(|config| config.connections = Connections { most: 100, household: 4, site: 8, kept: 0 }).await;
    let mut wrong = Vec::new();
    let mut held = Vec::new();
    for (peer, more) in [("203.0.113.9", "one IPv4 address"), ("2001:db8::1", "one /64")] {
        for _ in 0..4 {
            held.push(crowd.at_work(peer).await.expect("its share"));
        }
        if crowd.is_served(peer).await {
            wrong.push(format!("{more} holds more than its share"));
        }
    }
    for _ in 0..4 {
        held.push(crowd.at_work("2001:db8:0:1::1").await.expect("its share"));
    }
    if crowd.is_served("2001:db8:0:2::1").await {
        wrong.push("one /48 holds more than its share".into());
    }
    for other in ["203.0.113.10", "2001:db8:1::1", "127.0.0.1", "10.0.0.1"] {
        if !crowd.is_served(other).await {
            wrong.push(format!("{other} is shut out"));
        }
    }
    // Whoever is done makes room for their own.
    held.truncate(3);
    if !crowd.is_served_soon("203.0.113.9").await {
        wrong.push("what was held does not come back".into());
    }
    wrong
}

/// With every place of strangers at work, who comes is told so at once, and proxies and this machine get in.
pub async fn places_are_kept_for_our_own(_: &World) -> Vec<String> {
    let crowd = Crowd::open(|config| config.connections = Connections::of(32)).await;
    let mut held = Vec::new();
    for n in 0..32 {
        held.extend(crowd.at_work(&format!("203.0.113.{n}")).await);
    }
    let mut wrong = Vec::new();
    if held.len() < 30 {
        wrong.push(format!("strangers get {} of 32 places", held.len()));
    }
    if crowd.is_served("198.51.100.7").await {
        wrong.push("there was room for one more".into());
    }
    for own in ["127.0.0.1", "10.0.0.1"] {
        if !crowd.is_served_soon(own).await {
            wrong.push(format!("strangers shut {own} out"));
        }
    }
    held.truncate(20);
    if !crowd.is_served_soon("198.51.100.7").await {
        wrong.push("what was held does not come back".into());
    }
    wrong
}

/// Whoever reads on and on, a little at a time, does not hold a connection; whoever reads is served.
pub async fn slow_readers_are_given_up(_: &World) -> Vec<String> {
    let crowd = Crowd::open(|config| {
        // A pace that no test's reader has by chance.
        (config.body_idle, config.slowest_reader) = (Duration::from_secs(2), 1 << 30);
    })
    .await;
    let mut wrong = Vec::new();
    if !crowd.is_served("203.0.113.1").await {
        wrong.push("a small answer is not sent".into());
    }
    let mut stream = crowd.connect("203.0.113.9").await;
    let ask = "GET /assets/app-1a2b3c.js HTTP/1.1\r\nHost: a.localhost\r\n\r\n".repeat(700) + ASK;
    let (mut reading, mut writing) = stream.split();
    let read = async {
        let (mut piece, mut end) = ([0; 4096], Vec::new());
        while let Ok(read @ 1..) = reading.read(&mut piece).await {
            end.extend_from_slice(&piece[..read]);
            end.drain(..end.len().saturating_sub(200));
            // Often enough for it never to stand still, and so seldom that the whole takes longer than is waited for.
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        String::from_utf8_lossy(&end).contains("\"status\"")
    };
    let both = async { tokio::join!(writing.write_all(ask.as_bytes()), read).1 };
    if tokio::time::timeout(PATIENCE, both).await.expect("an end") {
        wrong.push("a slow reader was sent everything".into());
    }
    wrong
}

/// Whoever sends a head or a body too slowly, or a little at a time, does not hold a connection.
pub async fn slow_senders_are_given_up(_: &World) -> Vec<String> {
    const SHORT: Duration = Duration::from_secs(1);
    let crowd = Crowd::open(|config| (config.header_timeout, config.body_idle) = (SHORT, SHORT)).await;
    let head = "POST /api/v1/oa/auth/login HTTP/1.1\r\nHost: a.localhost\r\nschool-id: a\r\n";
    let body = format!("{head}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{{");
    let gone = tokio::join!(
        crowd.gives_up("203.0.113.1", head, false),
        crowd.gives_up("203.0.113.2", &body, false),
        crowd.gives_up("203.0.113.3", &body, true)
    );
    let named = [(gone.0, "half a head"), (gone.1, "a body that stands still"), (gone.2, "a body that trickles")];
    named.into_iter().filter(|(gone, _)| !gone).map(|(_, what)| format!("{what} is waited for")).collect()
}
