//! A real S3 server for tests, in this process: signatures are checked, objects lie in a temporary folder.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

/// Its bucket.
pub const BUCKET: &str = "schools";
/// The id of the key that opens it.
pub const KEY_ID: &str = "AKQABULTEST";
/// That key's secret.
pub const KEY_SECRET: &str = "a-secret-for-tests-only";

/// The server; it stops when it is dropped.
pub struct TestS3 {
    folder: tempfile::TempDir,
    address: SocketAddr,
    service: S3Service,
    serving: Option<JoinHandle<()>>,
}

impl TestS3 {
    /// Starts one on a free port.
    pub async fn start() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join(BUCKET))?;
        let files = s3s_fs::FileSystem::new(folder.path()).map_err(|error| io::Error::other(format!("{error:?}")))?;
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(SimpleAuth::from_single(KEY_ID, KEY_SECRET));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let mut server = Self { folder, address: listener.local_addr()?, service: builder.build(), serving: None };
        server.serve(listener);
        Ok(server)
    }

    /// Where it is reached.
    #[must_use]
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The folder of the bucket.
    #[must_use]
    pub fn folder(&self) -> std::path::PathBuf {
        self.folder.path().join(BUCKET)
    }

    /// Nobody reaches it any more: connections break, new ones are refused.
    pub async fn stop(&mut self) {
        if let Some(serving) = self.serving.take() {
            serving.abort();
            let _ = serving.await;
        }
    }

    /// It is back, with what it held, at the same address.
    pub async fn start_again(&mut self) -> io::Result<()> {
        let listener = TcpListener::bind(self.address).await?;
        self.serve(listener);
        Ok(())
    }

    fn serve(&mut self, listener: TcpListener) {
        let service = self.service.clone();
        // The server behind compares and then writes: one write after the other makes its conditions hold.
        let turn = Arc::new(tokio::sync::Mutex::new(()));
        self.serving = Some(tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (service, turn) = (service.clone(), turn.clone());
                connections.spawn(async move {
                    let serve = service_fn(move |request: Request<Incoming>| {
                        let (service, turn) = (service.clone(), turn.clone());
                        async move {
                            let writes = *request.method() == Method::PUT;
                            let _turn = if writes { Some(turn.lock_owned().await) } else { None };
                            service.call(request.map(s3s::Body::from)).await
                        }
                    });
                    // A connection that breaks is the client's to tell.
                    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), serve).await;
                });
            }
        }));
    }
}

impl Drop for TestS3 {
    fn drop(&mut self) {
        if let Some(serving) = self.serving.take() {
            serving.abort();
        }
    }
}
