import { useTranslation } from "react-i18next";
import { isHexColour } from "@/theme/contrast";
import { useFormat } from "@/ui/useFormat";
import type { DateRow } from "../dates/rows";
import { placesOf, type Round } from "../rounds/rounds";
import type { Place } from "../desk/types";
import { ALL_ROLES } from "@/api/roles";
import classes from "./value.module.css";

/** A value as a person reads it: dates as dates, colours as colours, roles by their names, nothing as nothing. */
export function ValueText({ place, value }: { place: Place; value: unknown }) {
  const { t } = useTranslation(["settingsDesk", "settings"]);
  const format = useFormat();
  if (value === null || value === undefined || value === "") return <span className={classes.none}>{t("value.none")}</span>;
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (typeof value === "number") return <bdi>{format.number(value)}</bdi>;
  if (typeof value === "string") {
    if (isHexColour(value) && value.startsWith("#")) {
      return (
        <span className={classes.colour}>
          <span className={classes.swatch} style={{ background: value }} aria-hidden />
          <bdi dir="ltr">{value}</bdi>
        </span>
      );
    }
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return <bdi>{format.date(value)}</bdi>;
    if ((value === "Y" || value === "N") && place.file === "school.yaml") return t(value === "Y" ? "value.yes" : "value.no");
    if (/^[0-9a-f]{64}$/.test(value) && /^(assets|plugins)\//.test(place.file)) return t("value.file");
    const role = ALL_ROLES.find((each) => each === value);
    if (role) return t(`settings:people.role.${role}`);
    return <bdi className={classes.text}>{value}</bdi>;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className={classes.none}>{t("value.empty")}</span>;
    return (
      <ul className={classes.list}>
        {value.map((each, index) => (
          <li key={index}>
            <ValueText place={place} value={each} />
          </li>
        ))}
      </ul>
    );
  }
  return <Shape place={place} value={value as Record<string, unknown>} />;
}

/** What has several parts: an uploaded file, a slide, a row of dates, a text in both languages, or plain data. */
function Shape({ place, value }: { place: Place; value: Record<string, unknown> }) {
  const { t } = useTranslation("settingsDesk");
  const format = useFormat();
  if ("$blob" in value) return t("value.file");
  if ("$gone" in value) return t("value.gone");
  if ("en" in value || "ar" in value) return <Both value={value} />;
  if ("code" in value && "text" in value && typeof value.text === "object" && value.text) return <Both value={value.text as Record<string, unknown>} />;
  if ("title" in value && "text" in value && typeof value.title === "object" && value.title) return <Both value={value.title as Record<string, unknown>} />;
  if ("year" in value && ("places" in value || "offer_days" in value)) {
    const round = value as unknown as Round;
    const places = placesOf([round]);
    return (
      <span>
        <bdi>{round.year}</bdi>: {places > 0 ? t("overview.rounds", { count: places, shown: format.number(places) }) : t("overview.noRounds")}
      </span>
    );
  }
  if ("sims_admission_start_from" in value) {
    const row = value as Partial<DateRow>;
    return (
      <span>
        <bdi>{row.year}</bdi>: <bdi>{format.date(row.sims_admission_start_from ?? "")}</bdi> – <bdi>{format.date(row.sims_admission_end ?? "")}</bdi>
        {row.grades && row.grades.length > 0 ? ` (${row.grades.join(t("comma"))})` : ""}
      </span>
    );
  }
  if (typeof value.width === "number" && typeof value.height === "number") {
    return (
      <bdi dir="ltr">
        {format.number(value.width)} × {format.number(value.height)} px
      </bdi>
    );
  }
  if (place.file.startsWith("forms/") && "schema" in value) return t("value.form", { version: typeof value.version === "string" ? value.version : "" });
  // What only a programmer could read is counted, and stands in full in the diff.
  return t("value.details", { count: Object.keys(value).length });
}

function Both({ value }: { value: Record<string, unknown> }) {
  return (
    <span className={classes.both}>
      {(["en", "ar"] as const).map((language) =>
        typeof value[language] === "string" ? (
          <bdi key={language} lang={language}>
            {value[language]}
          </bdi>
        ) : null,
      )}
    </span>
  );
}
