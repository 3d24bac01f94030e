import type { Profile } from "../api";
import { FactorCard } from "./FactorCard";
import { PasswordCard } from "./PasswordCard";
import { SessionsCard } from "./SessionsCard";

/** How the account is kept: the password, the second factor, and where it is signed in. */
export function SecurityTab({ profile }: { profile: Profile }) {
  // Whom a tracking code or a till's PIN lets in has no account to keep.
  const changes = profile.kind === "staff" || profile.kind === "family";
  return (
    <>
      {changes && <PasswordCard profile={profile} />}
      {changes && <FactorCard profile={profile} />}
      <SessionsCard hasPassword={profile.has_password} />
    </>
  );
}
