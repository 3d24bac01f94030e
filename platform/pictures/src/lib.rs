//! The one place where a stranger's picture is decoded: files of forms, portraits and logos all come through here.
//!
//! A picture of a few kilobytes can claim gigabytes. So what decoding will take at its most is worked out from the head, before
//! anything is decoded, and a picture that wants more than [`MAX_MEMORY`] is refused; what comes out has 8 bits a channel and
//! stands upright. Whoever decodes for a request takes a [`turn`] first, so that the process holds a few pictures at once and no
//! school or network address takes all of them.

mod turn;

use std::io::{BufRead, Cursor, Seek};

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

pub use turn::turn;

/// Largest side in pixels.
const MAX_SIDE: u32 = 10_000;
/// Most pixels, whatever they cost.
const MAX_PIXELS: u64 = 40_000_000;
/// Most memory that decoding one picture, turning it upright and drawing it anew may take: 29 million pixels of a photo,
/// 33 million with transparency, 22 million of 16 bits a channel.
pub const MAX_MEMORY: u64 = 256 << 20;
/// Most memory for what stands beside the pixels: profiles, texts, a line.
const MAX_ASIDE: u64 = 16 << 20;
/// Largest file that a picture may become.
const MAX_DRAWN: usize = 32 << 20;

/// The picture cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPicture {
    /// It is damaged, or neither PNG nor JPEG nor WebP.
    #[error("not a readable picture")]
    Unreadable,
    /// It would take too much memory or become too large a file.
    #[error("too many pixels")]
    TooLarge,
}

/// The format of a picture that is taken, told by its first bytes.
#[must_use]
pub fn format_of(head: &[u8]) -> Option<ImageFormat> {
    let format = image::guess_format(head).ok()?;
    matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP).then_some(format)
}

/// The picture, upright and with 8 bits a channel. Heavy: off the async threads, in [`turn`].
pub fn decode(bytes: &[u8]) -> Result<DynamicImage, BadPicture> {
    let format = format_of(bytes).ok_or(BadPicture::Unreadable)?;
    decode_from(Cursor::new(bytes), format)
}

/// As [`decode`], out of a file.
pub fn decode_from(file: impl BufRead + Seek, format: ImageFormat) -> Result<DynamicImage, BadPicture> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_ASIDE);
    let mut reader = ImageReader::with_format(file, format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS || width.max(height) > MAX_SIDE || pixels * cost(&decoder, format) > MAX_MEMORY {
        return Err(BadPicture::TooLarge);
    }
    let upright = decoder.orientation().map_err(refused)?;
    let mut picture = shallow(DynamicImage::from_decoder(decoder).map_err(refused)?);
    picture.apply_orientation(upright);
    Ok(picture)
}

/// Bytes a pixel at the worst moment: the pixels themselves, and beside them what the decoder works with, or their copy.
fn cost(decoder: &impl ImageDecoder, format: ImageFormat) -> u64 {
    let color = decoder.color_type();
    let held = u64::from(color.bytes_per_pixel());
    let beside = match format {
        // A progressive one keeps a 16-bit number for each channel of each pixel until its last scan.
        ImageFormat::Jpeg => 2 * u64::from(color.channel_count()),
        // A moving one has a canvas and a frame.
        ImageFormat::WebP => 8,
        _ => 0,
    };
    held + beside.max(held.min(u64::from(color.channel_count())))
}

/// 8 bits a channel: nobody sees more, and everything after it takes half.
fn shallow(picture: DynamicImage) -> DynamicImage {
    match picture {
        DynamicImage::ImageLuma16(_) => picture.into_luma8().into(),
        DynamicImage::ImageLumaA16(_) => picture.into_luma_alpha8().into(),
        DynamicImage::ImageRgb16(_) | DynamicImage::ImageRgb32F(_) => picture.into_rgb8().into(),
        DynamicImage::ImageRgba16(_) | DynamicImage::ImageRgba32F(_) => picture.into_rgba8().into(),
        other => other,
    }
}

/// The picture as a file of that format, without what was glued on and without what a camera wrote. Quickly or finely
/// first; more thoroughly or coarsely when that makes more than `wanted` bytes of it.
pub fn draw(picture: DynamicImage, format: ImageFormat, wanted: usize) -> Result<Vec<u8>, BadPicture> {
    let drawn = match format {
        ImageFormat::Jpeg => {
            let picture = picture.into_rgb8().into();
            let fine = jpeg(&picture, 88)?;
            if fine.len() <= wanted { fine } else { jpeg(&picture, 70)? }
        }
        ImageFormat::Png => {
            let quick = png(&picture, CompressionType::Fast)?;
            if quick.len() <= wanted { quick } else { png(&picture, CompressionType::Default)? }
        }
        _ => {
            let mut out = Cursor::new(Vec::new());
            picture.write_to(&mut out, format).map_err(refused)?;
            out.into_inner()
        }
    };
    if drawn.len() > MAX_DRAWN { Err(BadPicture::TooLarge) } else { Ok(drawn) }
}

/// The picture as a JPEG.
pub fn jpeg(picture: &DynamicImage, quality: u8) -> Result<Vec<u8>, BadPicture> {
    let mut out = Vec::new();
    picture.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut out, quality)).map_err(refused)?;
    Ok(out)
}

fn png(picture: &DynamicImage, effort: CompressionType) -> Result<Vec<u8>, BadPicture> {
    let mut out = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut out, effort, FilterType::Adaptive);
    picture.write_with_encoder(encoder).map_err(refused)?;
    Ok(out)
}

#[expect(clippy::needless_pass_by_value, reason = "stands in `map_err`")]
fn refused(error: ImageError) -> BadPicture {
    match error {
        ImageError::Limits(_) => BadPicture::TooLarge,
        _ => BadPicture::Unreadable,
    }
}

#[cfg(test)]
mod tests;
