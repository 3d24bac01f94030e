//! The web build: embedded into the binary, or read from a folder once at the start.
//!
//! Files stay as bytes with their entity tags; what is worth compressing is compressed once, when it is first asked for.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::OnceLock;

use bytes::Bytes;
use sha2::{Digest as _, Sha256};

/// Where a fresh value goes in every page.
const NONCE: &str = "__CSP_NONCE__";

#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// One file.
#[derive(Debug)]
pub struct Asset {
    /// Its bytes.
    pub bytes: Bytes,
    /// Strong entity tag, in quotes.
    pub etag: String,
    /// Its media type.
    pub mime: &'static str,
    /// Its name holds a hash of its content: it never changes.
    pub is_immutable: bool,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

/// All files of the build.
#[derive(Debug, Default)]
pub struct Site {
    files: HashMap<String, Asset>,
    page: Option<Page>,
    landings: Bytes,
}

/// `index.html`: before its language, from there to the end of its head, and the rest; both around their nonces.
#[derive(Debug)]
struct Page {
    before: String,
    head: Vec<String>,
    rest: Vec<String>,
}

/// What goes into a page, beside the application itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filling<'a> {
    /// Fresh in every answer.
    pub nonce: &'a str,
    /// In which language it begins.
    pub language: &'a str,
    /// `ltr` or `rtl`.
    pub direction: &'a str,
    /// Markup for the end of the head: what the browser fetches at once.
    pub head: &'a str,
    /// JSON that the application reads instead of asking for it; empty for none.
    pub known: &'a str,
}

impl Page {
    fn new(text: &str) -> Self {
        let (before, rest) = match text.find("<html") {
            Some(at) => {
                let (before, tag) = text.split_at(at);
                (before, tag.split_once('>').map_or(tag, |(_, rest)| rest))
            }
            None => ("", text),
        };
        let (head, rest) = rest.split_at(rest.find("</head>").unwrap_or(rest.len()));
        let around = |text: &str| text.split(NONCE).map(str::to_owned).collect();
        Self { before: before.to_owned(), head: around(head), rest: around(rest) }
    }
}

impl Site {
    /// What was embedded.
    #[must_use]
    pub fn embedded() -> Self {
        let files = Dist::iter().filter_map(|name| {
            let file = Dist::get(&name)?;
            let bytes = match file.data {
                std::borrow::Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                std::borrow::Cow::Owned(bytes) => Bytes::from(bytes),
            };
            Some((name.into_owned(), bytes))
        });
        Self::new(files)
    }

    /// What a folder holds now; for tests and for trying a build without making the binary again.
    pub fn from_folder(folder: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        let mut waiting = vec![folder.to_path_buf()];
        while let Some(at) = waiting.pop() {
            for entry in std::fs::read_dir(at)? {
                let path = entry?.path();
                if path.is_dir() {
                    waiting.push(path);
                } else if let Ok(name) = path.strip_prefix(folder) {
                    files.push((name.to_string_lossy().replace('\\', "/"), Bytes::from(std::fs::read(&path)?)));
                }
            }
        }
        Ok(Self::new(files.into_iter()))
    }

    fn new(files: impl Iterator<Item = (String, Bytes)>) -> Self {
        let files: Vec<(String, Bytes)> = files.collect();
        let landings = files.iter().find(|(name, _)| name == ".vite/landings.json");
        let landings = landings.map(|(_, bytes)| bytes.clone()).unwrap_or_default();
        // The manifest and source maps are for tools, not for browsers.
        let files = files.into_iter().filter(|(name, _)| !name.starts_with(".vite/") && !name.ends_with(".map"));
        // What a telephone fetches first was compressed by the web build, as small as can be.
        let (twins, files): (Vec<_>, Vec<_>) = files.partition(|(name, _)| name.ends_with(".br"));
        let mut files: HashMap<String, Asset> =
            files.into_iter().map(|(name, bytes)| (name.clone(), Asset::new(&name, bytes))).collect();
        for (name, bytes) in twins {
            if let Some(file) = name.strip_suffix(".br").and_then(|name| files.get_mut(name)) {
                file.brotli = OnceLock::from(bytes);
            }
        }
        let page = files.get("index.html").and_then(|file| std::str::from_utf8(&file.bytes).ok());
        let page = page.map(Page::new);
        Self { files, page, landings }
    }

    /// A file by its path without the leading slash. The page itself is none: it needs a nonce.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&Asset> {
        self.files.get(path).filter(|_| path != "index.html")
    }

    /// Paths of all files, in no order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The page, filled in; `None` when the web was not built.
    #[must_use]
    pub fn page(&self, filling: Filling<'_>) -> Option<String> {
        let Page { before, head, rest } = self.page.as_ref()?;
        let Filling { nonce, language, direction, head: more, known } = filling;
        let known = match known {
            "" => String::new(),
            // Data: no browser runs it, and nothing in it ends it.
            known => {
                format!("<script type=\"application/json\" id=\"known\">{}</script>", known.replace('<', "\\u003c"))
            }
        };
        let (head, rest) = (head.join(nonce), rest.join(nonce));
        Some(format!("{before}<html lang=\"{language}\" dir=\"{direction}\">{head}{more}{known}{rest}"))
    }

    /// What the web build says of the pages that strangers open first, as JSON (`web/build/landings.ts`); empty when it says nothing.
    #[must_use]
    pub fn landings(&self) -> &[u8] {
        &self.landings
    }

    /// Whether there is a page: the web was built.
    #[must_use]
    pub fn has_page(&self) -> bool {
        self.page.is_some()
    }
}

