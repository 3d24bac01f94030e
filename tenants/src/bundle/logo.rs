//! Logos: decoded by [`pictures`], re-encoded as PNG. What is served is never what was uploaded, so nothing can hide in it.

use bytes::Bytes;
use image::{DynamicImage, ImageFormat};
use pictures::BadPicture;

/// Largest logo file.
pub const MAX_BYTES: u64 = 5 << 20;
/// Longer edges are scaled down: twice the largest size in which a logo is shown.
const MAX_EDGE: u32 = 800;

/// A logo, ready to be served.
#[derive(Debug, Clone)]
pub struct Logo {
    /// SHA-256 of the PNG, in lower-case hex.
    pub digest: String,
    /// The PNG.
    pub png: Bytes,
    /// Its size in pixels.
    pub size: (u32, u32),
}

/// Re-encodes a picture. The error is a sentence for the bundle's author.
pub fn rasterise(bytes: &[u8]) -> Result<Logo, String> {
    if pictures::format_of(bytes).is_none() {
        return Err(match infer::get(bytes).map(|kind| kind.mime_type()) {
            Some(other) => format!("the file is {other}, and has to be PNG, JPEG or WebP"),
            None => "the file is no picture; it has to be PNG, JPEG or WebP".into(),
        });
    }
    let mut picture = pictures::decode(bytes).map_err(refusal)?;
    if picture.width().max(picture.height()) > MAX_EDGE {
        picture = picture.resize(MAX_EDGE, MAX_EDGE, image::imageops::FilterType::Lanczos3);
    }
    let size = (picture.width(), picture.height());
    let plain = DynamicImage::ImageRgba8(picture.into_rgba8());
    // A wanted size of nothing: it is drawn once and served often, so it is packed well.
    let png = pictures::draw(plain, ImageFormat::Png, 0).map_err(refusal)?;
    Ok(Logo { digest: words::sha256_hex(&png), png: png.into(), size })
}

/// What is said of a picture that cannot be taken.
pub(super) fn refusal(bad: BadPicture) -> String {
    match bad {
        BadPicture::Unreadable => "the picture cannot be read: it is damaged or cut short".into(),
        BadPicture::TooLarge => "the picture has too many pixels; 1600 × 1600 are plenty".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let mut out = Vec::new();
        DynamicImage::new_rgb8(width, height).write_to(&mut Cursor::new(&mut out), format).unwrap();
        out
    }

    #[test]
    fn pictures_become_png_and_shrink() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let logo = rasterise(&picture(1600, 400, format)).unwrap();
            assert_eq!(logo.size, (800, 200));
            assert!(logo.png.starts_with(b"\x89PNG"));
        }
    }

    #[test]
    fn what_is_glued_to_a_picture_goes_away() {
        let mut bytes = picture(20, 20, ImageFormat::Jpeg);
        bytes.extend_from_slice(b"<script>alert(1)</script>");
        let logo = rasterise(&bytes).unwrap();
        assert!(!logo.png.windows(7).any(|w| w == b"<script"));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(rasterise(b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>").is_err());
        assert!(rasterise(b"").is_err());
    }

    #[test]
    fn a_small_file_of_many_pixels_is_refused_before_it_is_decoded() {
        let error = rasterise(&picture(9000, 9000, ImageFormat::Png)).unwrap_err();
        assert!(error.contains("too many pixels"), "{error}");
    }
}
