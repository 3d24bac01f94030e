//! How a school looks: logo, colours, the slides of its entry screens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use words::Text;

/// How a school looks.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branding {
    /// PNG, JPEG or WebP in the bundle: `assets/…`.
    #[schemars(regex(pattern = r"^assets/[A-Za-z0-9_./-]{1,200}$"), extend("x-hint" = "a picture in the bundle's assets folder, such as assets/logo.png"))]
    pub logo: String,
    /// The same drawn for dark grounds and for the school's main colour; where there is none, a logo that is lost there stands on a light plate.
    #[serde(default)]
    #[schemars(regex(pattern = r"^assets/[A-Za-z0-9_./-]{1,200}$"), extend("x-hint" = "a picture in the bundle's assets folder, such as assets/logo-dark.png"))]
    pub logo_dark: Option<String>,
    /// In which sizes the logo is shown.
    #[serde(default)]
    pub logo_sizes: LogoSizes,
    /// The school's photograph of itself, wider than high and at least 640 pixels wide: PNG, JPEG or WebP in the bundle. Without
    /// one the entry screens show a drawing in its colours.
    #[serde(default)]
    #[schemars(regex(pattern = r"^assets/[A-Za-z0-9_./-]{1,200}$"), extend("x-hint" = "a picture in the bundle's assets folder, such as assets/photo.jpg"))]
    pub photo: Option<String>,
    /// The school's colours.
    pub colours: Colours,
    /// The line beneath the school's name on its letters, such as its place and its licence; its website where it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letterhead: Option<Text>,
    /// Slides of the entry screens.
    #[serde(default, rename = "swiperText")]
    #[schemars(length(max = 10))]
    pub swiper_text: Vec<Slide>,
}

/// In which sizes the logo is shown.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LogoSizes {
    /// In the header.
    #[serde(default = "header_size")]
    pub header: Size,
    /// On the entry screens.
    #[serde(default = "sign_in_size")]
    pub sign_in: Size,
}

impl Default for LogoSizes {
    fn default() -> Self {
        Self { header: header_size(), sign_in: sign_in_size() }
    }
}

fn header_size() -> Size {
    Size { width: 160, height: 40 }
}

fn sign_in_size() -> Size {
    Size { width: 240, height: 60 }
}

/// A box in CSS pixels that the logo fits into.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Width.
    #[schemars(range(min = 16, max = 800))]
    pub width: u16,
    /// Height.
    #[schemars(range(min = 16, max = 400))]
    pub height: u16,
}

/// The school's colours.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Colours {
    /// Primary actions, focus, the active place.
    #[schemars(regex(pattern = r"^#[0-9A-Fa-f]{6}$"), extend("x-hint" = "write it as \"#0b5d4d\", in quotes"))]
    pub primary: String,
    /// Accents.
    #[schemars(regex(pattern = r"^#[0-9A-Fa-f]{6}$"), extend("x-hint" = "write it as \"#c8932a\", in quotes"))]
    pub accent: String,
}

/// One slide.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Slide {
    /// Its title.
    pub title: Text,
    /// Its text.
    pub text: Text,
}

/// WCAG contrast of a `#rrggbb` colour against white; 1 when it is no colour.
#[must_use]
pub fn contrast_with_white(colour: &str) -> f64 {
    1.05 / (luminance(colour).unwrap_or(1.0) + 0.05)
}

/// The same hue, darkened just as far as text on it needs.
#[must_use]
pub fn darkened(colour: &str, contrast: f64) -> String {
    let mut channels = rgb(colour).unwrap_or([0, 0, 0]);
    let text = |c: [u8; 3]| format!("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
    while contrast_with_white(&text(channels)) < contrast && channels != [0, 0, 0] {
        channels = channels.map(|c| c - (c / 32).max(u8::from(c > 0)));
    }
    text(channels)
}

fn rgb(colour: &str) -> Option<[u8; 3]> {
    let hex = colour.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.is_ascii())?;
    let channel = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
    Some([channel(0)?, channel(2)?, channel(4)?])
}

/// How much light a channel gives.
pub(super) fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// WCAG's luminance, of how much light red, green and blue give.
pub(super) fn luminance_of([r, g, b]: [f64; 3]) -> f64 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn luminance(colour: &str) -> Option<f64> {
    Some(luminance_of(rgb(colour)?.map(linear)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((contrast_with_white("#000000") - 21.0).abs() < 0.01);
        assert!((contrast_with_white("#ffffff") - 1.0).abs() < 0.01);
        assert!((contrast_with_white("#767676") - 4.54).abs() < 0.01);
    }

    #[test]
    fn a_pale_colour_is_darkened_until_it_can_be_read() {
        let dark = darkened("#f5c542", 4.5);
        assert!(contrast_with_white(&dark) >= 4.5, "{dark}");
        assert_eq!(darkened("#123456", 4.5), "#123456");
    }
}
