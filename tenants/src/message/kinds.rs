//! The messages that there are: names, what fills them, and the words that a school gets without writing its own.

use words::Language;

/// What every message gets.
const COMMON: [&str; 11] =
    ["school", "lang", "dir", "side", "colour", "website", "site", "host", "until", "greeting", "name"];

/// Always in our words: they tell of a change of words, and whoever made that would write these too.
const OURS: [&str; 1] = ["settings_changed"];

/// What an officer of the school begins a message to a family with ([`super::wording`]); it goes out in `from_school`.
pub const REPLIES: [&str; 3] = ["ask_papers", "ask_call", "invite_visit"];

/// What leads a family to the page of its application.
const OWN_PAGE: [&str; 7] = [
    "from_school",
    "withdrawn",
    "status_changed",
    "offer_reminder",
    "offer_expired",
    "answers_received",
    "condition_due",
];

/// What may be of several lines, and long: words of the school's own people.
const LONG: [&str; 3] = ["text", "papers", "answers"];

/// What holds a letter's words: `text` and `html`, drawn from the same tree.
pub(super) const LETTER: &str = "letter";

/// What texts ask about in an `if`, and what is nothing to read.
const CONDITIONS: [&str; 2] = ["change", "number"];

/// A sort of message.
#[derive(Debug)]
pub struct Kind {
    /// Its name: `mail/<name>.<language>.txt`.
    pub name: &'static str,
    /// Params that have to be there.
    pub needs: &'static [&'static str],
    /// Params that may be there.
    pub takes: &'static [&'static str],
    /// Own words by mail: English, Arabic.
    pub(super) mail: [&'static str; 2],
    /// Own words by SMS, where it can go by SMS.
    pub(super) sms: Option<[&'static str; 2]>,
}

macro_rules! mail {
    ($name:literal) => {
        [
            include_str!(concat!("../../messages/mail/", $name, ".en.txt")),
            include_str!(concat!("../../messages/mail/", $name, ".ar.txt")),
        ]
    };
}

macro_rules! sms {
    ($name:literal) => {
        Some([
            include_str!(concat!("../../messages/sms/", $name, ".en.txt")),
            include_str!(concat!("../../messages/sms/", $name, ".ar.txt")),
        ])
    };
}

macro_rules! kinds {
    ($($name:literal [$($needs:literal),*] [$($takes:literal),*] $sms:expr;)*) => {
        /// All of them; `docs/contracts.md`, section 5, says when each is sent.
        pub const KINDS: &[Kind] = &[$(Kind {
            name: $name, needs: &[$($needs),*], takes: &[$($takes),*], mail: mail!($name), sms: $sms,
        },)*];
    };
}

kinds! {
    "verify_email" ["path"] ["name"] None;
    "already_registered" ["path"] ["name"] None;
    "reset_password" ["path"] ["name"] None;
    "invitation" ["path"] ["name"] None;
    "code" ["code"] ["name"] sms!("code");
    "step_up" ["code"] ["name"] sms!("step_up");
    "code_staff" [] ["path", "name"] None;
    "password_changed" [] ["path", "name"] sms!("password_changed");
    "email_changed" [] ["path", "name", "email"] sms!("email_changed");
    "change_email" ["path"] ["name"] None;
    "change_phone" ["code"] ["name"] sms!("change_phone");
    "phone_changed" [] ["path", "name", "phone"] sms!("phone_changed");
    "second_factor_changed" ["change"] ["name"] sms!("second_factor_changed");
    "from_school" ["subject", "text", "reference"] ["path", "name", "form"] sms!("from_school");
    "contact_changed" ["reference"] ["name", "form", "number"] None;
    "status_changed" ["status", "reference", "change"] ["path", "name", "form", "person", "child", "grade", "year", "day", "conditional", "title", "signer", "appointment", "place", "school_phone", "school_email", "hours"] None;
    "offer_reminder" ["reference", "day"] ["path", "name", "form", "person", "child", "grade", "year", "change", "conditional", "school_phone", "school_email", "hours"] sms!("offer_reminder");
    "offer_expired" ["reference"] ["path", "name", "form", "person", "child", "grade", "year", "day", "conditional", "school_phone", "school_email", "hours"] sms!("offer_expired");
    "letter_sent" ["reference", "title", "day", "path"] ["name", "form", "person", "asks", "again"] sms!("letter_sent");
    "letter_text" ["subject", "letter", "reference", "title", "day", "path"] ["name", "form", "person"] None;
    "letter_signed" ["reference", "title", "day", "path"] ["name", "form", "person", "deposit", "deposit_day", "account_name", "account_bank", "account_iban", "account_bic"] sms!("letter_signed");
    "letter_code" ["code"] ["name"] sms!("letter_code");
    "condition_due" ["reference", "condition", "day"] ["path", "name", "form", "person"] sms!("condition_due");
    "consent_withdrawn" ["reference", "title", "day"] ["name", "form", "person"] None;
    "fields_unlocked" ["reference", "day", "path"] ["name", "form", "text"] None;
    "answers_received" ["reference", "answers", "day", "time"] ["path", "name", "form"] None;
    "withdrawn" ["reference"] ["path", "name", "form"] None;
    "application_link" ["reference", "path"] ["name", "form"] None;
    "application_begun" ["reference", "path"] ["name", "form", "person"] None;
    "ask_papers" ["papers", "reference"] ["form", "person"] None;
    "ask_call" ["reference"] ["form", "person"] None;
    "invite_visit" ["reference"] ["form", "person"] None;
    "tracking" ["tracking_code"] ["path", "name", "child"] None;
    "erasure_requested" ["person"] ["email", "reason", "path"] None;
    "export_taken" ["person", "lines", "change"] ["name", "path"] None;
    "power_changed" ["person", "whom", "change"] ["name", "email", "path"] None;
    "settings_changed" ["person", "change"] ["name", "path"] None;
    "sessions_ended" ["person", "count"] ["name", "path"] None;
    "tasks_due" ["count"] ["name", "path", "unassigned"] None;
    "rules_notice" ["reference"] ["name", "path", "form", "text", "news", "child"] None;
    "wrong_pins" ["till", "count", "change"] ["name", "path"] None;
    "test" [] [] sms!("test");
}

impl Kind {
    /// The sort of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// Those that a school can word for itself.
    pub fn schools() -> impl Iterator<Item = &'static Self> {
        KINDS.iter().filter(|kind| !kind.is_ours())
    }

    /// Whether what fills that hole may be of several lines.
    #[must_use]
    pub(super) fn is_long(name: &str) -> bool {
        LONG.contains(&name)
    }

    /// Whether it goes in our words alone.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        OURS.contains(&self.name)
    }

    /// Whether a file of the bundle's `mail` or `sms` can be a message's template: a text. A page of a school's own could send what
    /// it names, such as a code, to whoever its pictures are asked of.
    #[must_use]
    pub fn names_file(folder: &str, name: &str) -> bool {
        let mut parts = name.split('.');
        let kind = parts.next().and_then(Self::find).filter(|kind| !kind.is_ours());
        let language = parts.next().is_some_and(|tag| Language::ALL.iter().any(|known| known.as_str() == tag));
        let fits = match (folder, parts.next()) {
            ("mail", Some("txt")) => true,
            ("sms", Some("txt")) => kind.is_some_and(|kind| kind.sms.is_some()),
            _ => false,
        };
        kind.is_some() && language && fits && parts.next().is_none()
    }

    /// Every name that a text may use: what every message gets, then its own.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let own = self.needs.iter().chain(self.takes).map(|name| if *name == "path" { "url" } else { *name });
        let mut names = COMMON.to_vec();
        for name in own {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// What a text may name, as the desk offers it: first what makes the message what it is, then what every message gets. `true` for what a text
    /// has to name, because without it nobody can use the message.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'static str, bool)> {
        let told = |name: &&'static str| if *name == "path" { "url" } else { *name };
        let needed = self.needs.iter().map(|name| (told(name), true));
        let all = needed.chain(self.takes.iter().map(|name| (told(name), false)));
        let mut fields: Vec<_> = all.filter(|(name, _)| !CONDITIONS.contains(name)).collect();
        for name in ["greeting", "name", "school", "website", "site", "until"] {
            if !fields.iter().any(|(known, _)| *known == name) {
                fields.push((name, false));
            }
        }
        fields
    }

    /// What the button of a link says: where it leads, for those that lead to a letter, `of_letter` where the message names one, or to what a
    /// family has sent.
    #[must_use]
    pub(super) fn button(&self, language: Language, of_letter: bool) -> &'static str {
        let [en, ar] = if self.name == "letter_signed" {
            ["Open the signed letter", "فتح الخطاب الموقّع"]
        } else if of_letter {
            ["Read the letter", "قراءة الخطاب"]
        } else if OWN_PAGE.contains(&self.name) {
            ["My application", "طلبي"]
        } else {
            ["Continue", "متابعة"]
        };
        if language == Language::Ar { ar } else { en }
    }

    /// Own words by mail.
    #[must_use]
    pub fn mail(&self, language: Language) -> &'static str {
        self.mail[language as usize]
    }

    /// Own words by SMS.
    #[must_use]
    pub fn sms(&self, language: Language) -> Option<&'static str> {
        self.sms.map(|texts| texts[language as usize])
    }

    /// What fills it in a trial: everything that it may get, or no more than it needs.
    #[must_use]
    pub fn sample(&self, all: bool) -> serde_json::Map<String, serde_json::Value> {
        self.sample_in(all, Language::En)
    }

    /// The same with people's names and words as they are written in a language.
    #[must_use]
    pub fn sample_in(&self, all: bool, language: Language) -> serde_json::Map<String, serde_json::Value> {
        let names = self.needs.iter().chain(self.takes.iter().filter(|_| all));
        let text = |name: &str| match name {
            "child" if language == Language::Ar => "سارة",
            "papers" if language == Language::Ar => "• شهادة الميلاد\n• سجل التطعيمات",
            "papers" => "• Birth certificate\n• Vaccination record",
            "answers" if language == Language::Ar => "• الاسم الكامل بالعربية\n• جهة العمل",
            "answers" => "• Full name in Arabic\n• Where you work",
            "time" => "14:05",
            "text" if language == Language::Ar => "شكرًا لتواصلكم معنا.\n\nسنتصل بكم يوم الأحد صباحًا.",
            "text" => "Thank you for writing to us.\n\nWe will call you on Sunday morning.",
            "subject" if language == Language::Ar => "بخصوص طلبكم",
            "subject" => "About your application",
            "status" if language == Language::Ar => "ضمن القائمة المختصرة",
            "status" => "Shortlisted",
            "day" if language == Language::Ar => "28 نوفمبر 2026",
            "day" => "28-Nov-2026",
            "deposit_day" if language == Language::Ar => "10 ديسمبر 2026",
            "deposit_day" => "10-Dec-2026",
            // As amounts are written (`Money::in_arabic`, `in_english`).
            "deposit" if language == Language::Ar => "\u{200f}200.000\u{a0}OMR",
            "deposit" => "OMR\u{a0}200.000",
            "account_name" => "Example School",
            "account_bank" => "Example Bank",
            "account_iban" => "OM16 0000 0012 3456 7890 123",
            "account_bic" => "EXAMOMRX",
            "news" if language == Language::Ar => "وقّعت الأسرة خطاب العرض",
            "news" => "The family has signed the letter of the offer",
            "grade" if language == Language::Ar => "الصف الأول",
            "grade" => "Grade 1",
            "title" if language == Language::Ar => "عرض مقعد دراسي",
            "title" => "Offer of a place",
            "signer" if language == Language::Ar => "نور البلوشي",
            "condition" if language == Language::Ar => "الشهادة المدرسية للعام الحالي",
            "condition" => "The school report of this year",
            "year" => "2027-2028",
            "appointment" => "06-12-2026, 10:00",
            "place" if language == Language::Ar => "المبنى الرئيسي",
            "place" => "Main building",
            "school_phone" => "+96824000000",
            "school_email" => "admissions@school.example.org",
            "hours" if language == Language::Ar => "من الأحد إلى الخميس، من 8 إلى 2",
            "hours" => "Sunday to Thursday, 8 to 2",
            "form" if language == Language::Ar => "طلب الالتحاق",
            "form" => "Application for admission",
            "reference" => "ABQ-E26-00017",
            "reason" if language == Language::Ar => "انتقلنا إلى مدينة أخرى.",
            "whom" if language == Language::Ar => "سالم الحارثي",
            "till" if language == Language::Ar => "المقصف (K1)",
            "name" | "person" if language == Language::Ar => "نور البلوشي",
            "path" => "/reset-password?token=sample",
            "code" => "123456",
            "tracking_code" => "K7QX-2M4P-9RTD",
            "change" => "on",
            // What is told once more is not what is looked at first.
            "again" => "",
            "conditional" | "asks" => "yes",
            "lines" => "2400",
            "count" => "50",
            "unassigned" => "3",
            "till" => "Canteen (K1)",
            "whom" => "Salim Al Harthy",
            "email" => "s…@example.org",
            "phone" => "+96891234567",
            "child" => "Sara",
            "reason" => "We have moved away.",
            _ => "Noor Al Balushi",
        };
        let value = |name: &str| match (name, language) {
            (LETTER, Language::En) => letter("We confirm that Sara has applied for a place."),
            (LETTER, Language::Ar) => letter("نفيد بأن سارة تقدمت بطلب التحاق."),
            _ => text(name).into(),
        };
        names.map(|name| ((*name).to_owned(), value(name))).collect()
    }
}

/// A letter of one line, as a message carries it.
fn letter(line: &str) -> serde_json::Value {
    serde_json::json!({ "text": line, "html": format!("<p>{line}</p>") })
}
