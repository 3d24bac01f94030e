import { useTranslation } from "react-i18next";
import { FilterChip } from "@/ui/list/FilterChip";
import { FilterMenu } from "@/ui/list/FilterMenu";
import { SearchField } from "@/ui/list/SearchField";
import shared from "@/ui/table.module.css";
import { CHIPS, CHOICES, type TillFilters } from "./filters";

interface Props {
  filters: TillFilters;
  setPart: (name: string, value: string | null) => void;
}

/** Search, and filters as chips that live in the address. */
export function Toolbar({ filters, setPart }: Props) {
  const { t } = useTranslation("settings");
  const groups = [
    { name: "state" as const, label: t("tills.column.state"), options: CHOICES.state.map((value) => ({ value, label: t(`tills.state.${value}`) })) },
    { name: "sells" as const, label: t("tills.column.sells"), options: CHOICES.sells.map((value) => ({ value, label: t(`tills.store.${value}`) })) },
  ];
  const text = (name: string, value: string) => groups.find((group) => group.name === name)?.options.find((option) => option.value === value)?.label ?? value;
  return (
    <div className={shared.toolbar} role="search">
      <SearchField label={t("tills.search")} hint={t("tills.search.hint")} value={filters.q ?? ""} onChange={(typed) => setPart("q", typed)} />
      <FilterMenu groups={groups} chosen={filters} onFilter={setPart} />
      {CHIPS.map((name) => {
        const value = filters[name];
        return value && <FilterChip key={name} text={text(name, value)} onRemove={() => setPart(name, null)} />;
      })}
    </div>
  );
}
