//! The formats that a form document may name, beside JSON Schema's `date`. The web has the same list.

use jsonschema::{PatternOptions, ValidationOptions};

use super::{ids, relative};

/// Every format that a form document may use.
pub const FORMATS: &[&str] = &[
    "date",
    "email",
    "phone",
    "iban",
    "url",
    "national-id",
    "emirates-id",
    "saudi-id",
    "kuwait-id",
    "oman-id",
    "qatar-id",
    "bahrain-id",
    "aadhaar",
    "country",
    "upload",
];

/// Most that a compiled pattern takes.
pub const PATTERN_BYTES: usize = 1 << 20;
/// Most that its engine notes while it compares; past it the engine forgets, or goes without.
pub const PATTERN_NOTES: usize = 64 << 10;

/// Options under which every schema is built: nothing is fetched, formats are checked, unknown formats are an error,
/// and patterns run on an engine whose time is linear in the text.
pub fn options() -> ValidationOptions<'static> {
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft7)
        .offline()
        .should_validate_formats(true)
        .should_ignore_unknown_formats(false)
        .with_pattern_options(PatternOptions::regex().size_limit(PATTERN_BYTES).dfa_size_limit(PATTERN_NOTES))
        .with_format("date", |text| relative::iso(text).is_some())
        .with_format("email", email)
        .with_format("phone", phone)
        .with_format("iban", iban)
        .with_format("url", url)
        .with_format("national-id", ids::national)
        .with_format("emirates-id", ids::emirates)
        .with_format("saudi-id", ids::saudi)
        .with_format("kuwait-id", ids::kuwait)
        .with_format("oman-id", ids::oman)
        .with_format("qatar-id", ids::qatar)
        .with_format("bahrain-id", ids::bahrain)
        .with_format("aadhaar", ids::aadhaar)
        .with_format("country", country)
        .with_format("upload", upload)
}

/// A mailbox that a relay takes without extensions: ASCII, one `@`, a domain with a dot.
#[must_use]
pub fn email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let atom = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-.".contains(&b);
    text.len() <= 254
        && (1..=64).contains(&local.len())
        && local.bytes().all(atom)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && domain_name(domain)
}

/// A host name of at least two labels whose last is no number.
fn domain_name(domain: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = domain.rsplit('.').next().unwrap_or_default();
    domain.len() <= 253
        && domain.contains('.')
        && domain.split('.').all(label)
        && last.len() >= 2
        && last.bytes().any(|b| b.is_ascii_alphabetic())
}

/// E.164: `+`, then 7 to 15 digits that do not begin with 0.
#[must_use]
pub fn phone(text: &str) -> bool {
    let Some(digits) = text.strip_prefix('+') else { return false };
    (7..=15).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0')
}

/// An IBAN in its compact form: the country's length and structure, and mod 97.
#[must_use]
pub fn iban(text: &str) -> bool {
    let compact = text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    compact && rules::iban::parse(text).is_ok()
}

/// An http or https address with a real host name.
#[must_use]
pub fn url(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => host,
        Some(_) => return false,
        None => authority,
    };
    text.len() <= 2000 && domain_name(host) && text.bytes().all(|b| b.is_ascii_graphic() && !b"<>\"`\\".contains(&b))
}

/// The id of an upload as the server gave it out.
#[must_use]
pub fn upload(text: &str) -> bool {
    (8..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// An ISO 3166-1 alpha-2 code in capitals.
#[must_use]
pub fn country(text: &str) -> bool {
    text.len() == 2 && COUNTRIES.as_bytes().chunks(3).any(|code| &code[..2] == text.as_bytes())
}

/// ISO 3166-1 alpha-2, three bytes each.
const COUNTRIES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ \
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF \
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW \
KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL \
NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST \
SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW ";

#[cfg(test)]
mod tests {
    use super::*;

    /// What of each format passes and what does not. The web is held to the same file (`web/src/forms/validate.test.ts`).
    #[test]
    fn all_are_as_the_golden_file_has_them() {
        #[derive(serde::Deserialize)]
        struct Cases {
            good: Vec<String>,
            bad: Vec<String>,
        }
        let golden: std::collections::BTreeMap<String, Cases> =
            serde_json::from_str(include_str!("../golden/formats.json")).unwrap();
        let mut named: Vec<_> = FORMATS.to_vec();
        named.sort_unstable();
        assert_eq!(golden.keys().collect::<Vec<_>>(), named);
        let mut other = Vec::new();
        for (format, Cases { good, bad }) in golden {
            let schema = serde_json::json!({ "type": "string", "format": format });
            let validator = options().build(&schema).unwrap();
            for (texts, passes) in [(good, true), (bad, false)] {
                assert!(!texts.is_empty(), "{format}");
                other.extend(texts.into_iter().filter(|text| validator.is_valid(&text.as_str().into()) != passes));
            }
        }
        assert!(other.is_empty(), "taken otherwise: {other:?}");
    }

    #[test]
    fn emails() {
        for good in ["a@b.co", "first.last+tag@school.edu.om", "o'neil@xn--mgbaam7a8h.ae"] {
            assert!(email(good), "{good}");
        }
        for bad in [
            "",
            "a",
            "a@b",
            "a@@b.co",
            ".a@b.co",
            "a..b@c.co",
            "a b@c.co",
            "سارة@b.co",
            "a@b.1",
            "a@-b.co",
            "a@1.2.3.4",
        ] {
            assert!(!email(bad), "{bad}");
        }
    }

    #[test]
    fn phones_are_e164() {
        assert!(phone("+96891234567"));
        for bad in ["96891234567", "+0123456789", "+123456", "+1234567890123456", "+968 9123 4567", "+٩٦٨٩١٢٣٤٥٦٧"]
        {
            assert!(!phone(bad), "{bad}");
        }
    }

    #[test]
    fn ibans() {
        for good in ["OM280010000001234567890", "KW74CBKU0000000000001234567890"] {
            assert!(iban(good), "{good}");
            for at in 4..good.len() {
                let mut bytes = good.as_bytes().to_vec();
                if bytes[at].is_ascii_digit() {
                    bytes[at] = b'0' + (bytes[at] - b'0' + 1) % 10;
                    assert!(!iban(std::str::from_utf8(&bytes).unwrap()), "digit {at} of {good}");
                }
            }
        }
        assert!(!iban("om280010000001234567890") && !iban("OM28 0010 0000 0123 4567 890"));
    }

    #[test]
    fn urls_and_countries() {
        assert!(url("https://www.school.edu/path?x=1") && url("http://a.co:8080"));
        for bad in
            ["javascript:alert(1)", "https://user@host.co", "https://localhost", "ftp://a.co", "https://a.co/<b>"]
        {
            assert!(!url(bad), "{bad}");
        }
        assert!(country("OM") && country("ZW") && country("AD"));
        assert!(!country("om") && !country("XX") && !country("D ") && !country("ADX"));
        let codes: Vec<_> = COUNTRIES.split_ascii_whitespace().collect();
        assert_eq!(codes.len(), 249);
        for language in words::Language::ALL {
            let nameless: Vec<_> =
                codes.iter().filter(|code| words::countries::name(code, language).is_none()).collect();
            assert!(nameless.is_empty(), "`node scripts/gen/countries.mjs` names them: {nameless:?}");
        }
    }
}
