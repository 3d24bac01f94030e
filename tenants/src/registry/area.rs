//! Which part of the product an address belongs to. Which calls there are and whose host answers them stands beside their handlers; the
//! server brings the list.

use std::collections::HashMap;

/// A part of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// `/healthz`, `/readyz`, `/metrics`: whatever the host.
    Probe,
    /// Calls for which the host alone decides: no header is needed.
    Common,
    /// What the platform's host offers under `/api`, and no school's does.
    PlatformApi,
    /// Every other call.
    Api,
    /// Pages, texts, pictures.
    Page,
}

/// Pieces of an address that name a section: `/api/v1/oa/enquiries`, with the empty one before them.
const SECTION: usize = 5;

/// The calls of the product, by address.
#[derive(Debug, Clone, Default)]
pub struct Areas {
    exact: HashMap<String, Area>,
    /// Addresses with places in them: `None` stands for a place.
    placed: Vec<(Vec<Option<String>>, Area)>,
    /// Sections, with their area where all of their calls have the same: what is no call at all there belongs to it too.
    sections: HashMap<String, Option<Area>>,
}

impl Areas {
    /// Of templates such as `/api/v1/oa/enquiries/{id}`.
    #[must_use]
    pub fn new(calls: impl IntoIterator<Item = (String, Area)>) -> Self {
        let mut areas = Self::default();
        for (template, area) in calls {
            let section = areas.sections.entry(section(&template).to_owned()).or_insert(Some(area));
            *section = section.filter(|whole| *whole == area);
            if template.contains('{') {
                let pieces = template.split('/').map(|piece| (!piece.starts_with('{')).then(|| piece.to_owned()));
                areas.placed.push((pieces.collect(), area));
            } else {
                areas.exact.insert(template, area);
            }
        }
        areas
    }

    /// Matched after one decode; a `common` elsewhere in path or query exempts nothing.
    pub(super) fn of(&self, path: &str) -> Area {
        let path = path.split('?').next().unwrap_or_default();
        let Some(decoded) = decode(path) else { return Area::Api };
        match decoded.as_str() {
            "/healthz" | "/readyz" | "/metrics" => Area::Probe,
            "/api" => Area::Api,
            call if call.starts_with("/api/") => self.of_call(call),
            _ => Area::Page,
        }
    }

    /// Whether it stands where the platform's own calls stand alone, as it is written: even where it is no address at all.
    pub(super) fn is_of_platform(&self, path: &str) -> bool {
        self.sections.get(section(path)) == Some(&Some(Area::PlatformApi))
    }

    fn of_call(&self, call: &str) -> Area {
        if let Some(area) = self.exact.get(call) {
            return *area;
        }
        if call.split('/').skip(1).any(|piece| matches!(piece, "" | "." | "..")) {
            return Area::Api;
        }
        let fits = |template: &[Option<String>]| {
            let mut pieces = call.split('/');
            let same = template.iter().all(|place| match (place, pieces.next()) {
                (Some(name), Some(piece)) => name == piece,
                (None, piece) => piece.is_some(),
                (Some(_), None) => false,
            });
            same && pieces.next().is_none()
        };
        let known = self.placed.iter().find(|(template, _)| fits(template)).map(|(_, area)| *area);
        let whole = || self.sections.get(section(call)).copied().flatten().filter(|_| section(call) != call);
        known.or_else(whole).unwrap_or(Area::Api)
    }
}

/// The beginning of an address that names its section; all of it where it is shorter.
fn section(path: &str) -> &str {
    path.match_indices('/').nth(SECTION - 1).map_or(path, |(end, _)| &path[..end])
}

/// One percent-decoding; `None` for what is broken or hides a control character or a separator.
fn decode(path: &str) -> Option<String> {
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'%' {
            let hex = path.get(at + 1..at + 3).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
            let byte = u8::from_str_radix(hex, 16).ok()?;
            if byte < 0x20 || matches!(byte, b'/' | b'\\' | 0x7F) {
                return None;
            }
            out.push(byte);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).ok()
}
