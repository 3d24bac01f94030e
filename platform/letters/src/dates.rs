//! Days by the Umm al-Qura calendar, as letters have them beside the others.

use icu_calendar::Date as IcuDate;
use icu_calendar::cal::Hijri;
use jiff::civil::Date;
use words::Language;

/// Years of the Hijra of which the calendar has tables; before and after them it would be guessed.
const YEARS: std::ops::RangeInclusive<i32> = 1300..=1600;

/// As browsers write them, so that letter and page say the same.
const MONTHS: [(&str, &str); 12] = [
    ("Muharram", "محرم"),
    ("Safar", "صفر"),
    ("Rabiʻ I", "ربيع الأول"),
    ("Rabiʻ II", "ربيع الآخر"),
    ("Jumada I", "جمادى الأولى"),
    ("Jumada II", "جمادى الآخرة"),
    ("Rajab", "رجب"),
    ("Shaʻban", "شعبان"),
    ("Ramadan", "رمضان"),
    ("Shawwal", "شوال"),
    ("Dhuʻl-Qiʻdah", "ذو القعدة"),
    ("Dhuʻl-Hijjah", "ذو الحجة"),
];

/// A day in the calendar of the Hijra, in that language and with the digits 0 to 9; `None` where the calendar has no table.
#[must_use]
pub fn hijri(day: Date, language: Language) -> Option<String> {
    let month = u8::try_from(day.month()).ok()?;
    let of_month = u8::try_from(day.day()).ok()?;
    let date = IcuDate::try_new_iso(i32::from(day.year()), month, of_month).ok()?;
    let date = date.to_calendar(Hijri::new_umm_al_qura());
    let (year, month, day) = (date.year().extended_year(), date.month().ordinal, date.day_of_month().0);
    if !YEARS.contains(&year) {
        return None;
    }
    let (en, ar) = MONTHS.get(usize::from(month).checked_sub(1)?)?;
    Some(match language {
        Language::En => format!("{day} {en} {year}"),
        Language::Ar => format!("{day} {ar} {year} هـ"),
    })
}
