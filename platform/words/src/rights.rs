//! Roles, what each of them may do, and how far a session reaches.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::sabotage::{Guard, is_removed};

macro_rules! roles {
    ($($name:ident $text:literal;)*) => {
        /// A role that a school gives to a person.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Role { $(#[doc = $text] $name,)* }

        impl Role {
            /// Every role.
            pub const ALL: &'static [Role] = &[$(Role::$name,)*];

            /// The role's name in the API.
            #[must_use]
            pub fn as_str(self) -> &'static str { match self { $(Role::$name => $text,)* } }

            /// The role of that name.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Role::$name),)* _ => None }
            }
        }
    };
}

roles! {
    PlatformAdmin "platform_admin";
    SchoolAdmin "school_admin";
    AdmissionsOfficer "admissions_officer";
    Reviewer "reviewer";
    Principal "principal";
    Registrar "registrar";
    Finance "finance";
    FormDesigner "form_designer";
    Guardian "guardian";
    Student "student";
    Cashier "cashier";
    PosSupervisor "pos_supervisor";
    UniformApprover "uniform_approver";
    Auditor "auditor";
}

impl Role {
    /// Whether it reads of what families send only what whoever has it looks after.
    #[must_use]
    pub fn reads_own_alone(self) -> bool {
        self == Self::Reviewer
    }
}

/// What a caller may do. Roles to rights are this one table ([`Permission::roles`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Permission {
    /// See what came in.
    EnquiryRead,
    /// Move, assign, comment.
    EnquiryEdit,
    /// Take the list away as a file.
    EnquiryExport,
    /// Read what colleagues noted, and what family and school wrote to each other.
    NoteRead,
    /// Note something on what one reads, and do one's own tasks.
    EnquiryReview,
    /// See how all applications stand together: seats, waiting lists, how they come along.
    SeatRead,
    /// Move an application, and propose an offer.
    ApplicationEdit,
    /// Approve an offer, take one back, and make one that has ended again.
    ApplicationOffer,
    /// Say that what books a seat is paid or waived.
    ApplicationFees,
    /// Enrol a child whose seat is booked.
    ApplicationEnrol,
    /// Open again what the school has closed.
    ApplicationReopen,
    /// Add, invite and switch off people who sign in.
    UserManage,
    /// Add tills, enrol and switch off their devices.
    TillManage,
    /// Work at a till.
    TillUse,
    /// Read who did what.
    AuditRead,
    /// See the applications of one's own family.
    FamilyRead,
    /// See the school's settings, drafts and history.
    SettingsRead,
    /// Change the draft of the settings.
    SettingsEdit,
    /// Publish the settings.
    SettingsPublish,
    /// See who one is.
    Own,
    /// See and change one's own account: profile, password, second factor, sessions.
    AccountManage,
}

impl Permission {
    /// Every permission.
    pub const ALL: &'static [Permission] = &[
        Self::EnquiryRead,
        Self::EnquiryEdit,
        Self::EnquiryExport,
        Self::NoteRead,
        Self::EnquiryReview,
        Self::SeatRead,
        Self::ApplicationEdit,
        Self::ApplicationOffer,
        Self::ApplicationFees,
        Self::ApplicationEnrol,
        Self::ApplicationReopen,
        Self::UserManage,
        Self::TillManage,
        Self::TillUse,
        Self::AuditRead,
        Self::FamilyRead,
        Self::SettingsRead,
        Self::SettingsEdit,
        Self::SettingsPublish,
        Self::Own,
        Self::AccountManage,
    ];

    /// The permission of that name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|permission| permission.as_str() == text)
    }

    /// Its name in the API document (`x-permission`).
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EnquiryRead => "enquiry.read",
            Self::EnquiryEdit => "enquiry.edit",
            Self::EnquiryExport => "enquiry.export",
            Self::NoteRead => "note.read",
            Self::EnquiryReview => "enquiry.review",
            Self::SeatRead => "seat.read",
            Self::ApplicationEdit => "application.edit",
            Self::ApplicationOffer => "application.offer",
            Self::ApplicationFees => "application.fees",
            Self::ApplicationEnrol => "application.enrol",
            Self::ApplicationReopen => "application.reopen",
            Self::UserManage => "user.manage",
            Self::TillManage => "till.manage",
            Self::TillUse => "till.use",
            Self::AuditRead => "audit.read",
            Self::FamilyRead => "family.read",
            Self::SettingsRead => "settings.read",
            Self::SettingsEdit => "settings.edit",
            Self::SettingsPublish => "settings.publish",
            Self::Own => "own",
            Self::AccountManage => "account.manage",
        }
    }

    /// The roles that have it.
    #[must_use]
    pub fn roles(self) -> &'static [Role] {
        use Role::{
            AdmissionsOfficer, Auditor, Cashier, Finance, FormDesigner, Guardian, PosSupervisor, Principal, Registrar,
            Reviewer, SchoolAdmin, Student, UniformApprover,
        };
        match self {
            // Registrar and finance read applications alone: the inbox keeps the other forms from them. A reviewer reads what they look after.
            Self::EnquiryRead => &[SchoolAdmin, AdmissionsOfficer, Principal, Registrar, Finance, Auditor, Reviewer],
            Self::EnquiryEdit => &[SchoolAdmin, AdmissionsOfficer],
            Self::EnquiryExport => &[SchoolAdmin, AdmissionsOfficer],
            Self::NoteRead => &[SchoolAdmin, AdmissionsOfficer, Principal, Auditor, Reviewer],
            Self::EnquiryReview => &[SchoolAdmin, AdmissionsOfficer, Reviewer],
            Self::SeatRead => &[SchoolAdmin, AdmissionsOfficer, Principal, Registrar, Finance, Auditor],
            Self::ApplicationEdit => &[SchoolAdmin, AdmissionsOfficer],
            Self::ApplicationOffer => &[SchoolAdmin, Principal],
            Self::ApplicationFees => &[SchoolAdmin, Finance],
            Self::ApplicationEnrol => &[SchoolAdmin, Registrar],
            Self::ApplicationReopen => &[SchoolAdmin],
            Self::UserManage => &[SchoolAdmin],
            Self::TillManage => &[SchoolAdmin, PosSupervisor],
            Self::TillUse => &[Cashier, PosSupervisor, UniformApprover],
            Self::AuditRead => &[SchoolAdmin, Auditor],
            Self::FamilyRead => &[Guardian, Student],
            Self::SettingsRead => &[SchoolAdmin, FormDesigner, Auditor],
            Self::SettingsEdit => &[SchoolAdmin, FormDesigner],
            Self::SettingsPublish => &[SchoolAdmin],
            Self::Own => Role::ALL,
            Self::AccountManage => Role::ALL,
        }
    }

    /// Whether it goes as far as a session at a till: a PIN opens the till, and nothing that its person's roles open
    /// elsewhere.
    #[must_use]
    pub fn is_for_tills(self) -> bool {
        matches!(self, Self::TillUse | Self::Own)
    }
}

/// How far a session reaches, whatever the roles of its person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// As far as the roles do.
    Roles,
    /// As far as the roles do, for an account that anybody makes without a proof of anything: it counts as a stranger does.
    Unproved,
    /// To what is for tills ([`Permission::is_for_tills`]).
    Till,
}

impl Reach {
    /// Whether the session reaches what the permission opens.
    #[must_use]
    pub fn has(self, permission: Permission) -> bool {
        self != Self::Till || permission.is_for_tills() || is_removed(Guard::TillReach)
    }
}
