//! `school-details`: everything the web's shell needs, as bytes that hold until the school's midnight.

use jiff::ToSpan;

use super::payload::{AuthPage, BrandingView, NameLogo, Prepared, SchoolDetails};
use super::school::School;
use crate::bundle::branding::{Colours, contrast_with_white, darkened};

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
    let config = &school.config;
    SchoolDetails {
        school_id: school.id.clone(),
        mode: school.shared.mode.as_str(),
        school_name_logo: NameLogo {
            lic_school_name: config.name.clone(),
            lic_school_logo: school.logo().map(|logo| format!("/branding/{}.png", logo.digest)),
            lic_website_url: config.links.lic_website_url.clone(),
            lic_lms_url: config.links.lic_lms_url.clone(),
            logo_sizes: config.branding.logo_sizes,
        },
        swiper_text: config.branding.swiper_text.clone(),
        school_dates: config.school_dates.clone(),
        home_page: config.home_page.clone(),
        auth_page: AuthPage { conditional_screens: config.conditional_screens },
        form_layout: config.form_layout.clone(),
        branding: BrandingView { colours: readable(&config.branding.colours) },
        languages: config.languages.clone(),
        time_zone: config.time_zone.clone(),
        currency: config.currency.clone(),
        digits: config.digits,
        forms: school.form_summaries(today),
        routes: config.routes.clone(),
        status_labels: config.status_labels.clone(),
    }
}

/// White text has to be readable on the primary colour, so a pale one is darkened.
fn readable(colours: &Colours) -> Colours {
    let fix = |colour: &str, needed| match contrast_with_white(colour) < needed {
        true => darkened(colour, needed),
        false => colour.to_owned(),
    };
    Colours { primary: fix(&colours.primary, 4.5), accent: fix(&colours.accent, 3.0) }
}
