use super::*;

use image::{ExtendedColorType, ImageEncoder};

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(width, height).write_to(&mut out, format).expect("encode");
    out.into_inner()
}

/// A PNG of zeros.
fn zeros(width: u32, height: u32, color: ExtendedColorType) -> Vec<u8> {
    let bytes =
        usize::try_from(u64::from(width) * u64::from(height) * u64::from(color.bits_per_pixel()) / 8).expect("size");
    let mut out = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut out, CompressionType::Default, FilterType::NoFilter);
    encoder.write_image(&vec![0; bytes], width, height, color).expect("encode");
    out
}

/// A PNG of a few bytes whose head claims to be another's: whoever decodes it calls it damaged.
fn claiming(width: u32, height: u32, bits: u8, color: u8) -> Vec<u8> {
    let mut out = picture(1, 1, ImageFormat::Png);
    out[16..20].copy_from_slice(&width.to_be_bytes());
    out[20..24].copy_from_slice(&height.to_be_bytes());
    (out[24], out[25]) = (bits, color);
    let checksum = !out[12..29].iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    });
    out[29..33].copy_from_slice(&checksum.to_be_bytes());
    out
}

#[test]
fn what_costs_too_much_is_refused_by_its_head() {
    // The picture that took 617 MB and six seconds: 311 KB on the wire, 320 MB of pixels.
    assert_eq!(decode(&claiming(10_000, 4_000, 16, 6)), Err(BadPicture::TooLarge));
    assert_eq!(decode(&claiming(10_000, 4_000, 8, 6)), Err(BadPicture::TooLarge), "160 MB, and as much to turn it");
    assert_eq!(decode(&claiming(10_001, 1, 8, 2)), Err(BadPicture::TooLarge));
    assert_eq!(decode(&claiming(10_000, 4_001, 8, 0)), Err(BadPicture::TooLarge));
    // What fits is decoded, and then is none.
    assert_eq!(decode(&claiming(10_000, 4_000, 8, 2)), Err(BadPicture::Unreadable));
    let mut jpeg = picture(8, 8, ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|mark| mark == [0xFF, 0xC0]).expect("a frame");
    jpeg[frame + 5..frame + 7].copy_from_slice(&6_000_u16.to_be_bytes());
    jpeg[frame + 7..frame + 9].copy_from_slice(&5_000_u16.to_be_bytes());
    assert_eq!(decode(&jpeg), Err(BadPicture::TooLarge), "30 million pixels of a photo");
}

/// What a picture costs at its worst moment.
fn worst(bytes: &[u8]) -> u64 {
    let format = format_of(bytes).expect("format");
    let decoder = ImageReader::with_format(Cursor::new(bytes), format).into_decoder().expect("decoder");
    let (width, height) = decoder.dimensions();
    u64::from(width) * u64::from(height) * cost(&decoder, format)
}

#[test]
fn the_worst_moment_counts() {
    let million = |color| worst(&zeros(1_000, 1_000, color)) / 1_000_000;
    assert_eq!(million(ExtendedColorType::L8), 2, "the pixels, and their copy when it is turned");
    assert_eq!(million(ExtendedColorType::Rgb8), 6);
    assert_eq!(million(ExtendedColorType::Rgba8), 8);
    assert_eq!(million(ExtendedColorType::Rgba16), 12, "and their copy of 8 bits");
    assert_eq!(worst(&picture(1_000, 1_000, ImageFormat::Jpeg)) / 1_000_000, 9, "and a progressive one's numbers");
    assert_eq!(worst(&picture(1_000, 1_000, ImageFormat::WebP)) / 1_000_000, 11);
    // A telephone's picture of 24 million pixels is taken.
    const { assert!(24_500_000 * 9 <= MAX_MEMORY) };
}

#[test]
fn what_comes_out_has_eight_bits_a_channel() {
    let depths = [
        (ExtendedColorType::L16, image::ColorType::L8),
        (ExtendedColorType::La16, image::ColorType::La8),
        (ExtendedColorType::Rgb16, image::ColorType::Rgb8),
        (ExtendedColorType::Rgba16, image::ColorType::Rgba8),
        (ExtendedColorType::Rgb8, image::ColorType::Rgb8),
    ];
    for (deep, shallow) in depths {
        assert_eq!(decode(&zeros(7, 5, deep)).expect("picture").color(), shallow);
    }
}

#[test]
fn what_is_no_picture_or_cut_short_is_refused() {
    for bytes in [
        b"".as_slice(),
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        b"GIF89a\x01\0\x01\0",
        b"\x89PNG\r\n\x1A\nmore",
    ] {
        assert_eq!(decode(bytes), Err(BadPicture::Unreadable));
    }
    let mut cut = picture(64, 64, ImageFormat::Png);
    cut.truncate(60);
    assert_eq!(decode(&cut), Err(BadPicture::Unreadable));
}

#[test]
fn what_is_glued_on_is_gone() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let mut bytes = picture(20, 10, format);
        bytes.extend_from_slice(b"<script>alert(1)</script>");
        let drawn = draw(decode(&bytes).expect("picture"), format, usize::MAX).expect("drawn");
        assert_eq!(format_of(&drawn), Some(format));
        assert!(!drawn.windows(8).any(|w| w == b"<script>"));
    }
}

#[test]
fn a_png_is_packed_better_when_it_would_outgrow_its_place() {
    // Rows that repeat one far above are nothing to a thorough encoder.
    let noise = |x: u32, y: u32| image::Rgb([(x * 7 + (y % 3) * 91) as u8, (x * x % 251) as u8, (x * 13 % 241) as u8]);
    let tile: DynamicImage = image::RgbImage::from_fn(600, 600, noise).into();
    let quick = draw(tile.clone(), ImageFormat::Png, usize::MAX).expect("quick");
    let small = draw(tile, ImageFormat::Png, 1).expect("small");
    assert!(small.len() < quick.len(), "{} < {}", small.len(), quick.len());
}

#[test]
fn a_photograph_is_drawn_more_coarsely_when_it_would_outgrow_its_place() {
    let noise = |x: u32, y: u32| image::Rgb([x, y, x ^ y].map(|of| (of.wrapping_mul(2_654_435_761) >> 24) as u8));
    let photograph = || DynamicImage::from(image::RgbImage::from_fn(200, 200, noise));
    let fine = draw(photograph(), ImageFormat::Jpeg, usize::MAX).unwrap();
    assert_eq!(draw(photograph(), ImageFormat::Jpeg, fine.len()).unwrap(), fine);
    assert!(draw(photograph(), ImageFormat::Jpeg, fine.len() - 1).unwrap().len() < fine.len() * 3 / 4);
}
