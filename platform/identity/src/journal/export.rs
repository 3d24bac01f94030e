//! The log as a file: CSV with a byte-order mark, so that Excel reads Arabic. No cell is ever a formula.

use jiff::tz::TimeZone;
use kernel::Refusal;
use kernel::text::{cut, formula_safe};
use tenants::Language;

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

/// Lines with their moments as CSV. Heavy: off the async threads.
pub(super) fn csv(items: &[(i64, AuditItem)], zone: &TimeZone, language: Language) -> Result<Vec<u8>, Refusal> {
    let mut writer = csv::Writer::from_writer("\u{FEFF}".as_bytes().to_vec());
    let heading = COLUMNS.iter().map(|(en, ar)| if language == Language::Ar { *ar } else { *en });
    writer.write_record(heading).map_err(Refusal::internal)?;
    for (at, item) in items {
        let who = if item.actor.name.is_empty() { &item.actor.kind } else { &item.actor.name };
        let line = [
            kernel::clock::timestamp(*at).to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S %:z").to_string(),
            who.clone(),
            item.actor.id.clone().unwrap_or_default(),
            item.action.clone(),
            item.object.kind.clone(),
            item.object.id.clone(),
            item.object.name.clone(),
            item.detail.to_string(),
            item.address.clone(),
        ];
        writer.write_record(line.iter().map(|cell| formula_safe(&cut(cell, MAX_CELL)))).map_err(Refusal::internal)?;
    }
    writer.into_inner().map_err(Refusal::internal)
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
        let file = csv(&[(1_795_248_000_000, item)], &TimeZone::UTC, Language::En).expect("csv");
        let text = String::from_utf8(file).expect("UTF-8");
        assert!(text.starts_with("\u{FEFF}Time,"), "{text}");
        assert!(text.contains(",'=cmd|' /C calc'!A0,7,") && text.contains(",'@x,سارة,"), "{text}");
        assert!(text.contains("2026-11-21 08:00:00 +00:00"), "{text}");
    }
}
