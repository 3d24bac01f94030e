//! What the first year and the whole programme cost, in minor units of the college's currency.

use plugin_sdk::{Host, PluginError};
use rules::answers::Answers;

use crate::origin::Origin;
use crate::tables::{self, Fees, International, Programme};

/// An estimate with its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// Key of the text and amount of each line of the first year.
    pub lines: Vec<(&'static str, i64)>,
    /// All of the programme, without the deposit that is given back.
    pub programme: i64,
    /// The day from which the fee list is valid.
    pub since: String,
}

impl Estimate {
    /// The first year in all.
    pub fn first_year(&self) -> i64 {
        self.lines.iter().map(|(_, amount)| amount).sum()
    }
}

/// Works out the fees as they are on the intake's first day.
pub fn estimate(
    host: &dyn Host,
    answers: Answers<'_>,
    code: &str,
    programme: &Programme,
    origin: Origin,
    on: &str,
) -> Result<Option<Estimate>, PluginError> {
    let Some(fees): Option<Fees> = tables::find(host, "fees", code, on)? else {
        return Ok(None);
    };
    // OCI card holders pay as Indian citizens do; only other passports pay the foreign tuition.
    let tuition = if origin == Origin::Foreign { fees.foreign } else { fees.tuition };
    let mut lines = vec![
        ("fee.admission", fees.admission),
        ("fee.tuition", tuition),
        ("fee.kit", fees.kit),
        ("fee.exam", fees.exam),
    ];
    let mut yearly = fees.exam;
    if origin == Origin::Foreign
        && let Some(International { services }) = tables::find(host, "fees", "international", on)?
    {
        lines.push(("fee.international", services));
        yearly += services;
    }
    if answers.yes("hostel") {
        for (field, text) in [("hostel_room", "fee.hostel"), ("hostel_mess", "fee.mess")] {
            let Some(key) = answers.text(field) else {
                continue;
            };
            if let Some(amount) = tables::find::<i64>(host, "hostel_fees", key, on)? {
                lines.push((text, amount));
                yearly += amount;
            }
        }
    }
    lines.push(("fee.deposit", fees.deposit));
    let years_begun = (programme.months + 11) / 12;
    let all = fees.admission + fees.kit + tuition * programme.months / 12 + yearly * years_begun;
    Ok(Some(Estimate { lines, programme: all, since: fees.since }))
}
