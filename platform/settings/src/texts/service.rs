//! The search.

use std::collections::BTreeMap;

use kernel::{Caller, Refusal, page};
use serde_json::Value;
use tenants::School;
use words::problem::child;
use words::{Language, Permission};

use super::model::{BothTexts, FoundText, TextsPage, TextsSearch};
use crate::draft::State;
use crate::service::{Inner, Settings};

/// Texts of a page.
const PAGE: usize = 50;

impl Settings {
    /// Finds texts by their words, in either language, or by their key.
    pub async fn search_texts(&self, caller: &Caller, asked: TextsSearch) -> Result<TextsPage, Refusal> {
        caller.require(Permission::SettingsRead)?;
        let after: Option<(String, String)> = asked.cursor.as_deref().map(page::position).transpose()?;
        self.catch_up(&caller.school).await?;
        let school = self.preview_school(&caller.school).await?;
        let inner = self.0.clone();
        self.0.look(&caller.school, move |state| search(&inner, state, &school, &asked, after.as_ref())).await
    }
}

fn search(
    inner: &Inner,
    mut state: State,
    school: &School,
    asked: &TextsSearch,
    after: Option<&(String, String)>,
) -> TextsPage {
    let web = inner.words.namespaces();
    let forms = school.config().forms.keys().map(|form| format!("form-{form}"));
    let mut namespaces: Vec<String> = web.iter().cloned().chain(forms).collect();
    namespaces.sort();
    namespaces.dedup();
    let words: Vec<String> =
        asked.words.as_deref().map(plain).unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let mut items = Vec::new();
    for ns in namespaces.iter().filter(|ns| asked.ns.as_ref().is_none_or(|wanted| wanted == *ns)) {
        if after.is_some_and(|(known, _)| ns < known) {
            continue;
        }
        for text in texts_of(inner, &mut state, school, ns) {
            let is_past = after.is_none_or(|(known, key)| (ns, &text.key) > (known, key));
            let is_own = !asked.changed || text.own != BothTexts::default();
            if is_past && is_own && fits(&text, &words) {
                items.push(text);
            }
        }
        if items.len() > PAGE {
            break;
        }
    }
    let more = items.len() > PAGE;
    items.truncate(PAGE);
    let next_cursor = items.last().filter(|_| more).map(|text| page::cursor(&(&text.ns, &text.key)));
    TextsPage { items, next_cursor, namespaces }
}

/// The texts of a namespace by their key.
fn texts_of(inner: &Inner, state: &mut State, school: &School, ns: &str) -> Vec<FoundText> {
    let mut all: BTreeMap<String, FoundText> = BTreeMap::new();
    let form = ns.strip_prefix("form-").and_then(|form| school.form_of_texts(form).ok());
    for language in Language::ALL {
        let standard = match &form {
            Some(document) => Some(document.texts(language).clone()),
            None => inner.words.texts(language, ns),
        };
        let Some(standard) = standard.map(Value::Object) else { continue };
        let file = format!("locales/{language}/{ns}.json");
        let own = state.draft_base.layered(&state.overlay, &file).ok().flatten().unwrap_or_default();
        let mut leaves = Vec::new();
        collect(String::new(), String::new(), &standard, &mut leaves);
        for (pointer, key, text) in leaves {
            let said = own.pointer(&pointer).and_then(Value::as_str).map(str::to_owned);
            let entry = all.entry(key.clone()).or_insert_with(|| FoundText {
                ns: ns.to_owned(),
                key,
                pointer,
                en: None,
                ar: None,
                own: BothTexts::default(),
                standard: BothTexts::default(),
            });
            let (now, own, standard) = match language {
                Language::En => (&mut entry.en, &mut entry.own.en, &mut entry.standard.en),
                Language::Ar => (&mut entry.ar, &mut entry.own.ar, &mut entry.standard.ar),
            };
            *now = said.clone().or_else(|| Some(text.clone()));
            (*own, *standard) = (said, Some(text));
        }
    }
    all.into_values().collect()
}

fn collect(pointer: String, key: String, value: &Value, leaves: &mut Vec<(String, String, String)>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
                collect(child(&pointer, name), key, value, leaves);
            }
        }
        Value::String(text) => leaves.push((pointer, key, text.clone())),
        _ => {}
    }
}

fn fits(text: &FoundText, words: &[String]) -> bool {
    let said = [&text.en, &text.ar, &text.standard.en, &text.standard.ar];
    let all: String = said.into_iter().flatten().map(|text| plain(text)).collect::<Vec<_>>().join("\n");
    let key = plain(&text.key);
    words.iter().all(|word| all.contains(word) || key.contains(word))
}

/// As it is compared: small letters, Western digits, Arabic without vowel signs and with one alef, one yeh, one teh.
fn plain(text: &str) -> String {
    words::text::western_digits(text)
        .chars()
        .filter(|c| !matches!(c, '\u{064B}'..='\u{0652}' | '\u{0670}' | '\u{0640}'))
        .map(|c| match c {
            'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
            'ى' => 'ي',
            'ة' => 'ه',
            other => other,
        })
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arabic_is_found_however_it_is_written() {
        assert_eq!(plain("الإِعداداتُ"), plain("الاعدادات"));
        assert_eq!(plain("Save ٣ MORE"), "save 3 more");
    }
}
