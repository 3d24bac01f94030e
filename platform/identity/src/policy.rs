//! Which passwords are good enough. Says the same in every language: codes with their limits.

use tenants::School;
use words::verdict::Issue;
use zxcvbn::Score;

/// Fewest characters.
const SHORTEST: usize = 10;
/// Most characters: hashing and judging take time with length.
const LONGEST: usize = 128;
/// How much of a password is judged.
const JUDGED: usize = 72;

/// Arabic has no list in the estimator, which calls any Arabic phrase strong; these are what people type first.
const COMMON_ARABIC: &[&str] = &[
    "كلمة السر",
    "كلمةالسر",
    "كلمة المرور",
    "كلمةالمرور",
    "بسم الله الرحمن الرحيم",
    "بسم الله",
    "بسمالله",
    "السلام عليكم",
    "السلامعليكم",
    "الحمد لله",
    "الحمدلله",
    "لا اله الا الله",
    "لا إله إلا الله",
    "محمد رسول الله",
    "الله اكبر",
    "الله أكبر",
    "سبحان الله",
    "ان شاء الله",
    "إن شاء الله",
    "ما شاء الله",
    "ماشاءالله",
    "استغفر الله",
    "صباح الخير",
    "مساء الخير",
    "اهلا وسهلا",
    "أهلا وسهلا",
    "مرحبا",
    "حبيبي",
    "حبيبتي",
    "احبك",
    "أحبك",
    "مدرستي",
    "المدرسة",
    "ابتثجحخدذ",
    "ضصثقفغعهخحج",
    "شسيبلاتنمك",
    "الرحمن الرحيم",
    "يا رب",
    "يارب",
];

/// Words of the school that make poor passwords.
#[must_use]
pub fn school_words(school: &School) -> Vec<String> {
    let name = &school.config().name;
    let mut words = vec![school.id().to_string(), name.en.clone(), name.ar.clone(), "qabul".into(), "قبول".into()];
    words.extend(name.en.split_whitespace().chain(name.ar.split_whitespace()).map(str::to_owned));
    words
}

/// What is wrong with the password, at the field of that path; nothing when it is good.
///
/// `words` are the person's and the school's own: a password made of them is easy to guess.
#[must_use]
pub fn faults(password: &str, words: &[String], path: &str) -> Vec<Issue> {
    let length = password.chars().count();
    if length < SHORTEST {
        return vec![Issue::error(path, "tooShort").with("limit", SHORTEST)];
    }
    if length > LONGEST {
        return vec![Issue::error(path, "tooLong").with("limit", LONGEST)];
    }
    let folded = words::text::western_digits(password).to_lowercase();
    if is_mostly(&folded, COMMON_ARABIC.iter().copied()) || is_mostly(&folded, words.iter().map(String::as_str)) {
        return vec![Issue::error(path, "tooCommon")];
    }
    let judged: String = folded.chars().take(JUDGED).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match zxcvbn::zxcvbn(&judged, &words).score() {
        Score::Zero | Score::One => vec![Issue::error(path, "tooCommon")],
        Score::Two => vec![Issue::error(path, "tooWeak")],
        _ => Vec::new(),
    }
}

/// Whether hardly anything is left once the words are taken out, however they are strung together.
fn is_mostly<'a>(folded: &str, words: impl Iterator<Item = &'a str>) -> bool {
    let bare =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let mut words: Vec<String> = words.map(bare).filter(|word| word.chars().count() >= 3).collect();
    // The longest first: a part of a name must not spoil the whole of it.
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let whole = bare(folded);
    let rest = words.iter().fold(whole.clone(), |rest, word| rest.replace(word, ""));
    rest.len() < whole.len() && rest.chars().count() < 6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(password: &str) -> Option<String> {
        let words = ["sara".to_owned(), "Al-Balushi".to_owned(), "azzan".to_owned(), "مدرسة عزان".to_owned()];
        faults(password, &words, "/password").into_iter().next().map(|issue| issue.code)
    }

    #[test]
    fn weak_passwords_are_told_apart() {
        assert_eq!(code("short").as_deref(), Some("tooShort"));
        assert_eq!(code(&"ab1".repeat(50)).as_deref(), Some("tooLong"));
        assert_eq!(code("password123").as_deref(), Some("tooCommon"));
        assert_eq!(code("aaaaaaaaaaaa").as_deref(), Some("tooCommon"));
        assert_eq!(code("sara-azzan-2026").as_deref(), Some("tooCommon"));
        assert_eq!(code("sara-albalushi").as_deref(), Some("tooCommon"));
        assert_eq!(code("بسم الله الرحمن الرحيم").as_deref(), Some("tooCommon"));
        assert_eq!(code("مدرسة عزان ١٢٣").as_deref(), Some("tooCommon"));
    }

    #[test]
    fn good_ones_pass_in_both_languages() {
        assert_eq!(code("falcon-lemon-harbour-71"), None);
        assert_eq!(code("قهوة بالهيل عند الفلج القديم"), None);
    }

    #[test]
    fn the_limit_is_told() {
        let issue = faults("x", &[], "/password").remove(0);
        assert_eq!((issue.path.as_str(), issue.params["limit"].as_u64()), ("/password", Some(10)));
    }
}
