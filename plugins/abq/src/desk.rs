//! Places that are left, and the desk that reads the application.

use plugin_sdk::PluginError;
use rules::answers::Answers;
use serde::Deserialize;

use crate::{place::Place, tables::Tables};

/// Places of a grade as the school last counted them.
#[derive(Deserialize)]
pub struct Capacity {
    /// All places.
    pub places: u32,
    /// Those still free.
    pub free: u32,
}

#[derive(Deserialize)]
struct Band {
    few: u32,
}

#[derive(Deserialize)]
struct Routes {
    early: Vec<String>,
    early_desk: String,
    mixed_to: String,
    mixed: String,
    girl: String,
    boy: String,
}

/// Places of the grade in the stream, and the band that a family reads.
pub fn capacity(
    answers: Answers<'_>,
    grade: &str,
    tables: &Tables<'_>,
) -> Result<Option<(Capacity, &'static str)>, PluginError> {
    let Some(stream) = answers.text("stream") else {
        return Ok(None);
    };
    let counted: Option<Capacity> = tables.row("abq_capacity", &format!("{stream}:{grade}"))?;
    let few = tables.row("abq_capacity", "band")?.map_or(0, |band: Band| band.few);
    Ok(counted.map(|counted| {
        let band = match counted.free {
            0 => "capacity.full",
            free if free <= few => "capacity.few",
            _ => "capacity.open",
        };
        (counted, band)
    }))
}

/// The desk for stream, grade and section.
pub fn route(answers: Answers<'_>, place: &Place, tables: &Tables<'_>) -> Result<Option<String>, PluginError> {
    let (Some(stream), Some(grade)) = (answers.text("stream"), place.grade()) else {
        return Ok(None);
    };
    let Some(routes): Option<Routes> = tables.row("abq_routes", stream)? else {
        return Ok(None);
    };
    let mixed = !place.is_from(&routes.mixed_to) || grade == routes.mixed_to;
    Ok(Some(match (mixed, answers.text("gender")) {
        _ if routes.early.iter().any(|early| early == grade) => routes.early_desk,
        (false, Some("girl")) => routes.girl,
        (false, Some("boy")) => routes.boy,
        _ => routes.mixed,
    }))
}
