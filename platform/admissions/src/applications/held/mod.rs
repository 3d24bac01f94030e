//! What a school's clocks do after its data came back from a backup: nothing, until somebody lets them go on. Families may have answered in the
//! days that are lost, so no offer ends by itself, nobody is reminded of one, no seat of a hold is freed and none is offered.

pub mod api;
mod service;
