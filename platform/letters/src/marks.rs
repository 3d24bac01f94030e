//! Codes and signatures as drawings. They are made here, of a text and of points: no drawing of anybody else's making reaches a letter.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

/// The box in which signatures are drawn: points go from 0 to these.
const BOX: (u16, u16) = (600, 200);
/// Most strokes of a signature.
pub const MAX_STROKES: usize = 64;
/// Most points of a signature.
pub const MAX_POINTS: usize = 6_000;

/// A line as the pen went, in points of a box of 600 by 200.
pub type Stroke = Vec<(u16, u16)>;

/// Nothing can be drawn of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unmarked {
    /// The text is too long for a code.
    #[error("the text is too long for a QR code")]
    TooLong,
    /// No strokes, too many of them, or points outside the box.
    #[error("a signature is 1 to 64 strokes of at most 6,000 points in a box of 600 by 200")]
    Strokes,
}

/// The text as a QR code, as SVG: one path, rows of dark modules as runs. It has no margin of its own.
pub fn qr(text: &str) -> Result<String, Unmarked> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(|_| Unmarked::TooLong)?;
    let (width, modules) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in modules.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let len = run.len();
            if run.first() == Some(&Color::Dark) {
                let _ = write!(path, "M{x} {y}h{len}v1h-{len}z");
            }
            x += len;
        }
    }
    Ok(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}" shape-rendering="crispEdges"><path d="{path}"/></svg>"#
    ))
}

/// A signature as SVG: each stroke as curves through the middles between its points.
pub fn strokes(strokes: &[Stroke]) -> Result<String, Unmarked> {
    let points = strokes.iter().map(Vec::len).sum::<usize>();
    let is_inside = strokes.iter().flatten().all(|(x, y)| *x <= BOX.0 && *y <= BOX.1);
    if points == 0 || points > MAX_POINTS || strokes.len() > MAX_STROKES || !is_inside {
        return Err(Unmarked::Strokes);
    }
    let mut path = String::new();
    for stroke in strokes {
        push_stroke(&mut path, stroke);
    }
    let (width, height) = BOX;
    let pen = r##"fill="none" stroke="#16324f" stroke-width="6" stroke-linecap="round" stroke-linejoin="round""##;
    Ok(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><path d="{path}" {pen}/></svg>"#
    ))
}

fn push_stroke(path: &mut String, stroke: &[(u16, u16)]) {
    let [(x, y), rest @ ..] = stroke else { return };
    let _ = write!(path, "M{x} {y}");
    for pair in rest.windows(2) {
        let [(ax, ay), (bx, by)] = pair else { continue };
        let _ = write!(path, "Q{ax} {ay} {} {}", (ax + bx) / 2, (ay + by) / 2);
    }
    let _ = match rest.last() {
        Some((x, y)) => write!(path, "L{x} {y}"),
        // A dot.
        None => write!(path, "h1"),
    };
}
