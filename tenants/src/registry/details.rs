//! `school-details`: everything the web's shell needs, as bytes that hold until the school's midnight.

use jiff::ToSpan;

use super::application;
use super::payload::{
    AdmissionDates, AdmissionState, AudienceView, AuthPage, BrandingView, CaptchaView, NameLogo, PhotoView, Prepared,
    SchoolDetails,
};
use super::school::School;
use crate::bundle::branding::{Colours, contrast_with_white, darkened};
use crate::bundle::config::{Flag, SchoolDates};

/// A body and the moment until which it holds.
pub(super) struct Dated {
    pub prepared: Prepared,
    from_ms: i64,
    until_ms: i64,
}

impl Dated {
    pub fn holds(&self, now_ms: i64) -> bool {
        (self.from_ms..self.until_ms).contains(&now_ms)
    }
}

/// Whether a form is open depends on the day, so the body holds from this midnight to the next.
pub(super) fn prepare(school: &School, now_ms: i64) -> Dated {
    let today = school.today(now_ms);
    let midnight =
        |date: jiff::civil::Date| date.to_zoned(school.zone.clone()).map(|at| at.timestamp().as_millisecond());
    Dated {
        prepared: Prepared::of(details(school, today)),
        from_ms: midnight(today).unwrap_or(now_ms),
        until_ms: midnight(today.saturating_add(1.day())).unwrap_or(now_ms + 1),
    }
}

fn details(school: &School, today: jiff::civil::Date) -> SchoolDetails {
    let (config, logo) = (&school.config, school.logo());
    SchoolDetails {
        school_id: school.id.clone(),
        mode: school.shared.mode.as_str(),
        school_name_logo: NameLogo {
            lic_school_name: config.name.clone(),
            logo_on_plate: logo.as_ref().is_some_and(|logo| logo.is_lost_on_dark),
            lic_school_logo: logo.map(|logo| format!("/branding/{}.png", logo.digest)),
            lic_school_logo_dark: school.logo_dark().map(|logo| format!("/branding/{}.png", logo.digest)),
            lic_website_url: config.links.lic_website_url.clone(),
            lic_lms_url: config.links.lic_lms_url.clone(),
            logo_sizes: config.branding.logo_sizes,
        },
        kind_of_institution: config.kind_of_institution,
        contact: config.contact.clone(),
        application: application::view(school),
        swiper_text: config.branding.swiper_text.clone(),
        school_dates: config.school_dates.clone(),
        home_page: config.home_page.clone(),
        auth_page: AuthPage { conditional_screens: config.conditional_screens },
        form_layout: config.form_layout.clone(),
        branding: BrandingView { colours: readable(&config.branding.colours), photo: photo(school) },
        languages: config.languages.clone(),
        time_zone: config.time_zone.clone(),
        currency: config.currency.clone(),
        digits: config.digits,
        forms: school.form_summaries(today),
        routes: config.routes.clone(),
        status_labels: config.status_labels.clone(),
        audiences: config.audiences().into_iter().map(|(id, name)| AudienceView { id: id.to_owned(), name }).collect(),
        captcha: CaptchaView {
            provider: config.captcha.provider,
            site_key: config.captcha.site_key.clone().unwrap_or_default(),
            forms: config.captcha.forms,
        },
        sms: config.sms.is_some(),
        connections_url: school.shared.connections_url.clone(),
        hijri: config.hijri == Flag::Y,
        terms_version: config.terms_version.clone(),
        today: today.to_string(),
        admission_dates: admission_dates(&config.school_dates, school.has_no_admission(), &today.to_string()),
    }
}

fn photo(school: &School) -> Option<PhotoView> {
    let photo = school.photo()?;
    let address = |digest: &str| format!("/branding/{digest}.jpg");
    let (width, height) = photo.wide.size;
    Some(PhotoView {
        src: address(&photo.wide.digest),
        width,
        height,
        small: address(&photo.small.digest),
        small_width: photo.small.size.0,
    })
}

/// White text has to be readable on the primary colour, so a pale one is darkened.
fn readable(colours: &Colours) -> Colours {
    let fix = |colour: &str, needed| match contrast_with_white(colour) < needed {
        true => darkened(colour, needed),
        false => colour.to_owned(),
    };
    Colours { primary: fix(&colours.primary, 4.5), accent: fix(&colours.accent, 3.0) }
}

/// Where a day stands in the rows: days as texts compare like days. A school that names neither dates nor rounds keeps nobody out by them; one
/// with rounds announces their dates first.
pub(super) fn admission_dates(rows: &[SchoolDates], has_no_admission: bool, today: &str) -> AdmissionDates {
    let is_open =
        |row: &SchoolDates| row.sims_admission_start_from.as_str() <= today && today <= row.sims_admission_end.as_str();
    let state = if has_no_admission || rows.iter().any(is_open) {
        AdmissionState::Open
    } else if rows.is_empty() || rows.iter().any(|row| row.sims_admission_start_from.as_str() > today) {
        AdmissionState::Before
    } else {
        AdmissionState::Closed
    };
    AdmissionDates {
        earliest_start: rows.iter().map(|row| row.sims_admission_start_from.clone()).min(),
        latest_end: rows.iter().map(|row| row.sims_admission_end.clone()).max(),
        state,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(from: &str, to: &str) -> SchoolDates {
        let (from, to) = (from.to_owned(), to.to_owned());
        let year = "2027-2028".into();
        SchoolDates { sims_admission_start_from: from, sims_admission_end: to, year, grades: Vec::new() }
    }

    #[test]
    fn the_banner_spans_all_rows_and_gaps_are_before_the_next() {
        let rows = [row("2027-03-01", "2027-04-30"), row("2026-10-01", "2026-12-31")];
        let of = |today: &str| admission_dates(&rows, false, today);
        let dates = of("2026-11-21");
        assert_eq!(dates.earliest_start.as_deref(), Some("2026-10-01"));
        assert_eq!(dates.latest_end.as_deref(), Some("2027-04-30"));
        let states = ["2026-09-30", "2026-10-01", "2026-12-31", "2027-01-01", "2027-04-30", "2027-05-01"]
            .map(|day| of(day).state);
        use AdmissionState::{Before, Closed, Open};
        assert_eq!(states, [Before, Open, Open, Before, Open, Closed]);
        assert_eq!(admission_dates(&[], true, "2026-11-21").state, Open);
        assert_eq!(admission_dates(&[], false, "2026-11-21").state, Before, "its rounds have no dates yet");
    }
}
