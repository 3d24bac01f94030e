//! Where the caller may send an application, and what each way asks for.

use serde::Serialize;
use tenants::School;
use utoipa::ToSchema;

use super::lettered::brings_letter;
use super::model::{Standing, asks_reason, passes_conditions};

/// What a way asks for besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// The day on which somebody looks at it again.
    ReviewBy,
    /// When and where the child is to be seen.
    Appointment,
    /// An offer: a seat is taken, and the family may be told at once.
    Offer,
    /// Another account's approval: it is only proposed.
    Approval,
    /// A letter goes out by it: its mail is sent whatever is wished.
    Letter,
    /// That letter states fees with discounts that nobody has confirmed.
    Discounts,
    /// It goes past conditions of the offer that are open (`open_conditions`).
    Conditions,
}

/// Where the caller may send it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AllowedMove {
    to: Standing,
    /// Whether a reason has to be said.
    needs_reason: bool,
    asks: Vec<Asked>,
}

impl AllowedMove {
    /// The way there, which may only be proposed; `is_confirmed` is what makes its fees less, and so many conditions are open.
    pub fn of(
        school: &School,
        (from, to): (Standing, Standing),
        is_proposed: bool,
        (is_confirmed, open_conditions): (bool, i64),
    ) -> Self {
        let letter = brings_letter(school, to);
        let besides = [
            letter.then_some(Asked::Letter),
            (letter && !is_confirmed).then_some(Asked::Discounts),
            (open_conditions > 0 && passes_conditions(from, to)).then_some(Asked::Conditions),
        ];
        let asks = asks(to, is_proposed).into_iter().chain(besides.into_iter().flatten()).collect();
        Self { needs_reason: asks_reason(from, to), asks, to }
    }
}

/// What a way there asks for besides.
fn asks(to: Standing, is_proposed: bool) -> Vec<Asked> {
    let asked = match to.status() {
        "O" => Some(Asked::ReviewBy),
        "F" => Some(Asked::Offer),
        "S" if to == Standing::SScheduled => Some(Asked::Appointment),
        _ => None,
    };
    asked.into_iter().chain(is_proposed.then_some(Asked::Approval)).collect()
}
