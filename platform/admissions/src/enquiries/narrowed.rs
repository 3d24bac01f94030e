//! What the list is narrowed to, as its statements take it.

use kernel::search::LookedFor;

use super::model::{Filter, Flag};
use super::store::Narrowed;

/// A filter as the statements take it.
pub(super) fn narrowed<'a>(filter: &'a Filter, states: &'a str) -> Narrowed<'a> {
    let LookedFor { word, alike, others } = &filter.words;
    Narrowed {
        states,
        form: &filter.form,
        owned_by: filter.owner.as_str(),
        tag: &filter.tag,
        reads: &filter.reads,
        grade: &filter.grade,
        school_year: &filter.school_year,
        round: &filter.round,
        part: &filter.part,
        ends_by: filter.ends_by,
        conditions: filter.conditions.map_or("", |stand| stand.as_str()),
        financial: filter.financial.map_or("", |stand| stand.as_str()),
        withheld: &filter.withheld,
        documents: filter.documents.map_or("", |stand| stand.as_str()),
        over: &filter.over,
        guardian: &filter.guardian,
        channel: filter.channel.map_or("", |channel| channel.as_str()),
        flag: filter.flag.map_or("", Flag::as_str),
        word,
        alike,
        others,
        visible: &filter.visible,
    }
}
