//! The parts of a bundle beside `school.yaml`: forms, plugins, tables, logo, texts. Each is read and checked here, on
//! first use or all together.

use std::sync::Arc;

use form::layout::Arrange;
use form::{Cost, FormDocument, Kind, MAX_DOCUMENT_BYTES, arrange};
use words::Language;
use words::problem::{Problem, child};

use super::loaded::{LoadedForm, LoadedPlugin};
use super::school::School;
use crate::bundle::config::FormConfig;
use crate::bundle::entry::{is_key_of, keys_of};
use crate::bundle::logo::{self, Logo};
use crate::bundle::photo::{self, Photo};
use crate::bundle::{self, MAX_PLUGIN_BYTES, Overrides, Positions, SCHOOL_FILE, Tables};
use crate::catalog::Rehearsal;
use crate::diagnostic::{Diagnostic, shortened};

type Loaded<T> = Result<Arc<T>, Arc<[Diagnostic]>>;

/// A diagnostic at a place of `school.yaml`.
pub(super) fn in_school_file(school: &School, problem: Problem) -> Diagnostic {
    school.positions().locate(&school.files.label(SCHOOL_FILE), problem)
}

/// The same of many, for which the file is read once.
pub(super) fn all_in_school_file(school: &School, problems: Vec<Problem>) -> Vec<Diagnostic> {
    let _held = (!problems.is_empty()).then(|| school.positions());
    problems.into_iter().map(|problem| in_school_file(school, problem)).collect()
}

/// The declarative form `forms/<id>.json`, or the plugin's document; with the school's own words laid over it.
pub(super) fn load_form(school: &School, form: &str) -> Loaded<LoadedForm> {
    let Some(config) = school.config.forms.get(form) else { return Err(Arc::new([])) };
    match &config.plugin {
        None => {
            let (document, _) = declarative(school, form, own_words(school, form)?)?;
            Ok(Arc::new(LoadedForm::new(document, None)))
        }
        Some(name) => {
            let plugin = school.plugin(name)?;
            let (document, _) = from_plugin(school, form, &plugin, own_words(school, form)?, Some(config))?;
            Ok(Arc::new(LoadedForm::new(document, Some(plugin))))
        }
    }
}

/// A form's document as it comes, without the school's own words.
pub(super) fn plain_form(school: &School, form: &str) -> Loaded<FormDocument> {
    let plugin = school.config.forms.get(form).and_then(|config| config.plugin.as_ref());
    let document = match plugin {
        None => declarative(school, form, Vec::new()),
        Some(name) => from_plugin(school, form, &*school.plugin(name)?, Vec::new(), None),
    };
    document.map(|(document, _)| document)
}

type Document = Result<(Arc<FormDocument>, Vec<Diagnostic>), Arc<[Diagnostic]>>;

/// The school's own words for a form, by language.
type Own = Vec<(Language, Overrides)>;

fn declarative(school: &School, form: &str, own: Own) -> Document {
    let path = format!("forms/{form}.json");
    let read = school.files.read(&path, MAX_DOCUMENT_BYTES as u64).map_err(|problem| Arc::from([problem]))?;
    let Some(bytes) = read else {
        let problem = Problem::key(child("/forms", form), "missingForm", format!("the bundle has no {path}"));
        let hint = "add the file, or name the plugin whose form it is: `plugin: …`";
        return Err(Arc::new([in_school_file(school, problem.hint(hint))]));
    };
    // Schools that share a form share its document: most never parse the file at all.
    let key = key_of("file", &words::sha256_hex(&bytes), &own);
    if let Some((document, warnings)) = school.shared.known_document(&key)
        && warnings.is_empty()
        && unknown_audiences(school, &document).is_empty()
    {
        return Ok((document, Vec::new()));
    }
    let label = school.files.label(&path);
    let (mut value, positions) = bundle::parse_json(&label, &bytes)?;
    let positions = school.files.places(&path, positions);
    overlay(own, &mut value);
    let located = |problems: Vec<Problem>| -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = problems.into_iter().map(|p| positions.locate(&label, p)).collect();
        found.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
        found
    };
    match school.shared.document(key, &value, Kind::Declarative) {
        Ok((document, warnings)) => match unknown_audiences(school, &document) {
            unknown if unknown.is_empty() => Ok((document, located(warnings))),
            unknown => Err(located(unknown).into()),
        },
        Err(problems) => Err(located(problems).into()),
    }
}

