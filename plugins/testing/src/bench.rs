//! A plugin on the bench: each call is also checked for texts that are missing.

use std::marker::PhantomData;

use form::{FormDocument, Kind as Of};
use plugin_sdk::{Checked, Computed, Context, Decision, FormPlugin, NativeHost, Severity, testing};
use rules::date;
use serde_json::Value;

use super::{faults, text_faults, texts::code_faults};

/// One form of a plugin with a school's tables.
pub struct Bench<P> {
    school: String,
    form: String,
    currency: String,
    host: NativeHost,
    text: String,
    document: Value,
    plugin: PhantomData<P>,
}

impl<P: FormPlugin> Bench<P> {
    /// The form of a school. The host grants only what the plugin asks for.
    ///
    /// # Panics
    /// When the plugin has no such form, or its document is not JSON.
    #[expect(clippy::panic, reason = "a test helper fails by panicking")]
    pub fn new(school: &str, form: &str, currency: &str, host: NativeHost) -> Bench<P> {
        let Some(text) = P::document(form) else { panic!("no form {form}") };
        let document = match serde_json::from_str(&text) {
            Ok(document) => document,
            Err(error) => panic!("the document of {form} is not JSON: {error}"),
        };
        let host = host.granting_only(P::describe().asks);
        Bench {
            school: school.into(),
            form: form.into(),
            currency: currency.into(),
            host,
            text,
            document,
            plugin: PhantomData,
        }
    }

    /// The form document.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// The values of a sample, valid on a day.
    ///
    /// # Panics
    /// When there is no sample of that name.
    #[expect(clippy::panic, reason = "a test helper fails by panicking")]
    pub fn sample(&self, name: &str, today: &str) -> Value {
        match testing::samples(&self.text, today).into_iter().find(|(own, _)| own == name) {
            Some((_, values)) => values,
            None => panic!("no sample {name}"),
        }
    }

    /// Runs `check`, and looks up every code that it names.
    ///
    /// # Panics
    /// When the plugin refuses, or a code has no text.
    #[expect(clippy::panic, reason = "a test helper fails by panicking")]
    pub fn check(&self, today: &str, values: &Value) -> Checked {
        match P::check(&self.context(today), values, &self.host) {
            Ok(checked) => {
                self.assert_codes(&checked);
                checked
            }
            Err(error) => panic!("check on {today}: {error}"),
        }
    }

    /// Runs `decide`, and looks up every code that it names.
    ///
    /// # Panics
    /// When the plugin refuses, or a code has no text.
    #[expect(clippy::panic, reason = "a test helper fails by panicking")]
    pub fn decide(&self, today: &str, values: &Value) -> Decision {
        match P::decide(&self.context(today), values, &self.host) {
            Ok(decision) => {
                self.assert_decision(&decision);
                decision
            }
            Err(error) => panic!("decide on {today}: {error}"),
        }
    }

    /// The codes of the issues at a path (`None` for all), in order.
    pub fn codes(&self, today: &str, values: &Value, path: Option<&str>) -> Vec<String> {
        let issues = self.check(today, values).errors;
        issues.into_iter().filter(|issue| path.is_none_or(|path| issue.path == path)).map(|issue| issue.code).collect()
    }

    /// A computed value by its key.
    pub fn computed(&self, today: &str, values: &Value, key: &str) -> Option<Computed> {
        self.check(today, values).computed.into_iter().find(|computed| computed.key == key)
    }

    /// The document is well formed, and its texts are complete in both languages with none to spare.
    /// `sources` are the plugin's files and tables, where codes stand in quotes.
    ///
    /// # Panics
    /// With the list of what is wrong.
    pub fn assert_document(&self, sources: &[&str]) {
        let all = [faults(&self.document), text_faults(&self.document, sources)].concat();
        assert!(all.is_empty(), "{}:\n{}", self.form, all.join("\n"));
    }

    /// Every sample fits the schema and gives neither errors nor warnings, each day for two years.
    ///
    /// # Panics
    /// On the first day that a sample does not.
    #[expect(clippy::panic, reason = "a test helper fails by panicking")]
    pub fn assert_samples(&self) {
        let form = match FormDocument::build(&self.document, Of::Plugin) {
            Ok((form, _)) => form,
            Err(problems) => panic!("the document is refused: {problems:?}"),
        };
        let first = jiff::civil::date(2026, 1, 1);
        for day in first.series(jiff::Span::new().days(1)).take(730) {
            let today = day.to_string();
            for (name, values) in testing::samples(&self.text, &today) {
                assert_eq!(form.sample(Some(&name), day).as_ref(), Some(&values), "{name} on {today}: dates differ");
                assert_eq!(form.prune(&values), values, "{name} on {today}: answers that nobody is asked for");
                let issues = form.validate(&values, day, None);
                assert!(issues.is_empty(), "{name} on {today}: {issues:#?}");
                let checked = self.check(&today, &values);
                assert!(checked.errors.is_empty(), "{name} on {today}: {:#?}", checked.errors);
                self.decide(&today, &values);
            }
        }
    }

