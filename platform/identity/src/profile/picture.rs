//! Pictures of people: decoded by [`pictures`], cut to a square and drawn anew. What is served is never what was uploaded, so nothing can hide in it, and nothing of what the camera wrote down stays.

use image::imageops::{FilterType, overlay};
use image::{DynamicImage, Rgba, RgbaImage};
use pictures::BadPicture;

pub(super) const MAX_BYTES: usize = 2 << 20;
/// Sides of what is served.
const SIDE: u32 = 256;
const QUALITY: u8 = 86;

/// The picture as a JPEG of 256 × 256 pixels. Heavy: off the async threads.
pub(super) fn squared(bytes: &[u8]) -> Result<Vec<u8>, BadPicture> {
    let square = pictures::decode(bytes)?.resize_to_fill(SIDE, SIDE, FilterType::Lanczos3).into_rgba8();
    // A JPEG has no holes: what shines through is white.
    let mut paper = RgbaImage::from_pixel(SIDE, SIDE, Rgba([255; 4]));
    overlay(&mut paper, &square, 0, 0);
    pictures::jpeg(&DynamicImage::ImageRgba8(paper), QUALITY)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::ImageFormat;

    use super::*;

    fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let mut out = Vec::new();
        DynamicImage::new_rgb8(width, height).write_to(&mut Cursor::new(&mut out), format).expect("encode");
        out
    }

    #[test]
    fn pictures_become_small_squares() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let out = squared(&picture(900, 300, format)).expect("picture");
            let read = image::load_from_memory_with_format(&out, ImageFormat::Jpeg).expect("jpeg");
            assert_eq!((read.width(), read.height()), (256, 256));
        }
    }

    #[test]
    fn what_the_camera_wrote_and_what_was_glued_on_goes() {
        let plain = picture(64, 64, ImageFormat::Jpeg);
        let mut bytes = plain[..2].to_vec();
        let exif = b"Exif\0\0II*\0\x08\0\0\0\0\0GPS-SECRET";
        bytes.extend_from_slice(&[0xFF, 0xE1]);
        bytes.extend_from_slice(&u16::try_from(exif.len() + 2).expect("short").to_be_bytes());
        bytes.extend_from_slice(exif);
        bytes.extend_from_slice(&plain[2..]);
        bytes.extend_from_slice(b"<script>alert(1)</script>");
        let out = squared(&bytes).expect("picture");
        for hidden in [&b"GPS-SECRET"[..], b"<script", b"Exif"] {
            assert!(!out.windows(hidden.len()).any(|window| window == hidden));
        }
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_refused() {
        assert_eq!(squared(b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), Err(BadPicture::Unreadable));
        assert_eq!(squared(&picture(8000, 6000, ImageFormat::Png)), Err(BadPicture::TooLarge));
    }
}