/// Audiences that a form names and the school does not have: nobody could be in them.
fn unknown_audiences(school: &School, document: &FormDocument) -> Vec<Problem> {
    let known = school.config.audiences();
    let unknown = document.audiences().into_iter().filter(|id| !known.contains_key(id));
    let told = unknown.map(|id| {
        let problem = Problem::new("", "unknownAudience", format!("the school has no audience `{id}`"));
        problem.hint(format!(
            "one of {}, or name it in `audiences` of school.yaml",
            known.keys().copied().collect::<Vec<_>>().join(", ")
        ))
    });
    told.collect()
}

/// A digest of all that a document is made from.
fn key_of(kind: &str, digest: &str, own: &[(Language, Overrides)]) -> String {
    let words: String = own.iter().map(|(language, words)| format!("{language}{}", serde_json::json!(words))).collect();
    format!("{kind} {digest} {}", words::sha256_hex(words.as_bytes()))
}

/// The school's layout of a plugin's form, where it says anything.
fn layout(config: &FormConfig) -> Option<&Arrange> {
    config.arrange.as_ref().filter(|layout| **layout != Arrange::default())
}

/// `config` is what the school says of the form: its layout, and what of it is the family's.
fn from_plugin(school: &School, form: &str, plugin: &LoadedPlugin, own: Own, config: Option<&FormConfig>) -> Document {
    let layout = config.and_then(layout);
    let Some((_, document)) = plugin.info.documents.iter().find(|(id, _)| id == form) else {
        let message = format!("the plugin `{}` has no form `{form}`", plugin.name);
        let known: Vec<&str> = plugin.info.documents.iter().map(|(id, _)| id.as_str()).collect();
        let problem = Problem::new(format!("{}/plugin", child("/forms", form)), "pluginWithoutForm", message);
        return Err(Arc::new([in_school_file(school, problem.hint(format!("it has {}", known.join(", "))))]));
    };
    let mut value = document.clone();
    let mut key = key_of(form, &plugin.info.digest, &own);
    overlay(own, &mut value);
    let at = format!("{}/arrange", child("/forms", form));
    let mut found = Vec::new();
    if let Some(layout) = layout {
        let problems = arrange(&mut value, layout);
        let is_broken = problems.iter().any(Problem::is_error);
        let below = |problem: Problem| Problem { pointer: format!("{at}{}", problem.pointer), ..problem };
        found = all_in_school_file(school, problems.into_iter().map(below).collect());
        if is_broken {
            return Err(found.into());
        }
        key = format!("{key} {}", serde_json::json!(layout));
    }
    let family = config.map(|config| config.family.as_slice()).filter(|family| !family.is_empty());
    if let Some(family) = family {
        value["family"] = serde_json::json!(family);
        key = format!("{key} {}", value["family"]);
    }
    let label = school.files.label(&format!("plugins/{}.wasm", plugin.name));
    let located = |problems: Vec<Problem>| -> Vec<Diagnostic> {
        let is_schools = |problem: &Problem| family.is_some() && problem.pointer.starts_with("/family");
        let (own, problems): (Vec<_>, Vec<_>) = problems.into_iter().partition(is_schools);
        let below = |p: Problem| Problem { pointer: format!("{}{}", child("/forms", form), p.pointer), ..p };
        let mut found = all_in_school_file(school, own.into_iter().map(below).collect());
        let told = problems.into_iter().map(|problem| Problem {
            message: format!("form `{form}`, {}: {}", problem.pointer, problem.message),
            ..problem
        });
        found.extend(match layout {
            Some(_) => all_in_school_file(school, told.map(|p| Problem { pointer: at.clone(), ..p }).collect()),
            None => told.map(|problem| Positions::default().locate(&label, problem)).collect::<Vec<_>>(),
        });
        found
    };
    let kind = if layout.is_some() { Kind::Arranged } else { Kind::Plugin };
    match school.shared.document(key, &value, kind) {
        Ok((document, warnings)) => {
            let unknown = unknown_audiences(school, &document);
            if !unknown.is_empty() {
                return Err(located(unknown).into());
            }
            found.extend(located(warnings));
            Ok((document, found))
        }
        Err(problems) => Err(located(problems).into()),
    }
}

