//! What a school published at its desk moves with it: 200 random edits, out through an export and in at another server.

use std::collections::BTreeMap;
use std::path::Path;

use moving::rows::RowSum;
use moving::{Key, Making, Sessions, Taking};
use serde_json::{Value, json};
use testkit::{Backend, Client, TestApp};
use words::{Rng as _, Role, SchoolId, SystemRng};

use crate::desk::{SETTINGS, details, edit, publish, save};

const YAML: &str = "school.yaml";
/// Publications, of [`EDITS`] edits each.
const PUBLICATIONS: usize = 20;
const EDITS: usize = 10;

/// Chance; what it began with is told when something fails.
struct Dice(u64);

impl Dice {
    fn new() -> Self {
        let mut begin = [0; 8];
        SystemRng.fill(&mut begin);
        Self(u64::from_be_bytes(begin))
    }

    /// A number below `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % sides as u64).unwrap()
    }

    /// A line, or what YAML reads as something else when it stands bare.
    fn text(&mut self) -> String {
        const BARE: [&str; 3] = ["Y", "null", "2026-01-01"];
        const LETTERS: &str = "abcXYZ019 :#'\"-بتثمدرسة";
        if self.roll(6) == 0 {
            return BARE[self.roll(BARE.len())].to_owned();
        }
        let letters: Vec<char> = LETTERS.chars().collect();
        let length = self.roll(24);
        let begin: String = (0..length).map(|_| letters[self.roll(letters.len())]).collect();
        format!("{begin}ن")
    }

    fn both(&mut self) -> Value {
        json!({ "en": self.text(), "ar": self.text() })
    }

    fn colour(&mut self) -> Value {
        json!(format!("#{:06x}", self.roll(1 << 24)))
    }

    fn many(&mut self, from: usize, make: impl Fn(&mut Self, usize) -> Value) -> Value {
        let count = from + self.roll(3);
        (0..count).map(|n| make(self, n)).collect()
    }

    fn blocks(&mut self) -> Value {
        const KINDS: [&str; 3] = ["heading", "paragraph", "note"];
        self.many(1, |dice, _| json!({ "kind": KINDS[dice.roll(KINDS.len())], "text": dice.text() }))
    }

    /// One edit that a school could make, or a place given back.
    fn edit(&mut self) -> Value {
        let (file, pointer, value) = match self.roll(14) {
            0 => (YAML, "/name/ar", json!(self.text())),
            1 => (YAML, "/branding/colours/primary", self.colour()),
            2 => (YAML, "/branding/colours/accent", self.colour()),
            3 => {
                let slide = |dice: &mut Self, _: usize| json!({ "title": dice.both(), "text": dice.both() });
                (YAML, "/branding/swiperText", self.many(0, slide))
            }
            4 => {
                let dates = |dice: &mut Self, _: usize| {
                    let from = format!("2026-0{}-01", 1 + dice.roll(9));
                    json!({ "sims_admission_start_from": from, "sims_admission_end": "2027-06-30", "year": "2027-2028" })
                };
                (YAML, "/schoolDates", self.many(0, dates))
            }
            5 => (YAML, "/hijri", Value::from(["Y", "N"][self.roll(2)])),
            6 => (YAML, "/links/lic_website_url", json!(format!("https://www.a.example/{}", self.roll(1000)))),
            7 => (YAML, "/forms/new/closes_on", json!(format!("2027-0{}-15", 1 + self.roll(9)))),
            8 => (YAML, "/status_labels/F", self.both()),
            9 => ("locales/en/common.json", "/hello", json!(self.text())),
            10 => ("locales/ar/common.json", "/nested/bye", json!(self.text())),
            11 => ("locales/ar/form-new.json", "/form.title", json!(self.text())),
            12 => ("texts/terms.json", "", json!({ "en": self.blocks(), "ar": self.blocks() })),
            _ => {
                let row = |dice: &mut Self, n: usize| json!({ "key": format!("k{n}"), "from": "2026-09-01", "value": { "minor": dice.roll(9000) } });
                ("tables/fees.yaml", "", json!({ "rows": self.many(0, row) }))
            }
        };
        match self.roll(6) {
            0 => json!({ "file": file, "pointer": pointer, "reset": true }),
            _ => json!({ "file": file, "pointer": pointer, "value": value }),
        }
    }
}