impl Asset {
    fn new(name: &str, bytes: Bytes) -> Self {
        let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(&bytes)[..16]);
        Self {
            etag: format!("\"{digest}\""),
            mime: mime(name),
            is_immutable: name.starts_with("assets/"),
            bytes,
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    /// Whether compressing pays.
    #[must_use]
    pub fn is_compressible(&self) -> bool {
        self.bytes.len() > 1024
            && (self.mime.starts_with("text/") || self.mime.contains("json") || self.mime.contains("svg"))
    }

    /// Whether it was compressed so already; else [`Asset::brotli`] and [`Asset::gzip`] take a while the first time.
    #[must_use]
    pub fn is_compressed(&self, encoding: &str) -> bool {
        (if encoding == "br" { &self.brotli } else { &self.gzip }).get().is_some()
    }

    /// Its Brotli form.
    pub fn brotli(&self) -> Bytes {
        self.brotli.get_or_init(|| brotli(&self.bytes, 9)).clone()
    }

    /// Its gzip form.
    pub fn gzip(&self) -> Bytes {
        self.gzip.get_or_init(|| gzip(&self.bytes)).clone()
    }
}

/// Bytes as Brotli, from 1 (fast) to 11 (small).
#[must_use]
pub fn brotli(bytes: &[u8], quality: u32) -> Bytes {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 32 * 1024, quality, 22);
    let written = writer.write_all(bytes);
    drop(writer);
    if written.is_ok() { Bytes::from(out) } else { Bytes::new() }
}

/// Bytes as gzip.
#[must_use]
pub fn gzip(bytes: &[u8]) -> Bytes {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let written = writer.write_all(bytes).and_then(|()| writer.finish());
    written.map(Bytes::from).unwrap_or_default()
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(files: &[(&str, &str)]) -> Site {
        Site::new(files.iter().map(|(name, text)| ((*name).to_owned(), Bytes::copy_from_slice(text.as_bytes()))))
    }

    #[test]
    fn the_page_gets_its_nonce_everywhere() {
        let page = "<!doctype html>\n<html lang=\"en\" dir=\"ltr\">\n<a __CSP_NONCE__><b __CSP_NONCE__></head><c __CSP_NONCE__>";
        let site = site(&[("index.html", page)]);
        let arabic = "<!doctype html>\n<html lang=\"ar\" dir=\"rtl\">\n<a x><b x></head><c x>";
        let filling = Filling { nonce: "x", language: "ar", direction: "rtl", ..Filling::default() };
        assert_eq!(site.page(filling).as_deref(), Some(arabic));
        assert!(site.file("index.html").is_none() && site.has_page());
        assert!(Site::default().page(filling).is_none());
    }

    #[test]
    fn what_is_known_ends_where_it_ends() {
        let site = site(&[("index.html", "<html><head></head><body>"), (".vite/landings.json", "{}")]);
        let filling = Filling { head: "<link>", known: r#"{"a":"</script><script>"}"#, ..Filling::default() };
        let page = site.page(filling).expect("page");
        assert!(page.contains(r#"<link><script type="application/json" id="known">{"a":"\u003c/script>\u003cscript>"}</script></head>"#), "{page}");
        assert!(site.landings() == b"{}" && site.file(".vite/landings.json").is_none());
    }

    #[test]
    fn hashed_names_never_change() {
        let site = site(&[("assets/a-1.js", "1"), ("favicon.svg", "2")]);
        let asset = site.file("assets/a-1.js").expect("file");
        assert!(asset.is_immutable && asset.mime.starts_with("text/javascript"));
        assert!(!site.file("favicon.svg").expect("file").is_immutable);
        assert!(site.file("assets/../favicon.svg").is_none());
    }

    #[test]
    fn what_the_build_compressed_is_taken_as_it_is() {
        let site = site(&[("assets/a.js", "1"), ("assets/a.js.br", "twin"), ("assets/b.js.br", "alone")]);
        let asset = site.file("assets/a.js").expect("file");
        assert!(asset.is_compressed("br") && asset.brotli() == "twin");
        assert!(site.file("assets/a.js.br").is_none() && site.file("assets/b.js.br").is_none());
    }

    #[test]
    fn compressed_forms_are_smaller_and_whole() {
        use std::io::Read as _;
        let text = "قبول qabul ".repeat(500);
        let site = site(&[("assets/a.css", &text)]);
        let asset = site.file("assets/a.css").expect("file");
        assert!(asset.is_compressible());
        let (mut plain, gzip, brotli) = (String::new(), asset.gzip(), asset.brotli());
        flate2::read::GzDecoder::new(&gzip[..]).read_to_string(&mut plain).expect("gzip");
        assert_eq!(plain, text);
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut &brotli[..], &mut plain).expect("brotli");
        assert_eq!(plain, text.as_bytes());
        assert!(asset.is_compressed("br") && asset.is_compressed("gzip"));
        assert!(gzip.len() < text.len() && brotli.len() < text.len());
    }
}
