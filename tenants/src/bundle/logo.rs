//! Logos: decoded by [`pictures`], re-encoded as PNG. What is served is never what was uploaded, so nothing can hide in it.

use bytes::Bytes;
use image::{DynamicImage, ImageFormat, RgbaImage};
use pictures::BadPicture;

use super::branding::{linear, luminance_of};

/// Largest logo file.
pub const MAX_BYTES: u64 = 5 << 20;
/// Longer edges are scaled down: twice the largest size in which a logo is shown.
const MAX_EDGE: u32 = 800;
/// Luminance of the surfaces of the dark scheme.
const DARK_SURFACE: f64 = 0.014;
/// The contrast from which a part of a picture is seen, as WCAG has it for graphics.
const SEEN: f64 = 3.0;
/// How much of what is drawn may be lost, in hundredths.
const MAY_BE_LOST: u64 = 20;
/// What covers so much of its box, in hundredths, has a ground of its own.
const COVERS: u64 = 98;

/// A logo, ready to be served.
#[derive(Debug, Clone)]
pub struct Logo {
    /// SHA-256 of the PNG, in lower-case hex.
    pub digest: String,
    /// The PNG.
    pub png: Bytes,
    /// Its size in pixels.
    pub size: (u32, u32),
    /// Whether too much of it is lost on a dark ground.
    pub is_lost_on_dark: bool,
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
    let picture = picture.into_rgba8();
    let is_lost_on_dark = is_lost_on_dark(&picture);
    let plain = DynamicImage::ImageRgba8(picture);
    // A wanted size of nothing: it is drawn once and served often, so it is packed well.
    let png = pictures::draw(plain, ImageFormat::Png, 0).map_err(refusal)?;
    Ok(Logo { digest: words::sha256_hex(&png), png: png.into(), size, is_lost_on_dark })
}

fn is_lost_on_dark(picture: &RgbaImage) -> bool {
    let light: [f64; 256] = std::array::from_fn(|channel| linear(u8::try_from(channel).unwrap_or(u8::MAX)));
    let (mut drawn, mut lost) = (0_u64, 0_u64);
    for [r, g, b, a] in picture.pixels().map(|pixel| pixel.0) {
        if a < 128 {
            continue;
        }
        drawn += 1;
        let luminance = luminance_of([r, g, b].map(|channel| light[usize::from(channel)]));
        lost += u64::from((luminance + 0.05) / (DARK_SURFACE + 0.05) < SEEN);
    }
    let whole = u64::from(picture.width()) * u64::from(picture.height());
    drawn * 100 < whole * COVERS && lost * 100 > drawn * MAY_BE_LOST
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
    fn what_is_lost_on_a_dark_ground_is_told() {
        let lost = |paint: &dyn Fn(u32) -> [u8; 4]| {
            let picture = DynamicImage::ImageRgba8(RgbaImage::from_fn(100, 10, |x, _| image::Rgba(paint(x))));
            let mut out = Vec::new();
            picture.write_to(&mut Cursor::new(&mut out), ImageFormat::Png).unwrap();
            rasterise(&out).unwrap().is_lost_on_dark
        };
        let on_nothing = |inks: [[u8; 4]; 2]| move |x: u32| if x < 50 { [0; 4] } else { inks[usize::from(x < 70)] };
        let (ink, gold, white) = ([29, 63, 114, 255], [224, 165, 38, 255], [255, 255, 255, 255]);
        assert!(
            lost(&on_nothing([ink, ink])) && lost(&on_nothing([gold, ink])),
            "a word is lost beside a bright crest"
        );
        assert!(!lost(&on_nothing([gold, white])));
        assert!(!lost(&|x| if x < 50 { ink } else { white }), "it brings its own ground");
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