    /// Answers cut off after each field, as a family types them, never trip the rules; nor do answers of the wrong type.
    ///
    /// # Panics
    /// When the plugin refuses, or names a code without a text.
    pub fn assert_half_filled(&self, today: &str) {
        for (_, values) in testing::samples(&self.text, today) {
            let whole = values.as_object().cloned().unwrap_or_default();
            let mut some = plugin_sdk::Map::new();
            for (name, value) in whole {
                for odd in [
                    Value::Null,
                    Value::from(7),
                    Value::from("x"),
                    serde_json::json!([null, {}]),
                    serde_json::json!({}),
                ] {
                    some.insert(name.clone(), odd);
                    self.check(today, &Value::Object(some.clone()));
                }
                some.insert(name, value);
                self.check(today, &Value::Object(some.clone()));
            }
        }
    }

    /// Whether the answers can be sent on that day: no error from the rules.
    pub fn can_be_sent(&self, today: &str, values: &Value) -> bool {
        self.check(today, values).errors.iter().all(|issue| issue.severity != Severity::Error)
    }

    fn context(&self, today: &str) -> Context {
        testing::context(&self.school, &self.form, today, &self.currency)
    }

    fn assert_codes(&self, checked: &Checked) {
        let mut faults = Vec::new();
        for issue in &checked.errors {
            faults.extend(code_faults(&self.document, &issue.code, &issue.params));
        }
        for computed in &checked.computed {
            let none = plugin_sdk::Params::new();
            faults.extend(code_faults(&self.document, &computed.label_code, &none));
            if let Some(reason) = &computed.reason_code {
                faults.extend(code_faults(&self.document, reason, &computed.params));
            }
            faults.extend(self.value_faults(computed.kind, &computed.value));
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// Codes inside a computed value: a code, a list's codes, a table's labels and cells.
    fn value_faults(&self, kind: plugin_sdk::Kind, value: &Value) -> Vec<String> {
        use plugin_sdk::Kind;
        let none = plugin_sdk::Params::new();
        match kind {
            Kind::Code => code_faults(&self.document, value.as_str().unwrap_or_default(), &none),
            Kind::List => super::items(value)
                .flat_map(|item| {
                    code_faults(
                        &self.document,
                        item["code"].as_str().unwrap_or_default(),
                        item["params"].as_object().unwrap_or(&none),
                    )
                })
                .collect(),
            Kind::Table => {
                let columns: Vec<&Value> = super::items(&value["columns"]).collect();
                let mut faults: Vec<String> = columns
                    .iter()
                    .flat_map(|column| {
                        code_faults(&self.document, column["label_code"].as_str().unwrap_or_default(), &none)
                    })
                    .collect();
                for row in super::items(&value["rows"]) {
                    let cells: Vec<&Value> = super::items(row).collect();
                    if cells.len() != columns.len() {
                        faults.push(format!("a row of {} cells under {} columns", cells.len(), columns.len()));
                    }
                    for (cell, column) in cells.iter().zip(&columns) {
                        if let Ok(kind) = serde_json::from_value(column["kind"].clone()) {
                            faults.extend(self.value_faults(kind, cell));
                        } else {
                            faults.push(format!("column kind {}", column["kind"]));
                        }
                    }
                }
                faults
            }
            Kind::Money if value["minor"].as_i64().is_none() || value["currency"].as_str().is_none() => {
                vec![format!("{value} is no money")]
            }
            Kind::Date if value.as_str().and_then(date::parse).is_none() => {
                vec![format!("{value} is no date")]
            }
            Kind::Number | Kind::Percent if !value.is_number() => {
                vec![format!("{value} is no number")]
            }
            _ => Vec::new(),
        }
    }

    fn assert_decision(&self, decision: &Decision) {
        let none = plugin_sdk::Params::new();
        let mut faults = Vec::new();
        for code in decision.tags.iter().chain(&decision.route) {
            faults.extend(code_faults(&self.document, code, &none));
        }
        for wanted in &decision.checklist {
            faults.extend(code_faults(&self.document, &wanted.code, &wanted.params));
        }
        for effect in &decision.effects {
            faults.extend(code_faults(&self.document, &effect.code, &effect.params));
        }
        for explain in &decision.explain {
            faults.extend(code_faults(&self.document, &explain.code, &explain.params));
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
