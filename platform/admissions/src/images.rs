//! Pictures from strangers are drawn anew: upright, without what the camera wrote into them, without what was glued on.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use image::ImageFormat;
use kernel::{Caller, MessageId, Refusal};
use pictures::BadPicture;

/// The file's picture in its own format, drawn anew, when it is the caller's turn; off the async threads.
pub async fn redraw(caller: &Caller, path: &Path, format: ImageFormat, wanted: u64) -> Result<Vec<u8>, Refusal> {
    let turn = pictures::turn(caller.school.id(), caller.address).await?;
    let (path, wanted) = (path.to_path_buf(), usize::try_from(wanted).unwrap_or(usize::MAX));
    let drawing = turn.work(move || {
        let file = File::open(path).map_err(|_| BadPicture::Unreadable)?;
        pictures::draw(pictures::decode_from(BufReader::new(file), format)?, format, wanted)
    });
    let (drawn, _turn) = drawing.await?;
    drawn.map_err(|bad| Refusal::new(MessageId::D002).with("reason", bad.to_string()))
}
