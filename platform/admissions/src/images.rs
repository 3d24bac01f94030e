//! Pictures from strangers are drawn anew: upright, without what the camera wrote into them, without what was glued on.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use tokio::sync::Semaphore;

/// Largest side in pixels.
const MAX_SIDE: u32 = 10_000;
/// Most pixels.
const MAX_PIXELS: u64 = 40_000_000;
/// Most memory for one picture.
const MAX_MEMORY: u64 = 128 << 20;

/// The picture cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadImage {
    /// It is damaged or no picture.
    #[error("not a readable picture")]
    Unreadable,
    /// It has too many pixels.
    #[error("too many pixels")]
    TooLarge,
}

/// Draws pictures anew, few at a time.
#[derive(Debug, Clone)]
pub struct Redraw(Arc<Semaphore>);

impl Default for Redraw {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(2)))
    }
}

impl Redraw {
    /// The file's picture in its own format, drawn anew, off the async threads.
    pub async fn redraw(&self, path: &Path, format: ImageFormat) -> Result<Vec<u8>, BadImage> {
        let _turn = self.0.acquire().await.map_err(|_| BadImage::Unreadable)?;
        let path = path.to_path_buf();
        tokio::task::spawn_blocking(move || redraw(&path, format)).await.map_err(|_| BadImage::Unreadable)?
    }
}

fn redraw(path: &Path, format: ImageFormat) -> Result<Vec<u8>, BadImage> {
    let mut reader = ImageReader::open(path).map_err(|_| BadImage::Unreadable)?;
    reader.set_format(format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(BadImage::TooLarge);
    }
    let upright = decoder.orientation().map_err(refused)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(refused)?;
    picture.apply_orientation(upright);
    let mut out = Cursor::new(Vec::new());
    if format == ImageFormat::Jpeg {
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, 88);
        picture.into_rgb8().write_with_encoder(encoder).map_err(refused)?;
    } else {
        picture.write_to(&mut out, format).map_err(refused)?;
    }
    Ok(out.into_inner())
}

fn refused(error: image::ImageError) -> BadImage {
    match error {
        image::ImageError::Limits(_) => BadImage::TooLarge,
        _ => BadImage::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, bytes: &[u8]) -> std::path::PathBuf {
        let path = folder.join("picture");
        std::fs::write(&path, bytes).expect("write");
        path
    }

    #[tokio::test]
    async fn what_is_glued_on_is_gone() {
        let folder = tempfile::tempdir().expect("folder");
        let mut png = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(4, 3).write_to(&mut png, ImageFormat::Png).expect("png");
        let mut bytes = png.into_inner();
        bytes.extend_from_slice(b"<script>alert(1)</script>");
        let out = Redraw::default().redraw(&write(folder.path(), &bytes), ImageFormat::Png).await.expect("picture");
        assert!(!out.windows(8).any(|w| w == b"<script>"));
    }

    #[tokio::test]
    async fn truncated_pictures_are_refused() {
        let folder = tempfile::tempdir().expect("folder");
        let mut png = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(40, 30).write_to(&mut png, ImageFormat::Png).expect("png");
        let bytes = png.into_inner();
        let half = write(folder.path(), &bytes[..bytes.len() / 2]);
        assert_eq!(Redraw::default().redraw(&half, ImageFormat::Png).await, Err(BadImage::Unreadable));
    }
}
