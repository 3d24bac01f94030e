import { useTranslation } from "react-i18next";
import type { PeopleFilters } from "@/api/people";
import { ALL_ROLES } from "@/api/roles";
import { FilterChip } from "@/ui/list/FilterChip";
import { FilterMenu } from "@/ui/list/FilterMenu";
import { SearchField } from "@/ui/list/SearchField";
import { useAudiences } from "@/ui/useAudiences";
import shared from "@/ui/table.module.css";
import { CHIPS, type ChipName } from "./filters";

interface Props {
  filters: PeopleFilters;
  setPart: (name: string, value: string | null) => void;
}

const STATUSES = ["active", "invited", "disabled"] as const;
const KINDS = ["staff", "family", "applicant", "till"] as const;

/** Search, and filters as chips that live in the address. */
export function Toolbar({ filters, setPart }: Props) {
  const { t } = useTranslation("settings");
  const audiences = useAudiences();
  const groups = [
    { name: "status" as const, label: t("people.filter.status"), options: STATUSES.map((value) => ({ value, label: t(`people.status.${value}`) })) },
    { name: "kind" as const, label: t("people.filter.kind"), options: KINDS.map((value) => ({ value, label: t(`people.kind.${value}`) })) },
    { name: "role" as const, label: t("people.filter.role"), options: ALL_ROLES.map((value) => ({ value, label: t(`people.role.${value}`) })) },
    { name: "audience" as const, label: t("people.filter.audience"), options: audiences.map(({ id, name }) => ({ value: id, label: name })) },
    { name: "erasure_asked" as const, label: t("people.filter.erasure"), options: [{ value: "true", label: t("people.erasure.waits") }] },
  ];
  // The words of a value that we know, or the value itself.
  const text = (name: ChipName, value: string) => groups.find((group) => group.name === name)?.options.find((option) => option.value === value)?.label ?? value;
  return (
    <div className={shared.toolbar} role="search">
      <SearchField label={t("people.search")} hint={t("people.search.hint")} value={filters.q ?? ""} onChange={(typed) => setPart("q", typed)} />
      <FilterMenu groups={groups} chosen={filters} onFilter={setPart} />
      {CHIPS.map((name) => {
        const value = filters[name];
        return value && <FilterChip key={name} text={text(name, value)} onRemove={() => setPart(name, null)} />;
      })}
    </div>
  );
}
