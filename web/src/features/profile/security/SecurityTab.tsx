import type { Profile } from "../api";
import { FactorCard } from "./FactorCard";
import { PasswordCard } from "./PasswordCard";
import { SessionsCard } from "./SessionsCard";

/** How the account is kept: the password, the second factor, and where it is signed in. */
export function SecurityTab({ profile }: { profile: Profile }) {
  return (
    <>
      {profile.has_password && <PasswordCard />}
      {profile.has_password && <FactorCard profile={profile} />}
      <SessionsCard hasPassword={profile.has_password} />
    </>
  );
}
