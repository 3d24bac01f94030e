//! What the server itself asks somebody to do: kept as a code with what fills its words, and read in the language of whoever reads it.

use jiff::civil::Date;
use serde_json::{Map, Value};
use words::language::display_date;
use words::{Language, Text};

/// What a code of the server's own begins with; no rules of a form open a task with one.
const OWN: char = '@';

/// One thing that it asks.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(super) code: &'static str,
    /// In English and in Arabic. A hole (`{{place}}`) is filled by the parameter of its name: a text in both languages, a day, or a word.
    texts: [&'static str; 2],
}

pub(crate) const INFECTED: Said = Said {
    code: "@infected",
    texts: [
        "A document that the family sent was harmful and has been removed: ask them for it again.",
        "وُجد مستند أرسلته الأسرة ضارًّا فحُذف: اطلبوه منها من جديد.",
    ],
};
pub(crate) const EXPIRES: Said = Said {
    code: "@expires",
    texts: [
        "“{{paper}}” expires on {{day}}: ask the family for a new one.",
        "تنتهي صلاحية «{{paper}}» في {{day}}: اطلبوا من الأسرة مستندًا جديدًا.",
    ],
};
pub(crate) const SOME_EXPIRES: Said = Said {
    code: "@some_expires",
    texts: [
        "A document expires on {{day}}: ask the family for a new one.",
        "تنتهي صلاحية مستند في {{day}}: اطلبوا من الأسرة مستندًا جديدًا.",
    ],
};
pub(crate) const UNTOLD: Said = Said {
    code: "@untold",
    texts: [
        "The family got no e-mail about the new status: as many as may be had been sent to this address, or by the school. Write to the family.",
        "لم تُبلَّغ الأسرة بالحالة الجديدة: أُرسل أكبر عدد مسموح به من الرسائل إلى هذا العنوان أو من المدرسة. اكتبوا إلى الأسرة.",
    ],
};
pub(crate) const UNREACHED: Said = Said {
    code: "@unreached",
    texts: [
        "The family got no link to its letter: there is no e-mail address and no phone number that the school can text. Print the letter and hand it over, or ask for an address, enter it and send the link again.",
        "لم يصل الأسرةَ رابط الخطاب: لا بريد إلكتروني ولا رقم هاتف يمكن للمدرسة مراسلته. اطبعوا الخطاب وسلّموه، أو اطلبوا عنوانًا وأدخلوه ثم أعيدوا إرسال الرابط.",
    ],
};
pub(crate) const REVIEW: Said = Said {
    code: "@review",
    texts: [
        "Look at this application again: it is on hold until today.",
        "راجعوا طلب الالتحاق هذا: ينتهي تعليقه اليوم.",
    ],
};
pub(crate) const REVIEW_SEAT: Said = Said {
    code: "@review_seat",
    texts: [
        "Look at this application again: it is on hold until today, and so long its place stays reserved.",
        "راجعوا طلب الالتحاق هذا: ينتهي تعليقه اليوم، ومعه حجز مقعده.",
    ],
};
pub(crate) const NOT_REMINDED: Said = Said {
    code: "@not_reminded",
    texts: [
        "The offer ends soon, and the family got no reminder by e-mail: please call them.",
        "تنتهي مهلة العرض قريبًا، ولم يصل الأسرة تذكير بالبريد الإلكتروني: نرجو الاتصال بها.",
    ],
};
pub(crate) const SEAT_ENDED: Said = Said {
    code: "@seat_ended",
    texts: [
        "The hold has ended without a decision: the place is not reserved any more.",
        "انتهت مدة التعليق دون قرار، ولم يعد المقعد محجوزًا.",
    ],
};
pub(crate) const NEXT: Said = Said {
    code: "@next",
    texts: [
        "A place is available in {{place}}: this application is next on the waiting list.",
        "أصبح في {{place}} مقعد متاح، وطلب الالتحاق هذا هو التالي في قائمة الانتظار.",
    ],
};
pub(crate) const CONFIRM_STAFF: Said = Said {
    code: "@confirm_staff",
    texts: [
        "Confirm that a parent works at the school. If no parent does, correct the answer instead.",
        "أكّدوا أن أحد الوالدين يعمل في المدرسة. وإن لم يكن كذلك فصحّحوا الإجابة بدلًا من ذلك.",
    ],
};
pub(crate) const WAITLIST_UNTOLD: Said = Said {
    code: "@waitlist_untold",
    texts: [
        "A place was offered from the waiting list without an e-mail: as many as may be had been sent to this address, or by the school. Write to the family.",
        "عُرض مقعد من قائمة الانتظار دون بريد إلكتروني: أُرسل أكبر عدد مسموح به من الرسائل إلى هذا العنوان أو من المدرسة. اكتبوا إلى الأسرة.",
    ],
};
pub(crate) const OFFER_PROPOSED: Said = Said {
    code: "@offer_proposed",
    texts: [
        "An offer is proposed: approve it, or send it back with a reason.",
        "اقتُرح تقديم عرض: اعتمدوه أو أعيدوه مع ذكر السبب.",
    ],
};
pub(crate) const REFUSAL_PROPOSED: Said = Said {
    code: "@refusal_proposed",
    texts: [
        "A refusal is proposed: approve it, or send it back with a reason.",
        "اقتُرح رفض طلب الالتحاق: اعتمدوا الرفض أو أعيدوه مع ذكر السبب.",
    ],
};
pub(crate) const RETURNED: Said = Said {
    code: "@returned",
    texts: [
        "What was proposed was sent back: the application says why.",
        "أُعيد ما اقتُرح، والسبب مذكور في طلب الالتحاق.",
    ],
};
pub(crate) const OVERDUE: Said = Said {
    code: "@overdue",
    texts: [
        "The hour at which the family was to hear of what is proposed has passed without an approval: send it back, and propose it again with a later hour.",
        "مضى الموعد الذي كانت الأسرة ستُبلَّغ فيه بما اقتُرح دون اعتماد: أعيدوه ثم اقترحوه من جديد بموعد لاحق.",
    ],
};
pub(crate) const LAPSED: Said = Said {
    code: "@lapsed",
    texts: [
        "A decision was not released, because the status of this application had changed. Decide again.",
        "لم يُعلَن القرار لأن حالة طلب الالتحاق هذا تغيّرت. اتخذوا القرار مرة أخرى.",
    ],
};
pub(crate) const DECISION_UNTOLD: Said = Said {
    code: "@decision_untold",
    texts: [
        "The decision was released without an e-mail: as many as may be had been sent to this address, or by the school. Write to the family.",
        "أُعلن القرار دون بريد إلكتروني: أُرسل أكبر عدد مسموح به من الرسائل إلى هذا العنوان أو من المدرسة. اكتبوا إلى الأسرة.",
    ],
};
pub(crate) const PLACE_DIFFERS: Said = Said {
    code: "@place_differs",
    texts: [
        "The answers now say {{is}}; the place is in {{was}}. Open the application to move the place, or to keep it.",
        "تشير الإجابات الآن إلى {{is}}، والمقعد في {{was}}. افتحوا طلب الالتحاق لنقل المقعد أو الإبقاء عليه.",
    ],
};

