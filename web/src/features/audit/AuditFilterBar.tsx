import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DateField } from "@/forms/DateField";
import { useSchool } from "@/api/school";
import { FilterChip } from "@/ui/list/FilterChip";
import sheet from "@/ui/page.module.css";
import type { AuditFilters } from "./api";
import classes from "./audit.module.css";
import { ACTIONS, known, KINDS } from "./words";

interface Props {
  filters: AuditFilters;
  /** Every action that the server has, by its own word. */
  actions: readonly string[];
  actorName: string | null;
  setPart: (name: string, value: string | null) => void;
}

/** What narrows the log; all of it lives in the address. */
export function AuditFilterBar({ filters, actions, actorName, setPart }: Props) {
  const { t } = useTranslation("settings");
  const { today } = useSchool();
  const actionText = (name: string) => {
    const found = known(ACTIONS, name);
    return found ? t(`audit.action.${found}`) : name;
  };
  // One that stands in the address is offered too, even where this page of the log has none of it.
  const offered = [...new Set([...actions, ...(filters.action ? [filters.action] : [])])].sort((one, two) => actionText(one).localeCompare(actionText(two)));
  const asDate = (name: "from" | "to") => (value: string) => {
    if (value === "" || /^\d{4}-\d{2}-\d{2}$/.test(value)) setPart(name, value || null);
  };
  return (
    <div className={sheet.toolbar} role="search">
      <NativeSelect
        className={classes.filter}
        label={t("audit.filter.action")}
        value={filters.action ?? ""}
        onChange={(event) => setPart("action", event.currentTarget.value || null)}
        data={[{ value: "", label: t("audit.all") }, ...offered.map((value) => ({ value, label: actionText(value) }))]}
      />
      <NativeSelect
        className={classes.filter}
        label={t("audit.filter.kind")}
        value={filters.object_kind ?? ""}
        onChange={(event) => setPart("object_kind", event.currentTarget.value || null)}
        data={[{ value: "", label: t("audit.all") }, ...KINDS.map((value) => ({ value, label: t(`audit.kind.${value}`) }))]}
      />
      <DateField className={classes.date} label={t("audit.filter.from")} value={filters.from ?? ""} max={filters.to ?? today} onChange={asDate("from")} />
      <DateField className={classes.date} label={t("audit.filter.to")} value={filters.to ?? ""} min={filters.from} max={today} onChange={asDate("to")} />
      {filters.actor && <FilterChip text={actorName ?? t("audit.oneActor")} onRemove={() => setPart("actor", null)} />}
    </div>
  );
}
