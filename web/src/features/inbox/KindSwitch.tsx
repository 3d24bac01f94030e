import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "@/api/school";
import { onlyKindOf, useKinds } from "@/ui/useKinds";
import classes from "./kinds.module.css";
import { KINDS, searchOfKind, type Kind } from "./kinds";

/** All that came in, enquiries alone, or applications alone; where the school has an application and somebody reads both. */
export function KindSwitch({ kind, search }: { kind: Kind | undefined; search: URLSearchParams }) {
  const { t } = useTranslation("applications");
  const { application } = useSchool();
  const only = onlyKindOf(useKinds());
  // Of what somebody does not read there is nothing to choose.
  if (only ? !kind || kind === only : !application && !kind) return null;
  return (
    <nav className={classes.kinds} aria-label={t("kind")}>
      {([null, ...KINDS] as const).map((each) => (
        <Link key={each ?? ""} className={classes.kind} to={searchOfKind(search, each)} aria-current={each === (kind ?? null) ? "page" : undefined}>
          {t(`kind.${each ?? "all"}`)}
        </Link>
      ))}
    </nav>
  );
}
