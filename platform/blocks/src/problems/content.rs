//! What keeps a text of the right shape from going live, and what is only odd about it.

use serde_json::Value;
use words::Language;
use words::problem::{Problem, child};

use super::{Rules, listed};
use crate::block::Texts;
use crate::catalogue::FieldKind;
use crate::coverage::uncovered;
use crate::pair::unpaired;

/// Blocks by language, at a place of a file.
pub fn content(place: &str, value: &Value, rules: Rules, problems: &mut Vec<Problem>) {
    for language in Language::ALL {
        let at = child(place, language);
        let Some(blocks) = value.get(language.as_str()).and_then(Value::as_array).filter(|blocks| !blocks.is_empty())
        else {
            let at = if value.get(language.as_str()).is_some() { at } else { place.to_owned() };
            let problem = Problem::new(at, "missingLanguage", format!("there is no text in `{language}`"));
            problems.push(problem.hint("families read either language: both are needed"));
            continue;
        };
        let mut signatures = 0;
        for (n, block) in blocks.iter().enumerate() {
            let at = child(&at, n);
            signatures += usize::from(block["kind"] == "signatures");
            if signatures > 1 && block["kind"] == "signatures" {
                problems.push(Problem::new(&*at, "tooMany", "signatures stand in one place of a text"));
            }
            one(&at, block, rules, problems);
        }
    }
    let is_wrong = problems.iter().any(|problem| problem.is_error() && problem.pointer.starts_with(place));
    if rules.is_letter() && !is_wrong {
        partners(place, value, problems);
    }
}

/// A single line, at a place of a file.
pub fn line(place: &str, text: &str, rules: Rules, problems: &mut Vec<Problem>) {
    words(place, text, rules, None, problems);
}

/// Whether both languages can stand side by side on one paper.
fn partners(place: &str, value: &Value, problems: &mut Vec<Problem>) {
    let Some(at) = Texts::read(value).as_ref().and_then(unpaired) else { return };
    let language = if value["ar"].get(at).is_some() { "ar" } else { "en" };
    let problem = Problem::new(
        child(&child(place, language), at),
        "unpaired",
        "this block is not the same in the other language: Arabic stands on pages after English",
    );
    let hint =
        "side by side they have the same kinds of blocks in the same order, with the same conditions and columns";
    problems.push(problem.warning().hint(hint));
}

fn one(at: &str, block: &Value, rules: Rules, problems: &mut Vec<Problem>) {
    if let Some(text) = block.get("text").and_then(Value::as_str) {
        words(&child(at, "text"), text, rules, None, problems);
    }
    let items = block.get("items").and_then(Value::as_array);
    if items.is_some_and(Vec::is_empty) {
        problems.push(Problem::new(child(at, "items"), "emptyText", "the list has no items"));
    }
    for (n, item) in items.into_iter().flatten().enumerate() {
        words(&child(&child(at, "items"), n), item.as_str().unwrap_or_default(), rules, None, problems);
    }
    if block["kind"] == "table" {
        table(at, block, rules, problems);
    }
    if let Some(field) = block["when"]["field"].as_str() {
        condition(&child(at, "when"), field, &block["when"]["is"], rules, problems);
    }
}

fn table(at: &str, block: &Value, rules: Rules, problems: &mut Vec<Problem>) {
    let columns = block["columns"].as_array().map_or(&[][..], Vec::as_slice);
    if columns.is_empty() {
        problems.push(Problem::new(child(at, "columns"), "emptyText", "the table has no columns"));
    }
    for (n, column) in columns.iter().enumerate() {
        let at = child(&child(&child(at, "columns"), n), "head");
        names(&at, column["head"].as_str().unwrap_or_default(), rules, None, problems);
    }
    let each = block["each"].as_str();
    if let Some(list) = each.filter(|list| !rules.lists().contains(list)) {
        let problem = Problem::new(child(at, "each"), "unknownField", format!("the letter has no list `{list}`"));
        problems.push(problem.hint(format!("there are {}", listed(&rules.lists(), "and"))));
    }
    let rows = block["rows"].as_array().map_or(&[][..], Vec::as_slice);
    if rows.is_empty() {
        problems.push(Problem::new(child(at, "rows"), "emptyText", "the table has no rows"));
    }
    for (n, row) in rows.iter().enumerate() {
        cells(&child(&child(at, "rows"), n), row, columns.len(), rules, each, problems);
    }
    if let Some(total) = block.get("total").filter(|total| !total.is_null()) {
        cells(&child(at, "total"), total, columns.len(), rules, None, problems);
    }
    currencies(at, columns, rows, rules, each, problems);
}

