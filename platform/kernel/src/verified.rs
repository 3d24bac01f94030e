//! A kept file as its row knows it: whoever can write to the store beside us does not speak for a family.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use data_encoding::HEXLOWER;
use objects::Content;
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncRead, ReadBuf};

/// Gives what it reads, and fails in the place of the last piece when the whole is not what it should be. Nobody has such a file
/// complete.
pub(crate) struct Verified {
    inner: Content,
    hash: Sha256,
    left: u64,
    expected: String,
}

impl Verified {
    /// Over a file that should be so long and have that hash (SHA-256 in small hexadecimal letters).
    pub(crate) fn new(inner: Content, bytes: u64, sha256: &str) -> Self {
        Self { inner, hash: Sha256::new(), left: bytes, expected: sha256.to_owned() }
    }

    /// What came last, before anybody has it.
    fn take(&mut self, piece: &[u8]) -> io::Result<()> {
        let wrong = |what: &str| Err(io::Error::new(io::ErrorKind::InvalidData, format!("a kept file is {what}")));
        let count = piece.len() as u64;
        if count > self.left || (count == 0 && self.left > 0) {
            return wrong("not as long as it was");
        }
        self.hash.update(piece);
        self.left -= count;
        let is_whole = self.left == 0 && count > 0;
        if is_whole && HEXLOWER.encode(&self.hash.finalize_reset()) != self.expected {
            return wrong("not what was sent");
        }
        Ok(())
    }
}

impl AsyncRead for Verified {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if buffer.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.inner).poll_read(context, buffer);
        if !matches!(read, Poll::Ready(Ok(()))) {
            return read;
        }
        let taken = self.take(&buffer.filled()[before..]);
        if let Err(error) = &taken {
            buffer.set_filled(before);
            metrics::counter!("qabul_damaged_files_total").increment(1);
            tracing::error!(%error, "a file is broken off");
        }
        Poll::Ready(taken)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    /// What somebody gets of it, and whether it ends well.
    async fn got(kept: &'static [u8], sent: &[u8]) -> (Vec<u8>, bool) {
        // In pieces, as a store gives them.
        let (first, rest) = kept.split_at(kept.len().min(4));
        let pieces: Content = Box::new(first.chain(rest));
        let mut file = Verified::new(pieces, sent.len() as u64, &words::sha256_hex(sent));
        let mut all = Vec::new();
        let ended = file.read_to_end(&mut all).await;
        (all, ended.is_ok())
    }

    #[tokio::test]
    async fn a_file_is_what_was_sent_or_it_ends_before_its_end() {
        assert_eq!(got(b"passport", b"passport").await, (b"passport".to_vec(), true));
        assert_eq!(got(b"", b"").await, (Vec::new(), true));
        for other in [&b"passpork"[..], b"password and more", b"pass", b""] {
            let (all, is_well) = got(other, b"passport").await;
            assert!(!is_well && all.len() < 8, "{all:?}");
        }
    }
}