pub(crate) const ACCEPTED: Said = Said {
    code: "@accepted",
    texts: [
        "The family accepts the offer, in writing: read the message, and move the application to Accepted.",
        "قبلت الأسرة العرض كتابيًا: اقرؤوا رسالتها، ثم غيّروا حالة طلب الالتحاق إلى «قُبل العرض».",
    ],
};

pub(crate) const LETTER_UNMADE: Said = Said {
    code: "@letter_unmade",
    texts: [
        "The offer went out by e-mail without its letter: the letter's template asks for something that this application does not have, or that cannot be printed. Have the template looked at in the settings.",
        "أُرسل العرض بالبريد الإلكتروني دون خطاب: يطلب قالب الخطاب ما ليس في طلب الالتحاق هذا، أو ما لا يمكن طباعته. راجعوا القالب في الإعدادات.",
    ],
};

pub(crate) const ACCEPTANCE_UNMADE: Said = Said {
    code: "@acceptance_unmade",
    texts: [
        "The family accepted the offer, and no acceptance letter could be made: its template asks for something that this application does not have. Have the template looked at in the settings.",
        "قبلت الأسرة العرض، وتعذّر إعداد خطاب قبول المقعد: يطلب قالبه ما ليس في طلب الالتحاق هذا. راجعوا القالب في الإعدادات.",
    ],
};
pub(crate) const CONSENTS_UNMADE: Said = Said {
    code: "@consents_unmade",
    texts: [
        "The place is booked, and the family could not be asked for its consents: a template asks for something that this application does not have. Have the templates looked at in the settings.",
        "حُجز المقعد، وتعذّر طلب الموافقات من الأسرة: يطلب أحد القوالب ما ليس في طلب الالتحاق هذا. راجعوا القوالب في الإعدادات.",
    ],
};
pub(crate) const CONSENTS_UNPROVABLE: Said = Said {
    code: "@consents_unprovable",
    texts: [
        "The place is booked, and the family was not asked for its consents: nothing in the application proves who opens the link, neither a date of birth nor a phone number. Add one, then ask for the consents on the record.",
        "حُجز المقعد، ولم تُطلب الموافقات من الأسرة: ليس في طلب الالتحاق ما يُثبت هوية من يفتح الرابط، لا تاريخ ميلاد ولا رقم هاتف. أضيفوا أحدهما ثم اطلبوا الموافقات من السجل.",
    ],
};
pub(crate) const FINANCIAL_CAME: Said = Said {
    code: "@financial_came",
    texts: [
        "The family has sent financial documents: please look at them in the record.",
        "أرسلت الأسرة مستندات مالية: نرجو الاطلاع عليها في السجل.",
    ],
};
pub(crate) const ACCEPTANCE_OVER: Said = Said {
    code: "@acceptance_over",
    texts: [
        "The acceptance letter was not signed in time. The place is still accepted: please call the family.",
        "لم يُوقَّع خطاب قبول المقعد في موعده. المقعد ما زال مقبولًا: نرجو الاتصال بالأسرة.",
    ],
};
pub(crate) const DEPOSIT_DUE: Said = Said {
    code: "@deposit_due",
    texts: [
        "The acceptance is signed: the deposit of {{amount}} is due on {{day}}.",
        "وُقّع خطاب قبول المقعد: يستحق العربون وقدره {{amount}} في {{day}}.",
    ],
};
pub(crate) const CONDITION_OVER: Said = Said {
    code: "@condition_over",
    texts: [
        "“{{condition}}” was due on {{day}}, and nobody has said whether it is met: decide it, or give it another day.",
        "كان موعد «{{condition}}» {{day}} ولم يُحدَّد هل استُوفي: بتّوا فيه أو حدّدوا له موعدًا آخر.",
    ],
};
pub(crate) const NOT_REMINDED_OF_CONDITION: Said = Said {
    code: "@condition_not_reminded",
    texts: [
        "“{{condition}}” is due on {{day}}, and the family got no reminder by e-mail: please call them.",
        "موعد «{{condition}}» {{day}}، ولم يصل الأسرة تذكير بالبريد الإلكتروني: نرجو الاتصال بها.",
    ],
};
pub(crate) const WITHDRAWAL_UNCONFIRMED: Said = Said {
    code: "@withdrawal_unconfirmed",
    texts: [
        "The consent “{{consent}}” was withdrawn in the family's account, and whoever signed it got no e-mail about it: please call them to make sure that it was they.",
        "سُحبت الموافقة «{{consent}}» من حساب الأسرة، ولم يصل من وقّعها بريد إلكتروني بذلك: نرجو الاتصال به للتأكد من أنه هو من سحبها.",
    ],
};

