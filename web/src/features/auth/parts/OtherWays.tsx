import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useSchool } from "@/api/school";
import { IconFileText, IconKey, IconMessageCircle, IconUserPlus } from "@/ui/icons";
import classes from "../auth.module.css";
import * as toAuth from "../paths";
import { within } from "./within";
import * as toAdmission from "@/features/admission/paths";

/** A way in that a school may offer, as its conditional screens name it. */
type Way = "login" | "otp" | "signUp" | "without_auth";

const WAYS = [
  { way: "login", to: toAuth.signIn(), key: "entry.way.login", icon: IconKey },
  { way: "otp", to: toAuth.codeSignIn(), key: "entry.way.otp", icon: IconMessageCircle },
  { way: "signUp", to: toAuth.signUp(), key: "entry.way.signUp", icon: IconUserPlus },
  { way: "without_auth", to: toAdmission.admission(), key: "entry.way.without_auth", icon: IconFileText },
] as const;

/** The school's other ways in. Password sign-in is always one of them: staff have no other. */
export function OtherWays({ here }: { here: Way }) {
  const { t } = useTranslation("auth");
  const { search, state } = useLocation();
  const { conditionalScreens } = useSchool().authPage;
  const offered = WAYS.filter(({ way }) => way !== here && (way === "login" || conditionalScreens[way] === "Y"));
  if (offered.length === 0) return null;
  const remembered = new URLSearchParams(search).get("redirectUrl");
  const query = remembered ? `?${new URLSearchParams({ redirectUrl: remembered }).toString()}` : "";
  return (
    <ul className={classes.ways} aria-label={t("entry.ways")}>
      {offered.map(({ way, to, key, icon: Icon }) => (
        <li key={way}>
          <Link className={classes.way} to={`${to}${query}`} state={within(state)}>
            <Icon size={20} stroke={1.5} aria-hidden />
            {t(key)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
