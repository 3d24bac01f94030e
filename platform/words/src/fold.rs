//! One spelling of what people write in several, for search: on the way in and for what is looked for alike.
//!
//! A hamza is its seat, alef maqsura is ya, ta marbuta is ha, and their Persian and Urdu forms are the Arabic ones. Vowel
//! marks, accents, tatweel and what nobody sees are gone, letters are small, digits Western. Words in Arabic letters are found
//! by their sound in Latin ones too. Whoever changes a rule raises [`VERSION`], so that what is stored is folded anew.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::text::{cut, western_digits};

/// Of these rules.
pub const VERSION: i64 = 2;
/// Characters of a key that count.
const KEY: usize = 40;
/// Words of a field that can be found, and words that are looked for.
const WORDS: usize = 32;
const LOOKED_FOR: usize = 12;
/// As many digits in a row are a telephone number.
const PHONE: usize = 7;
/// Which ends of a number can be found: what a family leaves out before it (a country's code, a zero), and its last four.
const ENDS: [usize; 4] = [10, 9, 8, 4];
/// Numbers that end in these are the same.
const SAME_END: usize = 8;
/// Words that are written together with the next one, or apart from it.
const TOGETHER: [&str; 8] = ["عبد", "ابو", "ال", "al", "el", "abu", "abd", "abdul"];

/// What stands before and after the sound of a word: signs that no folded word has.
const SOUND: char = '~';
const SOUND_END: char = '.';
/// Consonants of a sound from which on its beginning is enough: fewer begin too many names.
const SOUNDS: usize = 3;

/// What an object is found by. Each line of the text is a field of its own.
///
/// A key begins at a word and runs on without spaces and signs, so that `abdul-aziz`, `Abdul Aziz` and `abdulaziz` are met
/// by the beginning of one key, whichever of them was stored.
#[must_use]
pub fn keys(fields: &str) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for field in fields.lines() {
        let words = words(field);
        let whole = words.concat();
        if whole.len() >= PHONE && is_number(&whole) {
            let number = whole.trim_start_matches('0');
            keys.extend(ENDS.iter().map(|&digits| end(number, digits).to_owned()));
            keys.insert(cut(number, KEY));
            continue;
        }
        let mut rest = whole.as_str();
        for word in words.iter().take(WORDS) {
            keys.insert(cut(rest, KEY));
            // الحارثي is looked for as حارثي too.
            if let Some(bare) = rest.strip_prefix("ال").filter(|_| word.chars().count() > 4) {
                keys.insert(cut(bare, KEY));
            }
            rest = &rest[word.len()..];
        }
        keys.extend(sounds(&words));
    }
    keys.remove("");
    keys
}

/// How the words in Arabic letters among some sound, by their consonants: what whoever writes them in Latin letters finds them by.
fn sounds(words: &[String]) -> Vec<String> {
    let is_arabic = |word: &&String| word.starts_with(|c: char| matches!(c, '\u{620}'..='\u{6FF}'));
    let arabic: Vec<&str> = words.iter().take(WORDS).filter(is_arabic).map(String::as_str).collect();
    let connecting = arabic.iter().filter_map(|word| match *word {
        "بن" | "ابن" => Some("bn"),
        "بنت" => Some("bnt"),
        _ => None,
    });
    let name = rules::names::key(&arabic.join(" "));
    let all = name.split(' ').filter(|sound| !sound.is_empty()).chain(connecting);
    all.map(|sound| cut(&format!("{SOUND}{sound}{SOUND_END}"), KEY)).collect()
}

/// What begins a key of a name in Arabic letters, where a folded word in Latin letters is looked for: nothing where it is none. Names that
/// sound alike are found as well; spellings differ more than names do.
#[must_use]
pub fn alike(term: &str) -> Option<String> {
    if term.is_empty() || !term.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let (sound, is_whole) = match term {
        "al" | "el" => return Some("ال".to_owned()),
        "abd" | "abdul" | "abdel" => return Some("عبد".to_owned()),
        "bin" | "ibn" => ("bn".to_owned(), true),
        "bint" => ("bnt".to_owned(), true),
        name => {
            let sound = rules::names::key(name);
            let is_whole = sound.chars().count() < SOUNDS;
            (sound, is_whole)
        }
    };
    let end = if is_whole { SOUND_END.to_string() } else { String::new() };
    (!sound.is_empty()).then(|| cut(&format!("{SOUND}{sound}{end}"), KEY))
}

/// What has to be among the beginnings of an object's keys, all of it. Nothing, when the text has neither letter nor digit.
#[must_use]
pub fn terms(text: &str) -> BTreeSet<String> {
    let mut terms = Vec::new();
    let (mut joined, mut number) = (String::new(), Vec::new());
    for word in text.split_whitespace().map(|word| words(word).concat()).filter(|word| !word.is_empty()) {
        if is_number(&word) {
            number.push(word);
            continue;
        }
        terms.extend(numbers(&mut number));
        joined.push_str(&word);
        if !TOGETHER.contains(&word.as_str()) {
            terms.push(std::mem::take(&mut joined));
        }
    }
    terms.extend(numbers(&mut number));
    terms.push(joined);
    let terms: BTreeSet<String> = terms.iter().take(LOOKED_FOR).map(|term| cut(term, KEY)).collect();
    // What is found by `sara` is found by `sa`; in their order, the longer one comes next.
    let longer = terms.iter().skip(1).map(Some).chain([None]);
    let kept = terms.iter().zip(longer).filter(|(term, next)| !next.is_some_and(|next| next.starts_with(*term)));
    kept.map(|(term, _)| term.clone()).filter(|term| !term.is_empty()).collect()
}

