//! Countries that can be asked for: each with the clock and the money that its schools begin with.

/// `CODE zone currency`.
const COUNTRIES: &str = "\
AE Asia/Dubai AED;AF Asia/Kabul AFN;AL Europe/Tirane ALL;AT Europe/Vienna EUR;AU Australia/Sydney AUD;AZ Asia/Baku AZN;\
BA Europe/Sarajevo BAM;BD Asia/Dhaka BDT;BE Europe/Brussels EUR;BH Asia/Bahrain BHD;BN Asia/Brunei BND;CA America/Toronto CAD;\
CH Europe/Zurich CHF;CY Asia/Nicosia EUR;DE Europe/Berlin EUR;DJ Africa/Djibouti DJF;DK Europe/Copenhagen DKK;\
DZ Africa/Algiers DZD;EG Africa/Cairo EGP;ES Europe/Madrid EUR;ET Africa/Addis_Ababa ETB;FI Europe/Helsinki EUR;\
FR Europe/Paris EUR;GB Europe/London GBP;GH Africa/Accra GHS;GR Europe/Athens EUR;ID Asia/Jakarta IDR;IE Europe/Dublin EUR;\
IN Asia/Kolkata INR;IQ Asia/Baghdad IQD;IT Europe/Rome EUR;JO Asia/Amman JOD;JP Asia/Tokyo JPY;KE Africa/Nairobi KES;\
KM Indian/Comoro KMF;KW Asia/Kuwait KWD;KZ Asia/Almaty KZT;LB Asia/Beirut LBP;LK Asia/Colombo LKR;LY Africa/Tripoli LYD;\
MA Africa/Casablanca MAD;MR Africa/Nouakchott MRU;MV Indian/Maldives MVR;MY Asia/Kuala_Lumpur MYR;NG Africa/Lagos NGN;\
NL Europe/Amsterdam EUR;NO Europe/Oslo NOK;NP Asia/Kathmandu NPR;NZ Pacific/Auckland NZD;OM Asia/Muscat OMR;\
PH Asia/Manila PHP;PK Asia/Karachi PKR;PL Europe/Warsaw PLN;PS Asia/Hebron ILS;PT Europe/Lisbon EUR;QA Asia/Qatar QAR;\
RW Africa/Kigali RWF;SA Asia/Riyadh SAR;SD Africa/Khartoum SDG;SE Europe/Stockholm SEK;SG Asia/Singapore SGD;\
SN Africa/Dakar XOF;SO Africa/Mogadishu SOS;SY Asia/Damascus SYP;TH Asia/Bangkok THB;TN Africa/Tunis TND;\
TR Europe/Istanbul TRY;TZ Africa/Dar_es_Salaam TZS;UG Africa/Kampala UGX;US America/New_York USD;UZ Asia/Tashkent UZS;\
YE Asia/Aden YER;ZA Africa/Johannesburg ZAR";

/// Clock and money of a country's schools as they begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country {
    /// ISO 3166-1 alpha-2 code.
    pub code: &'static str,
    /// IANA time zone.
    pub time_zone: &'static str,
    /// ISO 4217 code.
    pub currency: &'static str,
}

/// All of them, by code.
pub fn all() -> impl Iterator<Item = Country> {
    COUNTRIES.split(';').filter_map(|entry| {
        let mut words = entry.split_ascii_whitespace();
        Some(Country { code: words.next()?, time_zone: words.next()?, currency: words.next()? })
    })
}

/// The country of that code.
pub fn find(code: &str) -> Option<Country> {
    all().find(|country| country.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_a_clock_and_money_that_exist() {
        assert_eq!(all().count(), 73);
        for country in all() {
            assert!(jiff::tz::TimeZone::get(country.time_zone).is_ok(), "{country:?}");
            assert!(words::Currency::parse(country.currency).is_some(), "{country:?}");
        }
        let codes: Vec<_> = all().map(|country| country.code).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "by code, each once");
        assert_eq!(find("OM").map(|country| country.currency), Some("OMR"));
        assert!(find("om").is_none() && find("").is_none());
    }
}
