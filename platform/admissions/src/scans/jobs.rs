//! Scans beside requests: the file of a job, and those that were left.

use std::sync::Arc;

use kernel::jobs::{Begun, Job, Work};
use kernel::outbox::Lane;
use serde::{Deserialize, Serialize};
use tenants::Registry;

use super::service::Scans;
use crate::ids::UploadId;

/// How long ago a file was tried last that nobody tries any more.
const LEFT_MS: i64 = 2 * 60 * 60 * 1000;

/// Sends a file to the scanner.
#[derive(Serialize, Deserialize)]
pub(super) struct ScanUpload {
    pub upload: UploadId,
}

impl Job for ScanUpload {
    const KIND: &'static str = "scan_upload";
    const LANE: Lane = Lane::Scans;
}

impl Scans {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self, schools: Arc<Registry>) -> Work {
        let both = (self.clone(), schools);
        Work::default()
            .on(&both, |(scans, schools), begun: Begun<ScanUpload>| async move {
                scans.scan(&schools, &begun.scope, &begun.job.upload).await.into()
            })
            .sweep("files that wait for the scanner", &both, |(scans, schools), scope| async move {
                let before = scans.now() - LEFT_MS;
                scans.catch_up(&schools, &scope, before).await.map(drop)
            })
    }
}