/// The school's own words for a form: `locales/<language>/form-<id>.json`.
fn own_words(school: &School, form: &str) -> Result<Own, Arc<[Diagnostic]>> {
    let mut own = Vec::new();
    for language in Language::ALL {
        if let Some(words) = bundle::read_overrides(&school.files, language, &format!("form-{form}"))? {
            own.push((language, words));
        }
    }
    Ok(own)
}

/// Lays the school's own words over the texts of a document.
fn overlay(own: Vec<(Language, Overrides)>, document: &mut serde_json::Value) {
    for (language, words) in own {
        let Some(texts) = document["texts"][language.as_str()].as_object_mut() else { continue };
        for (key, text) in words.into_iter().filter(|(_, text)| text.is_string()) {
            if texts.contains_key(&key) {
                texts.insert(key, text);
            }
        }
    }
}

/// A component: read, held against its digest, inspected.
pub(super) fn load_plugin(school: &School, name: &str) -> Loaded<LoadedPlugin> {
    let Some(config) = school.config.plugins.get(name) else { return Err(Arc::new([])) };
    let at = child("/plugins", name);
    let one = |problem: Problem| -> Arc<[Diagnostic]> { Arc::new([in_school_file(school, problem)]) };
    let path = format!("plugins/{name}.wasm");
    let Some(wasm) = school.files.read(&path, MAX_PLUGIN_BYTES).map_err(|d| Arc::from([d]))? else {
        let problem = Problem::key(at, "missingPlugin", format!("the bundle has no {path}"));
        return Err(one(problem.hint("`qabul plugin build` makes one of a plugin's folder")));
    };
    let digest = words::sha256_hex(&wasm);
    if digest != config.digest {
        let problem = Problem::new(format!("{at}/digest"), "digestMismatch", format!("{path} has the digest {digest}"));
        return Err(one(problem.hint("if this is the component that you mean, write this digest")));
    }
    let info = school.shared.inspect(&digest, &wasm).map_err(|problem| {
        let message = format!("the plugin host refuses it: {} ({})", problem.message, problem.code);
        Arc::from([Diagnostic::file(school.files.label(&path), "badPlugin", message)])
    })?;
    Ok(Arc::new(LoadedPlugin { name: name.to_owned(), info, grants: config.grants.clone(), wasm: wasm.into() }))
}

/// The logo, re-encoded.
pub(super) fn load_logo(school: &School) -> Result<Arc<Logo>, Diagnostic> {
    logo_at(school, "/branding/logo", &school.config.branding.logo)
}

/// The logo for dark grounds; `None` where the school has none.
pub(super) fn load_logo_dark(school: &School) -> Result<Option<Arc<Logo>>, Diagnostic> {
    let path = school.config.branding.logo_dark.as_deref();
    path.map(|path| logo_at(school, "/branding/logo_dark", path)).transpose()
}

fn logo_at(school: &School, at: &str, path: &str) -> Result<Arc<Logo>, Diagnostic> {
    let Some(bytes) = school.files.read(path, logo::MAX_BYTES)? else {
        let problem = Problem::new(at, "missingLogo", format!("the bundle has no {path}"));
        return Err(in_school_file(school, problem));
    };
    let refused = |sentence: String| in_school_file(school, Problem::new(at, "badLogo", sentence));
    school.shared.logo(&bytes).map_err(refused)
}

/// The photograph, drawn anew; `None` where the school has none.
pub(super) fn load_photo(school: &School) -> Result<Option<Arc<Photo>>, Diagnostic> {
    let Some(path) = &school.config.branding.photo else { return Ok(None) };
    let at = "/branding/photo";
    let Some(bytes) = school.files.read(path, photo::MAX_BYTES)? else {
        return Err(in_school_file(school, Problem::new(at, "missingPhoto", format!("the bundle has no {path}"))));
    };
    let refused = |sentence: String| in_school_file(school, Problem::new(at, "badPhoto", sentence));
    school.shared.photo(&bytes).map(Some).map_err(refused)
}

