//! What somebody drew to sign: whole points on paper of 600 by 200. We draw the picture ourselves; none is ever taken in.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use words::sha256_hex;

/// Most strokes of a signature.
pub const MAX_STROKES: usize = 64;
/// Most points of all strokes together.
pub const MAX_POINTS: usize = 6_000;
const WIDTH: u16 = 600;
const HEIGHT: u16 = 200;
/// A touch by mistake is no signature: it is larger than this in one direction.
const SMALLEST: u16 = 24;

/// The strokes cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadStrokes {
    /// They are no lists of points.
    #[error("not a list of strokes of points")]
    Shape,
    /// There are too many.
    #[error("more than {MAX_STROKES} strokes or {MAX_POINTS} points")]
    TooMany,
    /// A point lies beside the paper.
    #[error("a point lies outside of {WIDTH} by {HEIGHT}")]
    Outside,
    /// They are too small to be a signature, or none at all.
    #[error("too small for a signature")]
    TooSmall,
}

/// Strokes that can be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Strokes(Vec<Vec<(u16, u16)>>);

impl Strokes {
    /// From `[[[x, y], …], …]`.
    pub fn parse(value: &Value) -> Result<Self, BadStrokes> {
        let all = Vec::<Vec<(i64, i64)>>::deserialize(value).map_err(|_| BadStrokes::Shape)?;
        let points: usize = all.iter().map(Vec::len).sum();
        if all.len() > MAX_STROKES || points > MAX_POINTS {
            return Err(BadStrokes::TooMany);
        }
        if all.iter().any(Vec::is_empty) {
            return Err(BadStrokes::Shape);
        }
        let within = |number: i64, most: u16| u16::try_from(number).ok().filter(|number| *number <= most);
        let point = |(x, y)| Some((within(x, WIDTH)?, within(y, HEIGHT)?));
        let stroke = |points: Vec<(i64, i64)>| points.into_iter().map(point).collect::<Option<Vec<_>>>();
        let all = all.into_iter().map(stroke).collect::<Option<Vec<_>>>().ok_or(BadStrokes::Outside)?;
        let span = |of: fn(&(u16, u16)) -> u16| {
            let along = || all.iter().flatten().map(of);
            along().max().zip(along().min()).map_or(0, |(most, least)| most - least)
        };
        if span(|point| point.0).max(span(|point| point.1)) < SMALLEST {
            return Err(BadStrokes::TooSmall);
        }
        Ok(Self(all))
    }

    /// The text that is hashed: the points as they are.
    #[must_use]
    pub fn canonical(&self) -> String {
        // Nested lists of small whole numbers: their plain JSON is canonical.
        json!(self.0).to_string()
    }

    /// SHA-256 of it, in lower-case hex.
    #[must_use]
    pub fn sha256(&self) -> String {
        sha256_hex(self.canonical().as_bytes())
    }
}