fn cells(at: &str, row: &Value, columns: usize, rules: Rules, list: Option<&str>, problems: &mut Vec<Problem>) {
    let row = row.as_array().map_or(&[][..], Vec::as_slice);
    if row.len() != columns {
        problems.push(Problem::new(at, "wrongCount", format!("the row has {} cells for {columns} columns", row.len())));
    }
    for (n, cell) in row.iter().enumerate() {
        names(&child(at, n), cell.as_str().unwrap_or_default(), rules, list, problems);
    }
}

/// An amount in a column of figures leaves its currency to the head, which has to say it.
fn currencies(
    at: &str,
    columns: &[Value],
    rows: &[Value],
    rules: Rules,
    list: Option<&str>,
    problems: &mut Vec<Problem>,
) {
    for (n, column) in columns.iter().enumerate().filter(|(_, column)| column["number"] == true) {
        let has_amount = rows
            .iter()
            .filter_map(|row| row.get(n)?.as_str())
            .any(|cell| fields_of(cell).flatten().any(|name| rules.kind_of(name, list) == Some(FieldKind::Money)));
        let head = column["head"].as_str().unwrap_or_default();
        if has_amount && head.trim().is_empty() {
            let at = child(&child(&child(at, "columns"), n), "head");
            let problem = Problem::new(at, "noCurrency", "amounts stand here, and nothing says in which currency");
            problems.push(problem.warning().hint("write {{currency}} over the column"));
        }
    }
}

fn condition(at: &str, field: &str, is: &Value, rules: Rules, problems: &mut Vec<Problem>) {
    if !rules.asks(field) {
        let told = words::text::cut(field, 40);
        let problem = Problem::new(child(at, "field"), "unknownField", format!("the letter has no field `{told}`"));
        problems.push(problem.hint(rules.hint()));
    }
    if is.as_array().is_some_and(Vec::is_empty) {
        problems.push(Problem::new(child(at, "is"), "emptyText", "the condition names no code"));
    } else if is.is_array() && rules.kind_of(field, None).is_some_and(|kind| kind != FieldKind::Words) {
        let problem = Problem::new(child(at, "is"), "notAllowed", "this field has no codes to compare");
        problems.push(problem.hint("`filled` and `empty` can be asked of it"));
    }
}

fn words(at: &str, text: &str, rules: Rules, list: Option<&str>, problems: &mut Vec<Problem>) {
    if text.trim().is_empty() {
        problems.push(Problem::new(at, "emptyText", "the text is empty"));
    }
    names(at, text, rules, list, problems);
}

/// The names of a text's fields; `None` for one that is opened and not closed.
fn fields_of(text: &str) -> impl Iterator<Item = Option<&str>> {
    text.split("{{").skip(1).map(|part| part.split_once("}}").map(|(name, _)| name.trim()))
}

fn names(at: &str, text: &str, rules: Rules, list: Option<&str>, problems: &mut Vec<Problem>) {
    for (part, name) in text.split("{{").skip(1).zip(fields_of(text)) {
        if !name.is_some_and(|name| rules.knows(name, list)) {
            let told = words::text::cut(name.unwrap_or(part), 40);
            let problem = Problem::new(at, "unknownField", format!("nothing fills `{{{{{told}}}}}`"));
            problems.push(problem.hint(rules.hint()));
        }
    }
    let missing = if rules.is_letter() { uncovered(text) } else { String::new() };
    if !missing.is_empty() {
        let problem = Problem::new(at, "uncovered", format!("no letter can show {missing}"));
        problems.push(problem.hint("take them out of the text"));
    }
    if text.matches("**").count() % 2 == 1 {
        let problem = Problem::new(at, "openBold", "a `**` has no partner").warning();
        problems.push(problem.hint("bold text stands between two of them"));
    }
}
