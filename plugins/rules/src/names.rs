//! A key under which spellings of one name meet, in Arabic or Latin letters.
//!
//! The key is the name's consonants after articles, marks and vowels are taken away: محمد الأحمدي, محمد الاحمدى,
//! Mohammed Al-Ahmadi and Muhammad Alahmadi are all `mhmd hmd`. Words keep their order, so that أحمد علي and علي أحمد differ.
//! It finds candidates (Hassan and Hussein meet too); a person decides.

/// The matching key of a full or family name; empty when the text holds no letters.
pub fn key(name: &str) -> String {
    let words: Vec<String> =
        words(name).into_iter().map(|word| skeleton(&word)).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Whether two names may be spellings of one.
pub fn same(a: &str, b: &str) -> bool {
    let key_of_a = key(a);
    !key_of_a.is_empty() && key_of_a == key(b)
}

/// The words of a name without connecting words, articles joined and dropped, compound names (Abd al-…) as one word.
fn words(name: &str) -> Vec<String> {
    let plain: String = name.chars().filter_map(fold).collect::<String>().to_lowercase();
    let mut out: Vec<String> = Vec::new();
    let mut joins = false;
    for word in plain.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        if matches!(word, "bin" | "ibn" | "bint" | "بن" | "ابن" | "بنت") {
            continue;
        }
        let article = matches!(word, "al" | "el" | "ال" | "ul");
        if article && !joins {
            continue;
        }
        match out.last_mut() {
            Some(last) if joins => last.push_str(word),
            _ => out.push(word.to_owned()),
        }
        joins = matches!(word, "abd" | "abdul" | "abdel" | "abdal" | "عبد") || (joins && article);
    }
    out
}

/// One letter in its plainest form; `None` for marks that carry no sound of their own.
pub fn fold(c: char) -> Option<char> {
    Some(match c {
        '\u{064B}'..='\u{065F}' | '\u{0670}' | '\u{0640}' | '\u{200C}'..='\u{200F}' => return None,
        '\'' | '’' | '‘' | '`' | 'ʿ' | 'ʾ' | 'ʼ' => return None,
        'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
        'ى' | 'ی' | 'ئ' => 'ي',
        'ؤ' => 'و',
        'ک' => 'ك',
        'À'..='Å' | 'à'..='å' | 'Ā' | 'ā' => 'a',
        'È'..='Ë' | 'è'..='ë' | 'Ē' | 'ē' => 'e',
        'Ì'..='Ï' | 'ì'..='ï' | 'Ī' | 'ī' => 'i',
        'Ò'..='Ö' | 'ò'..='ö' | 'Ō' | 'ō' => 'o',
        'Ù'..='Ü' | 'ù'..='ü' | 'Ū' | 'ū' => 'u',
        'Ç' | 'ç' => 'c',
        'Ñ' | 'ñ' => 'n',
        'Ḥ' | 'ḥ' => 'h',
        'Ṣ' | 'ṣ' => 's',
        'Ṭ' | 'ṭ' => 't',
        'Ḍ' | 'ḍ' => 'd',
        'Ẓ' | 'ẓ' => 'z',
        c => c,
    })
}

/// The consonants of one word, the same for both scripts.
fn skeleton(word: &str) -> String {
    let word = without_article(word);
    let mut letters: Vec<char> = Vec::with_capacity(word.len());
    let mut rest = word.chars().peekable();
    while let Some(c) = rest.next() {
        let sound = match (c, rest.peek()) {
            ('s', Some('h')) => pair(&mut rest, 'S'),
            ('t', Some('h')) => pair(&mut rest, 'T'),
            ('k', Some('h')) => pair(&mut rest, 'K'),
            ('g', Some('h')) => pair(&mut rest, 'g'),
            ('d', Some('h')) => pair(&mut rest, 'd'),
            _ => sound_class(c),
        };
        if letters.last() != Some(&sound) {
            letters.push(sound);
        }
    }
    let vowel = |c: char| matches!(c, 'a' | 'w' | 'y');
    // A final h is heard as little as it is written the same way (Fatima, Fatimah, فاطمة, Abdullah).
    while letters.len() > 1 && letters.last().is_some_and(|c| vowel(*c) || *c == 'h') {
        letters.pop();
    }
    let first = letters.first().copied().filter(|c| *c != 'a');
    first.into_iter().chain(letters.iter().skip(1).copied().filter(|c| !vowel(*c))).fold(String::new(), |mut key, c| {
        if !key.ends_with(c) || !matches!(c, 'l') {
            key.push(c);
        }
        key
    })
}