/// Names of keys that are not the school's own: nothing is sent with them.
fn foreign_keys(school: &School) -> Vec<Problem> {
    let named = [
        ("/captcha/secret_env", school.config.captcha.secret_env.as_deref()),
        ("/sms/token_env", school.config.sms.as_ref().and_then(|sms| sms.token_env.as_deref())),
    ];
    let foreign = |(at, name): (&str, Option<&str>)| {
        let name = name.filter(|name| !is_key_of(&school.id, name))?;
        let problem = Problem::new(at, "notAllowed", format!("`{name}` is no key of this school's own"));
        Some(problem.hint(format!("its keys are called {}…, such as {0}SMS", keys_of(&school.id))))
    };
    named.into_iter().filter_map(foreign).collect()
}

/// Told for each figure of what all forms take together that is too high, at the form that takes the most of it.
fn too_dear(costs: &[(&str, Cost)]) -> Vec<Problem> {
    let all = costs.iter().fold(Cost::default(), |sum, (_, cost)| sum.plus(*cost));
    let told = |(figure, told): (usize, String)| {
        let dearest = costs.iter().max_by_key(|(_, cost)| cost.figures()[figure]);
        let at = dearest.map_or_else(|| "/forms".to_owned(), |(form, _)| child("/forms", form));
        let problem =
            Problem::key(at, "tooDear", format!("all forms together: it {told}; this one has the most of it"));
        problem.hint("offer fewer forms, or ask for less in this one")
    };
    all.past(Cost::SCHOOL).map(told).collect()
}

/// What keeps a form from being used beside those of its school that are in use.
pub(super) fn beside(school: &School, form: &str, own: Cost, others: Cost) -> Option<Diagnostic> {
    let (_, told) = others.plus(own).past(Cost::SCHOOL).next()?;
    let message = format!("with the forms that are in use already it {told}");
    Some(in_school_file(school, Problem::key(child("/forms", form), "tooDear", message)))
}

/// Everything, with warnings; nothing is taken from memory.
pub(super) fn check(school: &School) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let (warnings, positions) =
        bundle::read_config(&school.files).map(|checked| (checked.warnings, checked.positions)).unwrap_or_default();
    let _held = school.hold_positions(positions);
    found.extend(warnings);
    found.extend(all_in_school_file(school, foreign_keys(school)));
    found.extend(load_logo(school).err());
    found.extend(load_logo_dark(school).err());
    found.extend(load_photo(school).err());
    let (tables, problems) = Tables::read(&school.files);
    found.extend(problems);
    for name in school.config.plugins.keys() {
        match load_plugin(school, name) {
            Ok(plugin) => found.extend(grants(school, &plugin, &tables)),
            Err(problems) => found.extend(problems.iter().cloned()),
        }
    }
    let mut costs = Vec::new();
    for (form, config) in &school.config.forms {
        // A plugin that cannot be loaded was reported above.
        let document = own_words(school, form).and_then(|own| {
            match config.plugin.as_ref().map(|name| load_plugin(school, name)) {
                None => declarative(school, form, own),
                Some(Ok(plugin)) => from_plugin(school, form, &plugin, own, Some(config)),
                Some(Err(_)) => Err(Arc::new([])),
            }
        });
        match document {
            Ok((document, warnings)) => {
                costs.push((form.as_str(), document.cost()));
                found.extend(warnings);
            }
            Err(problems) => found.extend(problems.iter().cloned()),
        }
    }
    found.extend(all_in_school_file(school, too_dear(&costs)));
    for language in Language::ALL {
        let folder = format!("locales/{language}");
        match school.files.list(&folder) {
            Ok(names) => {
                for ns in names.iter().filter_map(|name| name.strip_suffix(".json")) {
                    found.extend(bundle::read_overrides(&school.files, language, ns).err().into_iter().flatten());
                }
            }
            Err(problem) => found.push(problem),
        }
    }
    found.extend(crate::message::check(school));
    found.extend(bundle::Locks::read(&school.files).err().into_iter().flatten());
    match school.files.list("texts") {
        Ok(names) => {
            for path in names.iter().filter(|name| name.ends_with(".json")).map(|name| format!("texts/{name}")) {
                found.extend(texts(school, &path));
            }
        }
        Err(problem) => found.push(problem),
    }
    found.extend(super::letters::check(school));
    found.dedup();
    shortened(found)
}

