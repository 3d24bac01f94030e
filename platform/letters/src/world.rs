//! What typst sees of the world: our templates, our fonts, one file of data and perhaps a logo. No disk, no clock, no net.

use std::collections::HashMap;
use std::sync::Arc;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt as _, World};

use crate::press::Undrawn;

const FONTS: [&[u8]; 4] = [
    include_bytes!("../fonts/NotoSans-Regular.ttf"),
    include_bytes!("../fonts/NotoSans-SemiBold.ttf"),
    include_bytes!("../fonts/LetterNaskh-Regular.ttf"),
    include_bytes!("../fonts/LetterNaskh-Bold.ttf"),
];

const TEMPLATES: [(&str, &str); 5] = [
    ("/kit.typ", include_str!("../templates/kit.typ")),
    ("/page.typ", include_str!("../templates/page.typ")),
    ("/certificate.typ", include_str!("../templates/certificate.typ")),
    ("/letter.typ", include_str!("../templates/letter.typ")),
    ("/receipt.typ", include_str!("../templates/receipt.typ")),
];

/// What all files have in common.
pub struct Shared {
    library: LazyHash<Library>,
    /// Which fonts there are.
    pub book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    sources: HashMap<FileId, Source>,
    data: FileId,
    logo: FileId,
}

impl Shared {
    /// Reads fonts and templates.
    pub fn new() -> Result<Self, Undrawn> {
        let fonts: Vec<Font> = FONTS.iter().flat_map(|font| Font::iter(Bytes::new(*font))).collect();
        let mut sources = HashMap::new();
        for (path, text) in TEMPLATES {
            let id = id(path)?;
            sources.insert(id, Source::new(id, text.to_owned()));
        }
        Ok(Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            sources,
            data: id("/data.json")?,
            // Without an ending: what it is says its first bytes.
            logo: id("/logo")?,
        })
    }
}

/// The world of one file.
pub struct Desk {
    shared: Arc<Shared>,
    main: FileId,
    data: Bytes,
    logo: Option<Bytes>,
}

impl Desk {
    /// `main`: the path of its template.
    pub fn new(shared: &Arc<Shared>, main: &str, data: Vec<u8>, logo: Option<&[u8]>) -> Result<Self, Undrawn> {
        let logo = logo.map(|logo| Bytes::new(logo.to_vec()));
        Ok(Self { shared: Arc::clone(shared), main: id(main)?, data: Bytes::new(data), logo })
    }
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &self.shared.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.shared.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.shared.sources.get(&id).cloned().ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == self.shared.data {
            return Ok(self.data.clone());
        }
        self.logo.clone().filter(|_| id == self.shared.logo).ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.shared.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// Typst keeps ids for ever; ours are the same few.
fn id(path: &str) -> Result<FileId, Undrawn> {
    let path = VirtualPath::new(path).map_err(|_| Undrawn::Refused(format!("no path: {path}")))?;
    Ok(FileId::new(RootedPath::new(VirtualRoot::Project, path)))
}