/// The word without ال, al- or el- in front, when enough of a name remains.
fn without_article(word: &str) -> &str {
    for article in ["ال", "al", "el"] {
        if let Some(rest) = word.strip_prefix(article)
            && rest.chars().count() >= if article == "ال" { 3 } else { 4 }
        {
            return rest;
        }
    }
    word
}

fn pair(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, sound: char) -> char {
    rest.next();
    sound
}

/// `a` for every vowel, `w` and `y` apart since they count at a word's beginning.
fn sound_class(c: char) -> char {
    match c {
        'a' | 'e' | 'i' | 'o' | 'u' | 'ا' | 'ع' | 'ء' => 'a',
        'w' | 'و' => 'w',
        'y' | 'ي' => 'y',
        'ب' | 'پ' | 'p' => 'b',
        'ت' | 'ط' => 't',
        'ث' => 'T',
        'ج' | 'چ' => 'j',
        'ح' | 'ه' | 'ة' => 'h',
        'خ' => 'K',
        'د' | 'ذ' | 'ض' => 'd',
        'ر' => 'r',
        'ز' | 'ظ' => 'z',
        'س' | 'ص' => 's',
        'ش' => 'S',
        'غ' | 'گ' => 'g',
        'ف' | 'v' => 'f',
        'ق' | 'ك' | 'q' | 'c' => 'k',
        'ل' => 'l',
        'م' => 'm',
        'ن' => 'n',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_spellings_are_one_family() {
        let all = [
            "محمد الأحمدي",
            "محمد الاحمدى",
            "Mohammed Al-Ahmadi",
            "Muhammad Alahmadi",
            "Mohammad al Ahmadi",
            "مُحَمَّد الأَحمدي",
        ];
        for name in all {
            assert_eq!(key(name), "mhmd hmd", "{name}");
        }
    }

    #[test]
    fn order_of_words_matters() {
        assert!(!same("أحمد علي", "علي أحمد"));
        assert!(same("أحمد علي", "Ahmed Ali"));
    }

    #[test]
    fn common_pairs_meet_across_scripts() {
        for (arabic, latin) in [
            ("فاطمة", "Fatimah"),
            ("عبد الله", "Abdullah"),
            ("عبدالرحمن", "Abdul Rahman"),
            ("عبد الرحمن", "Abd al-Rahman"),
            ("سالم بن خالد البوسعيدي", "Salim bin Khalid Al Busaidi"),
            ("يوسف الغامدي", "Yousef Alghamdi"),
            ("خديجة", "Khadija"),
            ("وليد الشامسي", "Walid Al Shamsi"),
            ("نورة العتيبي", "Noura Al-Otaibi"),
        ] {
            assert!(same(arabic, latin), "{arabic} {} / {latin} {}", key(arabic), key(latin));
        }
    }

    #[test]
    fn different_families_stay_apart() {
        for (a, b) in [("Al Ahmadi", "Al Hamadi Said"), ("البلوشي", "البوسعيدي"), ("Khan", "Kane"), ("Walid", "Khalid")]
        {
            assert!(!same(a, b), "{a} {} / {b} {}", key(a), key(b));
        }
    }

    #[test]
    fn nothing_matches_nothing() {
        assert_eq!(key(" - 123 "), "");
        assert!(!same("", ""));
    }
}