/// What the rules of its forms do to the forms' own samples. Beside `check`, which runs nothing: rules may use up their time.
pub(super) fn rehearse(school: &School, now_ms: i64) -> Vec<Diagnostic> {
    let (today, tables) = (school.today(now_ms), school.tables());
    let mut found = Vec::new();
    for form in school.config.forms.keys() {
        let Ok(loaded) = school.loaded_form(form) else { continue };
        let Some(plugin) = &loaded.plugin else { continue };
        let label = school.files.label(&format!("plugins/{}.wasm", plugin.name));
        let flaws = loaded.document.flaws(today, |values| {
            school.shared.catalog.rehearse(&Rehearsal {
                wasm: &plugin.wasm,
                grants: plugin.grants.clone(),
                tables: tables.clone(),
                school: school.id.as_str(),
                currency: &school.config.currency,
                form,
                values,
                decide: true,
                now_ms,
                today,
            })
        });
        found.extend(flaws.into_iter().map(|flaw| {
            let words = flaw.code == "codeWithoutText";
            let code = if words { "codeWithoutText" } else { "pluginFails" };
            let message = format!("form `{form}`, sample `{}`: {} ({})", flaw.sample, flaw.message, flaw.code);
            Diagnostic::file(label.clone(), code, message)
        }));
    }
    found
}

/// A text of its own: terms, privacy, consents; else a map, whatever is in it.
fn texts(school: &School, path: &str) -> Vec<Diagnostic> {
    let label = school.files.label(path);
    match bundle::read_json(&school.files, path, bundle::yaml::MAX_BYTES as u64) {
        Ok(Some((value, positions))) => {
            let mut problems = bundle::shape_problems(path, &value);
            if problems.is_empty() {
                problems = match path {
                    _ if bundle::legal::is_legal(path) => bundle::legal::content_problems(&value),
                    bundle::consents::CONSENTS => bundle::consents::content_problems(&value),
                    _ => Vec::new(),
                };
            }
            problems.into_iter().map(|problem| positions.locate(&label, problem)).collect()
        }
        Ok(None) => Vec::new(),
        Err(found) => found,
    }
}

/// What is granted has to be asked for and be there; what is asked for and not granted is worth knowing.
fn grants(school: &School, plugin: &LoadedPlugin, tables: &Tables) -> Vec<Diagnostic> {
    let at = child("/plugins", &plugin.name);
    let asks = &plugin.info.asks;
    let effects: Vec<String> =
        plugin.grants.effects.iter().filter_map(|e| Some(serde_json::to_value(e).ok()?.as_str()?.to_owned())).collect();
    let mut problems = Vec::new();
    for (index, table) in plugin.grants.tables.iter().enumerate() {
        if !tables.has(table) {
            let problem = Problem::new(
                format!("{at}/grants/tables/{index}"),
                "missingTable",
                format!("no usable table `{table}`"),
            );
            problems.push(problem.hint(format!("the bundle needs tables/{table}.yaml")));
        }
    }
    for (kind, granted, asked) in [
        ("tables", &plugin.grants.tables, &asks.tables),
        ("known", &plugin.grants.known, &asks.known),
        ("effects", &effects, &asks.effects),
    ] {
        for (index, name) in granted.iter().enumerate().filter(|(_, name)| !asked.contains(name)) {
            let message = format!("the plugin does not ask for `{name}`");
            problems.push(Problem::new(format!("{at}/grants/{kind}/{index}"), "grantNotAsked", message).warning());
        }
        for name in asked.iter().filter(|name| !granted.contains(name)) {
            let message = format!("the plugin asks for `{name}` under {kind}, and is not granted it");
            problems.push(Problem::key(&*at, "askNotGranted", message).warning());
        }
    }
    all_in_school_file(school, problems)
}
