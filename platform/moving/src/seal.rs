//! A sealed file: one line that says how it was sealed, then chunks of XChaCha20-Poly1305 in the STREAM construction, so
//! that a cut, swapped or changed chunk is noticed wherever it is, and nothing has to fit into memory.

use std::io::{self, BufRead, Read, Write};

use aead_stream::{DecryptorBE32, EncryptorBE32};
use anyhow::{Context as _, Result, bail, ensure};
use chacha20poly1305::aead::Payload;
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305};
use data_encoding::BASE64;
use serde::{Deserialize, Serialize};
use words::Rng;

/// What a sealed file begins with.
const MAGIC: &str = "QABUL1 ";
/// Plain bytes of a chunk; sealed ones have sixteen more.
const CHUNK: usize = 64 * 1024;
const TAG: usize = 16;
/// Longest first line that is read.
const MAX_HEAD: u64 = 4096;
/// Shortest passphrase.
pub const MIN_PASSPHRASE: usize = 12;

/// What opens a file.
#[derive(Clone)]
pub enum Key {
    /// Words that a person knows.
    Passphrase(String),
    /// Bytes of a key file, at least 32.
    File(Vec<u8>),
    /// The server itself, by its secret.
    Server([u8; 32]),
}

/// Which kind of key opens a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// A passphrase.
    Passphrase,
    /// A key file.
    File,
    /// The secret of the server that sealed it.
    Server,
}

/// The first line: nothing of it is secret, and all of it is bound to every chunk.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// How it opens.
    pub way: Way,
    salt: String,
    nonce: String,
    /// Memory (KiB) and rounds of Argon2id, for a passphrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost: Option<(u32, u32)>,
    /// What it holds, for lists.
    pub about: About,
}

/// What a file holds, told without opening it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The one school, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub school: Option<String>,
    /// When it was made: ISO 8601.
    pub made_at: String,
    /// Until when a deleted school is kept: ISO 8601.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_until: Option<String>,
}

impl Key {
    fn way(&self) -> Way {
        match self {
            Self::Passphrase(_) => Way::Passphrase,
            Self::File(_) => Way::File,
            Self::Server(_) => Way::Server,
        }
    }

    fn bytes(&self, salt: &[u8], cost: Option<(u32, u32)>) -> Result<[u8; 32]> {
        let mut key = [0u8; 32];
        match self {
            Self::Passphrase(words) => {
                let (memory, rounds) = cost.context("the file's first line is incomplete")?;
                // A forged line must not take the machine's memory.
                ensure!(memory <= 1 << 20 && rounds <= 16, "the file's first line asks for too much");
                let params = argon2::Params::new(memory, rounds, 1, Some(32)).map_err(to_error)?;
                let argon = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
                argon.hash_password_into(words.as_bytes(), salt, &mut key).map_err(to_error)?;
            }
            Self::File(bytes) => expand(salt, bytes, &mut key),
            Self::Server(bytes) => expand(salt, bytes, &mut key),
        }
        Ok(key)
    }
}

fn to_error(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}

fn expand(salt: &[u8], bytes: &[u8], key: &mut [u8; 32]) {
    // Expanding 32 bytes cannot fail.
    let _ = hkdf::Hkdf::<sha2::Sha256>::new(Some(salt), bytes).expand(b"qabul/v1/archive", key);
}

/// Seals what is written into it.
pub struct Sealer<W: Write> {
    inner: W,
    stream: EncryptorBE32<XChaCha20Poly1305>,
    head: Vec<u8>,
    waiting: Vec<u8>,
}

impl<W: Write> Sealer<W> {
    /// Writes the first line.
    pub fn new(mut inner: W, key: &Key, about: About, rng: &dyn Rng) -> Result<Self> {
        if let Key::Passphrase(words) = key {
            ensure!(
                words.chars().count() >= MIN_PASSPHRASE,
                "a passphrase has at least {MIN_PASSPHRASE} characters: what it seals is a school's whole data"
            );
        }
        let (mut salt, mut nonce) = ([0u8; 16], [0u8; 19]);
        rng.fill(&mut salt);
        rng.fill(&mut nonce);
        let cost = matches!(key, Key::Passphrase(_)).then_some((64 * 1024, 3));
        let way = key.way();
        let head = Head { way, salt: BASE64.encode(&salt), nonce: BASE64.encode(&nonce), cost, about };
        let head = format!("{MAGIC}{}\n", serde_json::to_string(&head)?).into_bytes();
        inner.write_all(&head)?;
        let cipher = XChaCha20Poly1305::new(&key.bytes(&salt, cost)?.into());
        Ok(Self { inner, stream: EncryptorBE32::from_aead(cipher, &nonce.into()), head, waiting: Vec::new() })
    }

