//! The currencies in use, and how many decimals each has.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// ISO 4217 codes in use, by the decimals of their minor unit. What browsers say is another list: theirs follows how
/// people write prices (no decimals for IQD, PKR and YER), and an amount would be read a hundred or a thousand times too small.
const BY_DECIMALS: [(u32, &str); 3] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
    (
        2,
        "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK \
         DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK \
         LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR \
         RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST \
         XCD YER ZAR ZMW",
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
];

/// A currency in use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Currency {
    code: [u8; 3],
    decimals: u8,
}

impl Currency {
    /// By its ISO 4217 code.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        let bytes: [u8; 3] = code.as_bytes().try_into().ok()?;
        let (decimals, _) = BY_DECIMALS.iter().find(|(_, codes)| codes.split(' ').any(|known| known == code))?;
        Some(Self { code: bytes, decimals: u8::try_from(*decimals).ok()? })
    }

    /// All of them, by decimals.
    pub fn all() -> impl Iterator<Item = Self> {
        BY_DECIMALS.iter().flat_map(|(_, codes)| codes.split(' ')).filter_map(Self::parse)
    }

    /// Its ISO 4217 code.
    #[must_use]
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.code).unwrap_or_default()
    }

    /// Its decimal places: 3 of OMR, 2 of INR, 0 of JPY.
    #[must_use]
    pub fn decimals(self) -> u32 {
        u32::from(self.decimals)
    }

    /// Minor units in a major one: 1000 of OMR, 100 of INR.
    #[must_use]
    pub fn unit(self) -> i64 {
        10i64.pow(self.decimals())
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        Self::parse(&code).ok_or_else(|| D::Error::custom("no currency in use"))
    }
}