/// All that is asked.
const ALL: [&Said; 30] = [
    &INFECTED,
    &EXPIRES,
    &SOME_EXPIRES,
    &UNTOLD,
    &UNREACHED,
    &REVIEW,
    &REVIEW_SEAT,
    &NOT_REMINDED,
    &SEAT_ENDED,
    &NEXT,
    &CONFIRM_STAFF,
    &WAITLIST_UNTOLD,
    &OFFER_PROPOSED,
    &REFUSAL_PROPOSED,
    &RETURNED,
    &OVERDUE,
    &LAPSED,
    &DECISION_UNTOLD,
    &PLACE_DIFFERS,
    &ACCEPTED,
    &LETTER_UNMADE,
    &ACCEPTANCE_UNMADE,
    &CONSENTS_UNMADE,
    &CONSENTS_UNPROVABLE,
    &FINANCIAL_CAME,
    &ACCEPTANCE_OVER,
    &DEPOSIT_DUE,
    &CONDITION_OVER,
    &NOT_REMINDED_OF_CONDITION,
    &WITHDRAWAL_UNCONFIRMED,
];

/// Whether a code is the server's own, and no key of a form's texts.
pub(super) fn is_own(code: &str) -> bool {
    code.starts_with(OWN)
}

/// What a code of the server's own says, in both languages; the code where an older server kept one that is gone.
pub(super) fn words_of(code: &str, params: &Map<String, Value>) -> Text {
    let Some(said) = ALL.into_iter().find(|said| said.code == code) else {
        return Text { en: code.to_owned(), ar: code.to_owned() };
    };
    let [en, ar] = said.texts;
    Text { en: fill(en, params, Language::En), ar: fill(ar, params, Language::Ar) }
}

