//! Who holds which host, as all servers know it: a server that begins with empty folders gives none to a newcomer.

use std::io;
use std::sync::Arc;

use super::Depot;
use crate::registry::Registry;
use crate::registry::hosts::{Held, HostChange};

/// The list, replaced whole in place of the one that was read.
const KEY: &str = "hosts.json";
/// How often a change is tried again over another server's.
const TRIES: usize = 5;

impl Depot {
    /// The list, if it is another one than at the last look.
    pub async fn new_hosts(&self) -> io::Result<Option<Held>> {
        let Some(object) = self.note_answer(self.objects.stat(KEY).await)? else { return Ok(None) };
        if self.hosts.lock().as_ref() == Some(&object.mark) {
            return Ok(None);
        }
        let Some((bytes, _)) = self.note_answer(self.objects.get(KEY).await)? else { return Ok(None) };
        let held = serde_json::from_slice(&bytes).map_err(io::Error::other)?;
        *self.hosts.lock() = Some(object.mark);
        Ok(Some(held))
    }

    /// The same at a start, before the schools are read: it becomes this server's own list.
    pub async fn follow_hosts(&self) -> io::Result<()> {
        match self.new_hosts().await? {
            Some(told) => {
                let mut held = Held::read(&self.overlays);
                held.learn(&told);
                held.write(&self.overlays)
            }
            None => Ok(()),
        }
    }

    /// Tells the other servers what changed here. What cannot be told now is told at the next look.
    pub(super) async fn share_hosts(&self, registry: &Arc<Registry>) -> io::Result<()> {
        let changes = registry.host_changes();
        if !changes.is_empty() {
            self.change_hosts(&changes).await?;
            registry.note_host_changes(&changes);
        }
        Ok(())
    }

    async fn change_hosts(&self, changes: &[HostChange]) -> io::Result<()> {
        for _ in 0..TRIES {
            let read = self.note_answer(self.objects.get(KEY).await)?;
            let (mut held, tag) = match &read {
                Some((bytes, tag)) => (serde_json::from_slice(bytes).map_err(io::Error::other)?, Some(tag)),
                None => (Held::default(), None),
            };
            if !held.apply(changes) {
                return Ok(());
            }
            let bytes = serde_json::to_vec(&held).map_err(io::Error::other)?;
            match self.note_answer(self.objects.swap(KEY, bytes.into(), tag).await) {
                // Another server's change of it: once more, over theirs.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                other => return other.map(drop),
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }
}
