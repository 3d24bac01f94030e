//! What the platform's own links are for. Their rules are the kernel's; their rows stand with what they open: an operator's link holds the
//! secret that is offered and counts wrong codes, a request's link is a column of the request, since it may be opened twice.

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Lets an operator set password and authenticator.
    SetUp,
    /// Confirms the address of a request for a school.
    Confirm,
}

impl kernel::links::Purpose for Purpose {
    const ALL: &'static [Self] = &[Self::SetUp, Self::Confirm];

    fn as_str(self) -> &'static str {
        match self {
            Self::SetUp => "operator_set_up",
            Self::Confirm => "subscription_confirm",
        }
    }

    fn life_ms(self) -> i64 {
        const HOUR: i64 = 60 * 60 * 1000;
        match self {
            Self::SetUp => 24 * HOUR,
            Self::Confirm => 48 * HOUR,
        }
    }

    fn path(self, token: &str) -> String {
        match self {
            Self::SetUp => format!("/console/set-up#token={token}"),
            Self::Confirm => format!("/registration-form/confirm#token={token}"),
        }
    }
}