fn fill(text: &str, params: &Map<String, Value>, language: Language) -> String {
    let mut filled = text.to_owned();
    for (name, value) in params {
        let said = match value {
            Value::Object(both) => both.get(language.as_str()).and_then(Value::as_str).unwrap_or_default().to_owned(),
            Value::String(word) => {
                word.parse::<Date>().map_or_else(|_| word.clone(), |day| display_date(day, language))
            }
            _ => continue,
        };
        filled = filled.replace(&format!("{{{{{name}}}}}"), &said);
    }
    filled
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn each_is_kept_by_a_code_of_its_own_and_has_the_same_holes_in_both_languages() {
        let codes: BTreeSet<&str> = ALL.iter().map(|said| said.code).collect();
        assert_eq!(codes.len(), ALL.len());
        let holes = |text: &str| -> BTreeSet<String> {
            text.split("{{").skip(1).map(|rest| rest.split("}}").next().unwrap_or_default().to_owned()).collect()
        };
        for Said { code, texts: [en, ar] } in ALL {
            assert!(is_own(code), "{code}");
            assert_eq!(holes(en), holes(ar), "{code}");
        }
    }

    #[test]
    fn whoever_reads_it_reads_it_in_one_language() {
        let params = json!({ "paper": { "en": "Passport", "ar": "جواز السفر" }, "day": "2027-01-05" });
        let Text { en, ar } = words_of(EXPIRES.code, params.as_object().expect("params"));
        assert_eq!(en, "“Passport” expires on 05-Jan-2027: ask the family for a new one.");
        assert!(ar.contains("«جواز السفر»") && ar.contains("2027") && !ar.contains("Passport"), "{ar}");
        assert_eq!(words_of("@gone", &Map::new()), Text { en: "@gone".to_owned(), ar: "@gone".to_owned() });
    }
}
