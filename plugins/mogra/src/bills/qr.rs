//! The tax QR code of a bill: tag, length and value of five fields, in base64.

use data_encoding::BASE64;

/// What the code says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Qr {
    /// Seller's name.
    pub seller: String,
    /// Seller's tax number.
    pub tax_number: String,
    /// ISO time of the bill.
    pub issued_at: String,
    /// To pay, with tax.
    pub total: String,
    /// Tax.
    pub tax: String,
}

/// The code's text; `None` when a field is longer than its one byte of length can say.
pub fn build(qr: &Qr) -> Option<String> {
    let mut bytes = Vec::new();
    for (tag, value) in (1_u8..).zip([&qr.seller, &qr.tax_number, &qr.issued_at, &qr.total, &qr.tax]) {
        bytes.push(tag);
        bytes.push(u8::try_from(value.len()).ok()?);
        bytes.extend_from_slice(value.as_bytes());
    }
    Some(BASE64.encode(&bytes))
}

/// Reads a code; later tags (signatures) are passed over. `None` when a field is missing, cut off or no text.
pub fn parse(text: &str) -> Option<Qr> {
    let compact: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let bytes = BASE64.decode(compact.as_bytes()).ok()?;
    let mut fields: [Option<String>; 5] = Default::default();
    let mut rest = bytes.as_slice();
    while let [tag, length, tail @ ..] = rest {
        let (value, after) = tail.split_at_checked(usize::from(*length))?;
        if let Some(field) = usize::from(*tag).checked_sub(1).and_then(|at| fields.get_mut(at)) {
            // A field that comes twice says two things: that is no bill.
            if field.replace(std::str::from_utf8(value).ok()?.to_owned()).is_some() {
                return None;
            }
        }
        rest = after;
    }
    let [seller, tax_number, issued_at, total, tax] = fields;
    let complete = Qr { seller: seller?, tax_number: tax_number?, issued_at: issued_at?, total: total?, tax: tax? };
    rest.is_empty().then_some(complete)
}
