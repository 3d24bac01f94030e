//! The accept loop. axum's own keeps a half-sent head open for ever; this one gives each step its time, caps the
//! connections, together and by household and site, and ends them in order.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use words::sabotage::{Guard, is_removed};

use super::front::Front;
use super::held_body::HeldBody;
use super::places::{Place, Places};
use super::slow_body::SlowBody;
use super::stall::{Patience, Stalling};
use crate::config::Config;

/// Most header fields of a request.
const MAX_HEADERS: usize = 100;
/// Most bytes of a request's head.
const MAX_HEAD: usize = 16 * 1024;
/// How long running requests may take once the server is told to stop.
const LAST_ORDERS: Duration = Duration::from_secs(10);

/// Serves until `stop` ends, then lets running requests finish.
pub async fn serve(listener: TcpListener, front: Arc<Front>, config: &Config, stop: impl Future<Output = ()>) {
    serve_as(listener, front, config, stop, |peer| peer.ip()).await;
}

/// The same where somebody else says who a peer is: on one machine a test plays a crowd from everywhere.
pub async fn serve_as(
    listener: TcpListener,
    front: Arc<Front>,
    config: &Config,
    stop: impl Future<Output = ()>,
    who: impl Fn(SocketAddr) -> IpAddr,
) {
    let places = Places::new(config.connections);
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, mostly: wait for some to come back.
                tracing::error!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let peer = who(peer);
        if let Some(place) = places.take(peer, config.trusts(peer)) {
            let patience = if places.is_crowded() { config.crowded_timeout } else { config.header_timeout };
            connection(stream, peer, place, patience, &front, config, &graceful);
        }
    }
    drop(listener);
    if tokio::time::timeout(LAST_ORDERS, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not end in time and are broken off");
    }
}

fn connection(
    stream: TcpStream,
    peer: IpAddr,
    place: Place,
    patience: Duration,
    front: &Arc<Front>,
    config: &Config,
    graceful: &GracefulShutdown,
) {
    // Small answers must not wait for more to come.
    let _ = stream.set_nodelay(true);
    let front = front.clone();
    let idle = config.body_idle;
    let place = Arc::new(place);
    let held = place.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let front = front.clone();
        let answering = held.answering();
        async move {
            let request = request.map(|body| Body::new(SlowBody::new(body, idle)));
            let response = front.handle(request, peer).await;
            // Until the last byte of it has gone.
            let response = response.map(|body| HeldBody::new(body, answering));
            Ok::<_, std::convert::Infallible>(response)
        }
    });
    let usual = Patience { stretch: idle, slowest: config.slowest_reader };
    let reading = place.clone();
    let hurry = move || if reading.is_crowded() { usual.scarce() } else { usual };
    let patience = if is_removed(Guard::SlowHeads) { Duration::from_secs(3600) } else { patience };
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_headers(MAX_HEADERS)
        .max_header_size(MAX_HEAD)
        .max_buf_size(64 * 1024)
        .keep_alive(true);
    let connection =
        graceful.watch(builder.serve_connection(TokioIo::new(Stalling::new(stream, idle, hurry)), service));
    tokio::spawn(async move {
        metrics::gauge!("qabul_connections").increment(1.0);
        tokio::select! {
            ended = connection => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended early");
                }
            }
            () = place.sent_away() => metrics::counter!("qabul_connections_sent_away_total").increment(1),
        }
        metrics::gauge!("qabul_connections").decrement(1.0);
    });
}