    /// Seals the end; without it the file does not open.
    pub fn finish(mut self) -> io::Result<W> {
        let payload = Payload { msg: &self.waiting, aad: &self.head };
        let last = self.stream.encrypt_last(payload).map_err(|_| io::Error::other("sealing failed"))?;
        self.inner.write_all(&last)?;
        self.inner.flush()?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for Sealer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        // A whole chunk stays back: the last one is sealed as the last.
        while self.waiting.len() > CHUNK {
            let payload = Payload { msg: &self.waiting[..CHUNK], aad: &self.head };
            let sealed = self.stream.encrypt_next(payload).map_err(|_| io::Error::other("the file is too large"))?;
            self.inner.write_all(&sealed)?;
            self.waiting.drain(..CHUNK);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads the first line alone.
pub fn head(input: &mut impl BufRead) -> Result<Head> {
    Ok(read_head(input)?.0)
}

fn read_head(input: &mut impl BufRead) -> Result<(Head, Vec<u8>)> {
    let mut line = Vec::new();
    input.take(MAX_HEAD).read_until(b'\n', &mut line)?;
    let json = line.strip_prefix(MAGIC.as_bytes()).filter(|rest| rest.ends_with(b"\n"));
    let Some(json) = json else { bail!("this is no archive of Qabul, or one of a newer kind") };
    let head = serde_json::from_slice(json).context("the archive's first line cannot be read")?;
    Ok((head, line))
}

/// Opens what [`Sealer`] wrote.
pub struct Opener<R: BufRead> {
    inner: R,
    stream: Option<DecryptorBE32<XChaCha20Poly1305>>,
    head: Vec<u8>,
    open: Vec<u8>,
    at: usize,
}

impl<R: BufRead> Opener<R> {
    /// Reads the first line and asks for the key that it takes.
    pub fn new(mut inner: R, key: &mut dyn FnMut(&Head) -> Result<Key>) -> Result<(Self, Head)> {
        let (head, line) = read_head(&mut inner)?;
        let decoded = |text: &str| BASE64.decode(text.as_bytes()).context("the archive's first line is damaged");
        let (salt, nonce) = (decoded(&head.salt)?, decoded(&head.nonce)?);
        let nonce: [u8; 19] = nonce.try_into().map_err(|_| to_error("the archive's first line is damaged"))?;
        let key = key(&head)?;
        ensure!(key.way() == head.way, "the archive was sealed with {}", head.way.words());
        let cipher = XChaCha20Poly1305::new(&key.bytes(&salt, head.cost)?.into());
        let stream = Some(DecryptorBE32::from_aead(cipher, &nonce.into()));
        Ok((Self { inner, stream, head: line, open: Vec::new(), at: 0 }, head))
    }

    fn next(&mut self) -> io::Result<()> {
        let Some(mut stream) = self.stream.take() else {
            self.open.clear();
            self.at = 0;
            return Ok(());
        };
        let mut sealed = Vec::with_capacity(CHUNK + TAG);
        (&mut self.inner).take((CHUNK + TAG) as u64).read_to_end(&mut sealed)?;
        let payload = Payload { msg: &sealed, aad: &self.head };
        let bad = |_| {
            let message = "the key is not the one that sealed it, or the archive was changed or cut";
            io::Error::new(io::ErrorKind::InvalidData, message)
        };
        self.at = 0;
        if self.inner.fill_buf()?.is_empty() {
            self.open = stream.decrypt_last(payload).map_err(bad)?;
        } else {
            self.open = stream.decrypt_next(payload).map_err(bad)?;
            self.stream = Some(stream);
        }
        Ok(())
    }
}

impl Way {
    /// For sentences.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Passphrase => "a passphrase",
            Self::File => "a key file",
            Self::Server => "the secret of the server that made it",
        }
    }
}

impl<R: BufRead> Read for Opener<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.open.len() {
            self.next()?;
        }
        let rest = &self.open[self.at..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::SystemRng;

    fn sealed(key: &Key, plain: &[u8]) -> Vec<u8> {
        let mut sealer = Sealer::new(Vec::new(), key, About::default(), &SystemRng).unwrap();
        for piece in plain.chunks(10_007) {
            sealer.write_all(piece).unwrap();
        }
        sealer.finish().unwrap()
    }

    fn opened(key: &Key, sealed: &[u8]) -> Result<Vec<u8>> {
        let mut plain = Vec::new();
        Opener::new(sealed, &mut |_| Ok(key.clone()))?.0.read_to_end(&mut plain)?;
        Ok(plain)
    }

    #[test]
    fn what_was_sealed_opens_with_its_key_alone() {
        let key = Key::File(vec![7; 32]);
        for size in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5] {
            let plain: Vec<u8> = (0..size).map(|n| (n % 251) as u8).collect();
            let file = sealed(&key, &plain);
            assert_eq!(opened(&key, &file).unwrap(), plain, "{size}");
            assert!(opened(&Key::File(vec![8; 32]), &file).is_err());
            assert!(opened(&Key::Server([7; 32]), &file).is_err(), "another way");
        }
        let words = Key::Passphrase("correct horse battery".into());
        assert_eq!(opened(&words, &sealed(&words, b"plain")).unwrap(), b"plain");
        assert!(Sealer::new(Vec::new(), &Key::Passphrase("short".into()), About::default(), &SystemRng).is_err());
    }

    #[test]
    fn a_changed_or_cut_file_does_not_open() {
        let key = Key::File(vec![7; 32]);
        let file = sealed(&key, &vec![1; 2 * CHUNK + 100]);
        let body = file.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        for at in [12, body, body + CHUNK, file.len() - 1] {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert!(opened(&key, &changed).is_err(), "changed at {at}");
        }
        for end in [body, body + CHUNK + TAG, body + 2 * (CHUNK + TAG), file.len() - 1] {
            assert!(opened(&key, &file[..end]).is_err(), "cut at {end}");
        }
        let mut swapped = file[..body].to_vec();
        swapped.extend_from_slice(&file[body + CHUNK + TAG..body + 2 * (CHUNK + TAG)]);
        swapped.extend_from_slice(&file[body..body + CHUNK + TAG]);
        swapped.extend_from_slice(&file[body + 2 * (CHUNK + TAG)..]);
        assert!(opened(&key, &swapped).is_err(), "swapped");
    }
}