/// All of a text, folded and written together: for what is looked for anywhere in it.
#[must_use]
pub fn together(text: &str) -> String {
    words(text).concat()
}

/// Groups of digits: one telephone number, or each by itself.
fn numbers(groups: &mut Vec<String>) -> Vec<String> {
    let groups = std::mem::take(groups);
    let whole = groups.concat();
    if whole.len() < PHONE { groups } else { vec![end(&whole, SAME_END).to_owned()] }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The last so many digits.
fn end(number: &str, digits: usize) -> &str {
    &number[number.len().saturating_sub(digits)..]
}

/// The folded words of a text: what stands between spaces and signs.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in western_digits(text).nfkd().filter(|c| !is_unseen(*c)) {
        if !c.is_alphanumeric() {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            push(word, c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Marks over and under letters, tatweel, and what only steers how a text is shown.
fn is_unseen(c: char) -> bool {
    is_combining_mark(c)
        || matches!(c, 'ـ' | '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | 'ء')
}

/// A letter without marks, as what it is taken for.
fn push(word: &mut String, c: char) {
    let plain = match c {
        'ٱ' | 'ٲ' | 'ٳ' => 'ا',
        'ى' | 'ی' | 'ے' => 'ي',
        'ة' | 'ہ' | 'ھ' | 'ە' | 'ۃ' => 'ه',
        'ک' => 'ك',
        'ø' | 'Ø' => 'o',
        'đ' | 'Đ' | 'ð' | 'Ð' => 'd',
        'ł' | 'Ł' => 'l',
        'ħ' | 'Ħ' => 'h',
        'ı' => 'i',
        'ς' => 'σ',
        'ß' | 'ẞ' => return word.push_str("ss"),
        'æ' | 'Æ' => return word.push_str("ae"),
        'œ' | 'Œ' => return word.push_str("oe"),
        'þ' | 'Þ' => return word.push_str("th"),
        other => other,
    };
    word.extend(plain.to_lowercase());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the index answers: every term begins a key, in the one or the other spelling.
    fn finds(looked_for: &str, stored: &str) -> bool {
        let (terms, keys) = (terms(looked_for), keys(stored));
        let begins = |spelling: &str| keys.iter().any(|key| key.starts_with(spelling));
        let is_found = |term: &String| begins(term) || alike(term).is_some_and(|alike| begins(&alike));
        !terms.is_empty() && terms.iter().all(is_found)
    }

    #[test]
    fn a_name_in_arabic_letters_is_found_in_latin_ones() {
        let spellings: [(&str, &[&str]); 9] = [
            (
                "مريم البوسعيدي",
                &["Maryam", "mariam", "MARYAM AL BUSAIDI", "al-busaidi", "Albusaidi Maryam", "maryam al"],
            ),
            ("محمد بن سالم", &["Mohammed", "Muhammad Salim", "mohamed bin salem", "Mohamad ibn Salim"]),
            ("فاطمة بنت أحمد", &["Fatima", "fatimah bint ahmed", "Fatma Ahmad"]),
            ("عبد الله الحارثي", &["Abdullah", "abdulla al harthi", "Abdallah", "abd", "harthi"]),
            ("عبدالعزيز", &["Abdul Aziz", "abdulaziz", "Abdel-Aziz"]),
            ("علي", &["Ali", "aly"]),
            ("عائشة", &["Aisha", "Ayesha", "aishah"]),
            ("\u{202B}خَديجَة\u{202C}", &["Khadija", "khadeeja"]),
            ("Sara مريم", &["sara", "maryam", "Sara Mariam"]),
        ];
        for (stored, looked_for) in spellings {
            for spelling in looked_for {
                assert!(finds(spelling, stored), "{spelling:?} finds {stored:?}: {:?}", keys(stored));
            }
        }
        for (looked_for, stored) in [
            ("Maryam", "محمد"),
            ("Ali", "سالم"),
            ("sa", "سالم"),
            ("Maryam Salim", "مريم البوسعيدي"),
            ("maryam", "Mrm"),
            ("mrm", "Maryam"),
        ] {
            assert!(!finds(looked_for, stored), "{looked_for} in {stored}: {:?}", keys(stored));
        }
        assert!([alike(""), alike("مريم"), alike("m4ryam"), alike("123")].iter().all(Option::is_none));
    }

    #[test]
    fn one_name_is_found_however_it_is_written() {
        let spellings: [(&str, &[&str]); 12] = [
            (
                "أحمد الحارثي",
                &["احمد", "أَحْمَد", "إحمد", "آحمد", "أحـــمد", "ٱحمد", "\u{FE83}حمد", "الحارثي احمد", "حارثي"],
            ),
            (
                "أحمد الحارثي",
                &["\u{200F}أحمد", "أحمد\u{200E}", "\u{202B}أحمد\u{202C}", "\u{2067}أحمد\u{2069}", "\u{FEFF}أحمد"],
            ),
            ("أحمد الحارثي", &["أح\u{200B}مد", "أحمد\u{A0}الحارثي", "  أحمد   الحارثي ", "احمد  الح", "أحمدالحارثي"]),
            ("فاطمة", &["فاطمه", "فاطِمَة", "فاطمۃ"]),
            ("مصطفى", &["مصطفي", "مصطفی"]),
            ("فؤاد عائشة", &["فواد", "عايشة", "عائشه", "فؤاد"]),
            ("علاء", &["علا", "علاء"]),
            ("عبد الله", &["عبدالله", "عبد الله", "عبد", "الله"]),
            ("عبدالعزيز", &["عبد العزيز", "عبدالعزيز"]),
            (
                "Abdul-Aziz Al Harthi",
                &["abdulaziz", "Abdul Aziz", "al-harthi", "Alharthi", "AL HARTHI", "aziz", "harthi abdul"],
            ),
            ("Alharthi O'Brien", &["al harthi", "al-harthi", "o'brien", "OBrien", "brien"]),
            ("José Müller-Łukasz Straße", &["jose", "JOSE\u{301}", "muller", "lukasz", "STRASSE", "Ｊｏｓｅ"]),
        ];
        for (stored, looked_for) in spellings {
            assert!(finds(stored, stored), "{stored}");
            for spelling in looked_for {
                assert!(
                    finds(spelling, stored),
                    "{spelling:?} finds {stored:?}: {:?} in {:?}",
                    terms(spelling),
                    keys(stored)
                );
            }
        }
    }

    #[test]
    fn a_telephone_is_found_however_it_is_written() {
        let spellings: [(&str, &[&str]); 4] = [
            (
                "+96891234567",
                &[
                    "+968 9123 4567",
                    "91234567",
                    "9123-4567",
                    "00968 91234567",
                    "٩١٢٣٤٥٦٧",
                    "(968) 9123 4567",
                    "9123",
                    "4567",
                ],
            ),
            ("+968 9123 4567", &["+96891234567", "٩١٢٣", "96891", "۹۱۲۳۴۵۶۷", "\u{202A}+968 9123 4567\u{202C}"]),
            ("91234567", &["+968 9123 4567", "0096891234567"]),
            ("+971501234567", &["050 123 4567", "501234567", "0501234567", "5012", "+971 50 123 4567"]),
        ];
        for (stored, looked_for) in spellings {
            for spelling in looked_for {
                assert!(
                    finds(spelling, stored),
                    "{spelling:?} finds {stored:?}: {:?} in {:?}",
                    terms(spelling),
                    keys(stored)
                );
            }
        }
        assert!(finds("sara 9123 4567", "Sara\n+96891234567"));
    }

    #[test]
    fn a_reference_and_an_address_are_found_from_each_of_their_parts() {
        let stored = "ABQ-E26-00017\nSara\nFind.Me@example.org";
        for part in [
            "abq-e26-00017",
            "ABQ-E26-0",
            "e26-00017",
            "00017",
            "٠٠٠١٧",
            "find.me@EXAMPLE",
            "me",
            "example.org",
            "sara 00017",
        ] {
            assert!(finds(part, stored), "{part}");
        }
    }

    #[test]
    fn nothing_else_is_found() {
        for (looked_for, stored) in [
            ("sara", "Sar\nmsara"),
            ("ahmed ali", "Ahmed"),
            ("91234568", "+96891234567"),
            ("سارة", "سار"),
            ("me sara", "Find.Me@example.org"),
        ] {
            assert!(!finds(looked_for, stored), "{looked_for} in {stored}");
        }
        for signs in ["", "  ", "%", "_", "!", "\\", "\u{0}", "\u{200F}", "🙂", "ءـ"] {
            assert!(terms(signs).is_empty(), "{signs:?}");
        }
    }

    #[test]
    fn what_is_implied_is_not_looked_for_and_nothing_is_without_bounds() {
        assert_eq!(terms("sa sara sar sara b").into_iter().collect::<Vec<_>>(), ["b", "sara"]);
        let long = "ab ".repeat(500);
        assert!(terms(&long).len() == 1 && keys(&long).len() <= WORDS);
        let many: String = ('a'..='z').map(|c| format!("{c} ")).collect();
        assert_eq!(terms(&many).len(), LOOKED_FOR);
        let is_word = |key: &&String| !key.starts_with(SOUND);
        assert!(keys(&"م".repeat(1000)).iter().filter(is_word).all(|key| key.chars().count() == KEY));
        assert!(keys(&"مر".repeat(1000)).iter().all(|key| key.chars().count() <= KEY));
    }
}
