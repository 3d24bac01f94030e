//! The school's photograph of itself: decoded by [`pictures`], drawn anew in two sizes, each within so many bytes, because the
//! entry screens of a slow phone show it.

use bytes::Bytes;
use image::DynamicImage;
use image::imageops::FilterType;

use super::logo::refusal;

/// Largest file of a photograph.
pub const MAX_BYTES: u64 = 10 << 20;
/// The longer edge of what is kept of an upload.
const KEPT_EDGE: u32 = 1600;
/// Smaller ones would be stretched beyond what looks clean.
const MIN_WIDTH: u32 = 640;
/// Width, and most bytes, of the one for desks and of the one for phones.
const SIZES: [(u32, usize); 2] = [(1280, 160 << 10), (780, 64 << 10)];
/// From fine to coarse.
const QUALITIES: [u8; 5] = [82, 74, 66, 56, 44];

/// One size of it.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// SHA-256 of the JPEG, in lower-case hex.
    pub digest: String,
    /// The JPEG.
    pub jpeg: Bytes,
    /// Its size in pixels.
    pub size: (u32, u32),
}

/// A photograph, ready to be served.
#[derive(Debug, Clone)]
pub struct Photo {
    /// For desks.
    pub wide: Drawn,
    /// For phones.
    pub small: Drawn,
}

impl Photo {
    /// The size of it that goes by that digest.
    #[must_use]
    pub fn named(&self, digest: &str) -> Option<&Drawn> {
        [&self.wide, &self.small].into_iter().find(|drawn| drawn.digest == digest)
    }
}

/// Draws it in both sizes. The error is a sentence for the bundle's author.
pub fn draw(bytes: &[u8]) -> Result<Photo, String> {
    let picture = read(bytes)?;
    let [wide, small] = SIZES.map(|(width, most)| shrunk(&picture, width, most));
    Ok(Photo { wide: wide?, small: small? })
}

/// What is kept of an upload: one JPEG, no larger than is ever drawn of it, without what a camera wrote. What could not be shown later is
/// refused now.
pub fn reencode(bytes: &[u8]) -> Result<Drawn, String> {
    let picture = read(bytes)?;
    let jpeg = pictures::jpeg(&fitted(&picture, KEPT_EDGE), 88).map_err(refusal)?;
    let size = fitted_size(&picture, KEPT_EDGE);
    draw(&jpeg)?;
    Ok(Drawn { digest: words::sha256_hex(&jpeg), jpeg: jpeg.into(), size })
}

fn read(bytes: &[u8]) -> Result<DynamicImage, String> {
    if pictures::format_of(bytes).is_none() {
        return Err("the file is no PNG, JPEG or WebP".into());
    }
    let picture = pictures::decode(bytes).map_err(refusal)?;
    let (width, height) = (picture.width(), picture.height());
    if width < MIN_WIDTH {
        return Err(format!("the photograph is {width} pixels wide; {MIN_WIDTH} are the least"));
    }
    if width < height {
        return Err("the photograph is higher than wide: it is shown across a page".into());
    }
    Ok(picture)
}

fn fitted_size(picture: &DynamicImage, edge: u32) -> (u32, u32) {
    let (width, height) = (picture.width(), picture.height());
    if width <= edge { (width, height) } else { (edge, (height * edge / width).max(1)) }
}

fn fitted(picture: &DynamicImage, edge: u32) -> DynamicImage {
    let (width, height) = fitted_size(picture, edge);
    if width == picture.width() { picture.clone() } else { picture.resize_exact(width, height, FilterType::CatmullRom) }
}

fn shrunk(picture: &DynamicImage, width: u32, most: usize) -> Result<Drawn, String> {
    let fitted = fitted(picture, width);
    let size = (fitted.width(), fitted.height());
    for quality in QUALITIES {
        let jpeg = pictures::jpeg(&fitted, quality).map_err(refusal)?;
        if jpeg.len() <= most {
            return Ok(Drawn { digest: words::sha256_hex(&jpeg), jpeg: jpeg.into(), size });
        }
    }
    Err(format!("the photograph is too busy to be shown in {most} bytes; take one with larger shapes"))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, RgbImage};

    use super::*;

    fn picture(width: u32, height: u32) -> Vec<u8> {
        // Bands of many tones, as a sky and a wall are.
        let tone = |x: u32, y: u32| image::Rgb([(x / 7 % 256) as u8, (y / 5 % 256) as u8, ((x + y) / 11 % 256) as u8]);
        let mut out = Cursor::new(Vec::new());
        let image = DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, tone));
        image.write_to(&mut out, ImageFormat::Png).unwrap();
        out.into_inner()
    }

    #[test]
    fn it_is_drawn_for_desks_and_for_phones_within_their_bytes() {
        let photo = draw(&picture(2400, 1200)).unwrap();
        assert_eq!((photo.wide.size, photo.small.size), ((1280, 640), (780, 390)));
        assert!(photo.wide.jpeg.len() <= 160 << 10 && photo.small.jpeg.len() <= 64 << 10);
        for drawn in [&photo.wide, &photo.small] {
            assert!(drawn.jpeg.starts_with(b"\xff\xd8"));
            assert_eq!(photo.named(&drawn.digest).unwrap().size, drawn.size);
        }
        assert!(photo.named("").is_none());
    }

    #[test]
    fn what_is_kept_of_an_upload_is_a_photograph_again() {
        let kept = reencode(&picture(2400, 1200)).unwrap();
        assert_eq!(kept.size, (1600, 800));
        assert_eq!(draw(&kept.jpeg).unwrap().wide.size, (1280, 640));
    }

    #[test]
    fn what_could_not_be_shown_is_not_kept() {
        // No two dots alike, as in nothing that anybody photographs.
        let dot = |x: u32, y: u32, n: u32| {
            let seed = x * 7919 + y * 104_729 + n * 1_299_709;
            let mixed = (seed ^ (seed >> 15)).wrapping_mul(0x2c1b_3c6d);
            let mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297a_2d39);
            (mixed ^ (mixed >> 15)) as u8
        };
        let noise = RgbImage::from_fn(1280, 700, |x, y| image::Rgb([dot(x, y, 1), dot(x, y, 2), dot(x, y, 3)]));
        let mut out = Cursor::new(Vec::new());
        DynamicImage::ImageRgb8(noise).write_to(&mut out, ImageFormat::Png).unwrap();
        assert!(reencode(&out.into_inner()).unwrap_err().contains("too busy"));
    }

    #[test]
    fn what_is_too_small_or_upright_or_no_picture_is_refused() {
        assert!(draw(&picture(600, 300)).unwrap_err().contains("640"));
        assert!(draw(&picture(700, 900)).unwrap_err().contains("higher than wide"));
        assert!(draw(b"<svg/>").is_err());
    }
}
