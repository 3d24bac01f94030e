//! Power over the school: a stolen bearer neither makes an administrator nor unmakes one, and whoever manages people hears of each who is made.

use kernel::{Actor, Caller, Refusal, SchoolTx, StoreError, UserId};
use serde_json::json;
use words::{Permission, Role};

use crate::letters;
use crate::model::Status;
use crate::service::{Identity, Inner};

/// A role with one of these has power: people, settings, what families told, and the log. Whoever only reads what families told takes it
/// away page by page, and an account that a stolen bearer made would outlive the bearer.
const POWERS: [Permission; 6] = [
    Permission::UserManage,
    Permission::SettingsEdit,
    Permission::SettingsPublish,
    Permission::EnquiryRead,
    Permission::EnquiryExport,
    Permission::AuditRead,
];

/// What becomes of somebody's power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PowerChange {
    /// They are invited to it.
    Invited,
    /// They get a role that has it.
    Given,
    /// They lose such a role, and get none.
    Taken,
    /// They come in again.
    Enabled,
    /// They are kept out.
    Disabled,
}

impl PowerChange {
    /// As a letter tells it.
    fn as_str(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Given => "given",
            Self::Taken => "taken",
            Self::Enabled => "enabled",
            Self::Disabled => "disabled",
        }
    }

    /// Of a change of roles and status; none for one that leaves all power where it was.
    pub(super) fn of(was: (&[Role], Status), is: (&[Role], Status)) -> Option<Self> {
        let (had, has) = (powerful(was.0), powerful(is.0));
        let (was_in, is_in) = (was.1 != Status::Disabled, is.1 != Status::Disabled);
        if was_in && !is_in && !had.is_empty() {
            return Some(Self::Disabled);
        }
        if has.iter().any(|role| !had.contains(role)) {
            return Some(Self::Given);
        }
        if had.len() > has.len() {
            return Some(Self::Taken);
        }
        (!was_in && is_in && !has.is_empty()).then_some(Self::Enabled)
    }
}

/// Those of the roles that have power.
pub(super) fn powerful(roles: &[Role]) -> Vec<Role> {
    let has_power = |role: &Role| POWERS.iter().any(|power| power.roles().contains(role));
    roles.iter().copied().filter(has_power).collect()
}

/// Whose power it is about.
pub(super) struct Whom<'a> {
    pub id: &'a UserId,
    pub name: &'a str,
    pub email: &'a str,
    /// The roles that it is about.
    pub roles: Vec<Role>,
}

/// L018 for who has not lately shown who they are; else the letters go. Before the change is written, so that whoever loses the right to manage
/// people by it hears of it too.
pub(super) async fn allow(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    change: PowerChange,
    whom: Whom<'_>,
) -> Result<(), Refusal> {
    Identity::require_fresh(tx, caller, inner.clock.now_ms()).await?;
    Ok(tell_administrators(tx, inner, caller, change, &whom).await?)
}

/// To everybody who manages people, of each person, change and set of roles once a day: a small role in the morning hides no great one at noon.
async fn tell_administrators(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    change: PowerChange,
    whom: &Whom<'_>,
) -> Result<(), StoreError> {
    // Who works at the command line has the server itself.
    let Actor::User { name: person, .. } = &caller.actor else { return Ok(()) };
    let roles: Vec<&str> = whom.roles.iter().map(|role| role.as_str()).collect();
    let params = json!({
        "person": person,
        "whom": if whom.name.is_empty() { whom.email } else { whom.name },
        "email": whom.email,
        "change": change.as_str(),
        "path": format!("/settings/people?q={}", whom.id),
    });
    let news = format!("power:{}:{}:{}", change.as_str(), roles.join("+"), whom.id);
    let (news, told) = (letters::of_today(inner, &news), ("power_changed", params));
    letters::to_administrators(tx, inner, Permission::UserManage, told, &news).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use Role::{
        AdmissionsOfficer, Auditor, Cashier, Finance, FormDesigner, PosSupervisor, Principal, Registrar, Reviewer,
        SchoolAdmin, UniformApprover,
    };
    use Status::{Active, Disabled, Invited};

    #[test]
    fn power_goes_by_what_a_role_may_do() {
        assert_eq!(powerful(Role::ALL).len(), 8, "{:?}", powerful(Role::ALL));
        let all = [SchoolAdmin, AdmissionsOfficer, Principal, Registrar, Finance, FormDesigner, Auditor, Reviewer];
        assert_eq!(powerful(&all).len(), 8);
    }

    #[test]
    fn only_what_moves_power_is_a_change_of_it() {
        let change = |was: &[Role], from, is: &[Role], to| PowerChange::of((was, from), (is, to));
        assert_eq!(change(&[UniformApprover], Active, &[Cashier, PosSupervisor], Active), None);
        assert_eq!(change(&[UniformApprover], Active, &[UniformApprover], Disabled), None);
        assert_eq!(change(&[SchoolAdmin], Active, &[SchoolAdmin, UniformApprover], Active), None);
        assert_eq!(change(&[UniformApprover], Active, &[Auditor], Active), Some(PowerChange::Given));
        assert_eq!(change(&[Auditor], Active, &[SchoolAdmin], Active), Some(PowerChange::Given));
        assert_eq!(change(&[UniformApprover], Disabled, &[Auditor], Active), Some(PowerChange::Given));
        assert_eq!(change(&[Auditor, SchoolAdmin], Active, &[Auditor], Active), Some(PowerChange::Taken));
        assert_eq!(change(&[SchoolAdmin], Invited, &[], Invited), Some(PowerChange::Taken));
        assert_eq!(change(&[SchoolAdmin], Active, &[UniformApprover], Disabled), Some(PowerChange::Disabled));
        assert_eq!(change(&[SchoolAdmin], Disabled, &[SchoolAdmin], Active), Some(PowerChange::Enabled));
        assert_eq!(change(&[SchoolAdmin], Disabled, &[SchoolAdmin], Disabled), None);
    }
}
