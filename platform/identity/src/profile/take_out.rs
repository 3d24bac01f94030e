//! What a person takes away: one JSON object that is written to the disk, a piece at a time, so that the process holds one of a
//! person's records and never all of them.

use std::path::PathBuf;

use kernel::Refusal;
use kernel::files::refusal as storage;
use serde::Serialize;
use tokio::fs::File;
use tokio::io::{AsyncSeekExt as _, AsyncWriteExt as _, BufWriter};

/// The file while it is written.
pub struct TakeOut {
    file: BufWriter<File>,
    /// How each object or list that is open ends, and whether something stands in it.
    open: Vec<(char, bool)>,
}

impl TakeOut {
    /// Begins a file without a name in that folder.
    pub(super) async fn begin(folder: PathBuf) -> Result<Self, Refusal> {
        let made = tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder));
        let file = made.await.map_err(Refusal::internal)?.map_err(storage)?;
        let mut begun = Self { file: BufWriter::new(File::from_std(file)), open: Vec::new() };
        begun.enter(None, ('{', '}')).await?;
        Ok(begun)
    }

    /// A named value of the object that is open.
    pub async fn member(&mut self, name: &str, value: &impl Serialize) -> Result<(), Refusal> {
        self.value(Some(name), value).await
    }

    /// A value of the list that is open.
    pub async fn item(&mut self, value: &impl Serialize) -> Result<(), Refusal> {
        self.value(None, value).await
    }

    /// Opens a named object; [`TakeOut::close`] ends it.
    pub async fn object(&mut self, name: &str) -> Result<(), Refusal> {
        self.enter(Some(name), ('{', '}')).await
    }

    /// Opens a named list; [`TakeOut::close`] ends it.
    pub async fn list(&mut self, name: &str) -> Result<(), Refusal> {
        self.enter(Some(name), ('[', ']')).await
    }

    /// Ends what was opened last.
    pub async fn close(&mut self) -> Result<(), Refusal> {
        let Some((end, is_used)) = self.open.pop() else { return Ok(()) };
        let before = if is_used { self.line() } else { String::new() };
        self.write(&format!("{before}{end}")).await
    }

    /// The file from its beginning, and how long it is.
    pub(super) async fn finish(mut self) -> Result<(File, u64), Refusal> {
        while !self.open.is_empty() {
            self.close().await?;
        }
        self.file.flush().await.map_err(storage)?;
        let mut file = self.file.into_inner();
        let bytes = file.metadata().await.map_err(storage)?.len();
        file.rewind().await.map_err(storage)?;
        Ok((file, bytes))
    }

    async fn enter(&mut self, name: Option<&str>, (begin, end): (char, char)) -> Result<(), Refusal> {
        let before = self.before(name)?;
        self.open.push((end, false));
        self.write(&format!("{before}{begin}")).await
    }

    async fn value(&mut self, name: Option<&str>, value: &impl Serialize) -> Result<(), Refusal> {
        let before = self.before(name)?;
        let text = serde_json::to_string_pretty(value).map_err(Refusal::internal)?;
        // No line ends within a text of JSON.
        let text = text.replace('\n', &self.line());
        self.write(&before).await?;
        self.write(&text).await
    }

    /// What stands before the next value: a comma, the line's end, its name.
    fn before(&mut self, name: Option<&str>) -> Result<String, Refusal> {
        let comma = match self.open.last_mut() {
            None => return Ok(String::new()),
            Some((_, is_used)) => {
                if std::mem::replace(is_used, true) {
                    ","
                } else {
                    ""
                }
            }
        };
        let name = match name {
            Some(name) => serde_json::to_string(name).map_err(Refusal::internal)? + ": ",
            None => String::new(),
        };
        Ok(format!("{comma}{}{name}", self.line()))
    }

    fn line(&self) -> String {
        format!("\n{}", "  ".repeat(self.open.len()))
    }

    async fn write(&mut self, text: &str) -> Result<(), Refusal> {
        self.file.write_all(text.as_bytes()).await.map_err(storage)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[tokio::test]
    async fn what_is_written_in_pieces_is_one_object() {
        let folder = tempfile::tempdir().expect("folder");
        let mut out = TakeOut::begin(folder.path().to_path_buf()).await.expect("begun");
        out.member("about", &json!({ "name": "a\nb", "none": {} })).await.expect("written");
        out.object("room").await.expect("written");
        out.list("drafts").await.expect("written");
        for n in 0..3 {
            out.item(&json!({ "n": n })).await.expect("written");
        }
        out.close().await.expect("written");
        out.list("empty").await.expect("written");
        let (mut file, bytes) = out.finish().await.expect("finished");
        let mut text = String::new();
        file.read_to_string(&mut text).await.expect("read");
        let drafts = json!([{ "n": 0 }, { "n": 1 }, { "n": 2 }]);
        let whole = json!({ "about": { "name": "a\nb", "none": {} }, "room": { "drafts": drafts, "empty": [] } });
        let read: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((read, u64::try_from(text.len()).ok()), (whole.clone(), Some(bytes)));
        assert_eq!(text, serde_json::to_string_pretty(&whole).expect("JSON"), "as people read it");
        assert_eq!(std::fs::read_dir(folder.path()).expect("folder").count(), 0, "it has no name");
    }
}
