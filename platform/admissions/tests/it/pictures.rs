//! Files to upload: pictures, documents, and things that only look like them.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

pub fn picture(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(width, height).write_to(&mut out, format).unwrap();
    out.into_inner()
}

/// A PDF of exactly so many bytes.
pub fn pdf(bytes: usize) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec();
    out.resize(bytes.max(out.len()), b' ');
    out
}

/// A JPEG that says it lies on its side, and where it was taken.
pub fn telling_jpeg(width: u32, height: u32, secret: &str) -> Vec<u8> {
    let plain = picture(ImageFormat::Jpeg, width, height);
    let mut tiff = b"II\x2A\0\x08\0\0\0\x02\0".to_vec();
    // Orientation 6: turn right to see it upright.
    tiff.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0");
    // Artist, somewhere behind the directory.
    tiff.extend(b"\x3B\x01\x02\0");
    tiff.extend(u32::try_from(secret.len()).unwrap().to_le_bytes());
    tiff.extend(38u32.to_le_bytes());
    tiff.extend(0u32.to_le_bytes());
    tiff.extend(secret.bytes());
    let mut out = plain[..2].to_vec();
    out.extend(b"\xFF\xE1");
    out.extend(u16::try_from(tiff.len() + 8).unwrap().to_be_bytes());
    out.extend(b"Exif\0\0");
    out.extend(tiff);
    out.extend(&plain[2..]);
    out
}

/// A PNG of a few bytes that claims to be of this size.
pub fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut out = picture(ImageFormat::Png, 1, 1);
    out[16..20].copy_from_slice(&width.to_be_bytes());
    out[20..24].copy_from_slice(&height.to_be_bytes());
    sealed(out)
}

/// A PNG whose head was changed, with the checksum that belongs to it.
pub fn sealed(mut png: Vec<u8>) -> Vec<u8> {
    let checksum = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&checksum.to_be_bytes());
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}
