import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { IconCircleCheck, IconLock } from "@/ui/icons";
import type { PluginEntry } from "../desk/wordsApi";
import { useTableName } from "../tables/useTableName";
import classes from "./plugins.module.css";
import * as to from "../paths";

const KNOWN = ["email", "phone", "national_id", "board_roll", "employee_no", "passport", "bill_number"] as const;
const RECORDS = ["earlier", "staff_phone", "staff_name", "staff_load"] as const;
const EFFECTS = ["tag", "route", "task", "checklist", "notify"] as const;
const KINDS = ["tables", "known", "effects"] as const;

/** What a component asks for, and whether the school grants it, in sentences. */
export function Reach({ entry }: { entry: PluginEntry }) {
  const { t } = useTranslation("settingsPlugins");
  const tableName = useTableName();
  const sentence = (kind: (typeof KINDS)[number], what: string) => {
    if (kind === "known") {
      const record = RECORDS.find((each) => each === what);
      if (record) return t(`reach.records.${record}`);
      const known = KNOWN.find((each) => each === what);
      return t("reach.known", { what: known ? t(`reach.known.${known}`) : `\u2068${what}\u2069` });
    }
    if (kind === "effects") {
      const effect = EFFECTS.find((each) => each === what);
      return effect ? t(`reach.effect.${effect}`) : t("reach.effect", { what: `\u2068${what}\u2069` });
    }
    return t("reach.table", { name: `\u2068${tableName(what)}\u2069` });
  };
  const asked = KINDS.flatMap((kind) => [...new Set([...entry.asks[kind], ...entry.grants[kind]])].map((what) => ({ kind, what, granted: entry.grants[kind].includes(what) })));
  if (asked.length === 0) return <p className={classes.quiet}>{t("reach.nothing")}</p>;
  return (
    <ul className={classes.reach}>
      {asked.map(({ kind, what, granted }) => (
        <li key={`${kind} ${what}`} data-granted={granted}>
          {granted ? <IconCircleCheck size={18} stroke={1.5} aria-label={t("reach.granted")} /> : <IconLock size={18} stroke={1.5} aria-label={t("reach.refused")} />}
          <span>
            {kind === "tables" ? <Link to={to.table(what)}>{sentence(kind, what)}</Link> : sentence(kind, what)}
            {!granted && <span className={classes.mark}>{t("reach.refused")}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
