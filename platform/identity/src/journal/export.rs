//! The log as a file: CSV with a byte-order mark, so that Excel reads Arabic. No cell is ever a formula.

use jiff::tz::TimeZone;
use kernel::Refusal;
use words::Language;
use words::text::{cut, formula_safe};

use super::model::AuditItem;

/// Most characters of one cell: a spreadsheet takes 32,767.
const MAX_CELL: usize = 32_000;

const COLUMNS: [(&str, &str); 9] = [
    ("Time", "الوقت"),
    ("Who", "من"),
    ("Who (id)", "من (المعرّف)"),
    ("Action", "الإجراء"),
    ("Object", "الشيء"),
    ("Object (id)", "الشيء (المعرّف)"),
    ("Object name", "اسم الشيء"),
    ("Detail", "التفاصيل"),
    ("Address", "العنوان الشبكي"),
];

/// A file of the log.
pub(super) struct Sheet {
    zone: TimeZone,
    language: Language,
}

impl Sheet {
    pub fn new(zone: TimeZone, language: Language) -> Self {
        Self { zone, language }
    }

    /// How it begins.
    pub fn heading(&self) -> Result<Vec<u8>, Refusal> {
        let mut writer = csv::Writer::from_writer("\u{FEFF}".as_bytes().to_vec());
        let heading = COLUMNS.iter().map(|(en, ar)| if self.language == Language::Ar { *ar } else { *en });
        writer.write_record(heading).map_err(Refusal::internal)?;
        writer.into_inner().map_err(Refusal::internal)
    }

    /// Lines of it, each with its moment.
    pub fn lines(&self, items: &[(i64, AuditItem)]) -> Result<Vec<u8>, Refusal> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for (at, item) in items {
            let who = if item.actor.name.is_empty() { &item.actor.kind } else { &item.actor.name };
            let at = words::clock::timestamp(*at).to_zoned(self.zone.clone());
            let line = [
                at.strftime("%Y-%m-%d %H:%M:%S %:z").to_string(),
                who.clone(),
                item.actor.id.clone().unwrap_or_default(),
                item.action.clone(),
                item.object.kind.clone(),
                item.object.id.clone(),
                item.object.name.clone(),
                item.detail.to_string(),
                item.address.clone(),
            ];
            let safe = line.iter().map(|cell| formula_safe(&cut(cell, MAX_CELL)));
            writer.write_record(safe).map_err(Refusal::internal)?;
        }
        writer.into_inner().map_err(Refusal::internal)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::model::{AuditActor, AuditObject};
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        let item = AuditItem {
            id: "1".into(),
            at: String::new(),
            actor: AuditActor { kind: "user".into(), id: Some("7".into()), name: "=cmd|' /C calc'!A0".into() },
            action: "user.roles".into(),
            object: AuditObject { kind: "user".into(), id: "@x".into(), name: "سارة".into() },
            detail: json!({ "after": ["cashier"] }),
            request_id: String::new(),
            address: "::1".into(),
        };
        let sheet = Sheet::new(TimeZone::UTC, Language::En);
        let lines = sheet.lines(&[(1_795_248_000_000, item)]).expect("csv");
        let text = String::from_utf8([sheet.heading().expect("csv"), lines].concat()).expect("UTF-8");
        assert!(text.starts_with("\u{FEFF}Time,"), "{text}");
        assert!(text.contains(",'=cmd|' /C calc'!A0,7,") && text.contains(",'@x,سارة,"), "{text}");
        assert!(text.contains("2026-11-21 08:00:00 +00:00"), "{text}");
    }
}