/// The digests of all files below a folder, by path.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let (mut found, mut waiting) = (BTreeMap::new(), vec![folder.to_path_buf()]);
    while let Some(next) = waiting.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, words::sha256_hex(&std::fs::read(&path).unwrap()));
            }
        }
    }
    found
}

/// The bundle, and what is published over it.
fn on_disk(app: &TestApp) -> [BTreeMap<String, String>; 2] {
    ["schools/a", "overlays/a"].map(|folder| files(&app.folder.path().join(folder)))
}

/// The rows of the desk, counted and summed by table.
async fn of_the_desk(app: &TestApp) -> BTreeMap<String, RowSum> {
    let place = server::maintenance::place(&app.app.config);
    let summed = tokio::task::spawn_blocking(move || {
        let mut source = place.source(&SchoolId::parse("a").unwrap()).unwrap().unwrap();
        let tables = source.tables().unwrap().into_iter().filter(|table| table.name.starts_with("setting_"));
        tables.map(|table| (table.name.clone(), source.sum(&table).unwrap())).collect()
    });
    summed.await.unwrap()
}

/// What the desk shows: where the settings stand, and all revisions.
async fn shown(admin: &Client) -> [Value; 2] {
    let state = admin.get(SETTINGS).await.unwrap().json;
    let revisions = admin.get(&format!("{SETTINGS}/revisions?page_size=100")).await.unwrap().json;
    [state, revisions]
}

#[tokio::test]
async fn two_hundred_random_edits_move_with_their_school() {
    let from = TestApp::start(Backend::Lite).await.unwrap();
    let admin = from.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let mut dice = Dice::new();
    let begin = dice.0;
    println!("the dice began with {begin}");
    for n in 1..=PUBLICATIONS {
        // One that is new each time, so that there is something to publish.
        let mut edits = vec![edit("/name/en", json!(format!("{n} {}", dice.text())))];
        edits.extend((1..EDITS).map(|_| dice.edit()));
        let revision = publish(&admin, Value::Array(edits)).await;
        assert_eq!(revision["seq"], n + 1, "{begin}");
    }
    // What is not published yet moves as well.
    let version = admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap();
    assert_eq!(save(&admin, version, json!([edit("/name/ar", json!("غدا"))])).await.status, 200);
    let before = (shown(&admin).await, details(&from, "a").await, of_the_desk(&from).await, on_disk(&from));
    assert_eq!(before.0[1]["items"].as_array().unwrap().len(), PUBLICATIONS + 1);
    assert!(before.3[1].contains_key("overlay.json") && before.2["setting_revisions"].rows > 20, "{begin}");

    let to = TestApp::start_where(1, |schools| std::fs::remove_dir_all(schools.join("a")).unwrap()).await.unwrap();
    let places = [&from, &to].map(|app| server::maintenance::place(&app.app.config));
    let secrets = [&from, &to].map(|app| app.app.secret.clone());
    let (now_ms, scratch) = (from.app.clock.now_ms(), tempfile::tempdir().unwrap());
    let moved = tokio::task::spawn_blocking(move || {
        let (file, key) = (scratch.path().join("a.qabul"), Key::File(vec![7; 32]));
        let making = Making { place: &places[0], secret: &secrets[0], rng: &SystemRng, now_ms };
        moving::export(&making, &SchoolId::parse("a").unwrap(), &file, &key).unwrap();
        let taking = Taking { only: None, sessions: Sessions::End, now_ms };
        moving::import(&places[1], &secrets[1], &SystemRng, &file, &mut |_| Ok(key.clone()), taking).unwrap();
    });
    moved.await.unwrap();
    assert_eq!(on_disk(&to), before.3, "{begin}");
    assert_eq!(of_the_desk(&to).await, before.2, "{begin}");
    let to = to.restart().await.unwrap();
    let admin = to.sign_in("a", "school_admin@a.example").await.unwrap();
    assert_eq!(shown(&admin).await, before.0, "{begin}");
    assert_eq!(details(&to, "a").await, before.1, "{begin}");
    // And goes on from there.
    let revision = publish(&admin, json!([edit("/name/en", json!("Moved"))])).await;
    assert_eq!(revision["seq"], PUBLICATIONS + 2, "{begin}");
}
