import { useTranslation } from "react-i18next";
import { useListAssigneesQuery, useListEnquiryChoicesQuery } from "@/api/generated";
import { useLanguage } from "@/i18n/useLanguage";
import { FilterChip } from "@/ui/list/FilterChip";
import { FilterMenu } from "@/ui/list/FilterMenu";
import { useBilingual } from "@/ui/useBilingual";
import { campusName, campusOf, FILTERS, type FilterName } from "./filters";
import own from "./tiles.module.css";
import type { DashboardFilters } from "./useDashboardFilters";

interface Choice {
  value: string;
  label: string;
}

/** Narrows the numbers to a year, a round, a grade, a campus or whose work they are; what they are narrowed to, and the way back. */
export function FilterBar({ asked, rounds, setFilter }: DashboardFilters) {
  const { t } = useTranslation("dashboard");
  const choices = useChoices(rounds);
  // Where each year has one round, the year says it.
  const years = new Set(rounds.map(({ year }) => year));
  const shown = FILTERS.filter((name) => choices[name].length > 0 && (name !== "round" || years.size < rounds.length));
  return (
    <div className={own.filters} role="group" aria-label={t("filters")}>
      <FilterMenu groups={shown.map((name) => ({ name, label: t(`filter.${name}`), options: choices[name] }))} chosen={asked} onFilter={setFilter} />
      {FILTERS.map((name) => {
        const value = asked[name];
        const label = value && (choices[name].find((each) => each.value === value)?.label ?? value);
        return label && <FilterChip key={name} text={t("filter.chip", { name: t(`filter.${name}`), value: `\u2068${label}\u2069` })} onRemove={() => setFilter(name, null)} />;
      })}
    </div>
  );
}

/** What can be chosen, by the names that people know. */
function useChoices(rounds: DashboardFilters["rounds"]): Readonly<Record<FilterName, readonly Choice[]>> {
  const { t } = useTranslation("dashboard");
  const bilingual = useBilingual();
  const { language } = useLanguage();
  const assignees = useListAssigneesQuery();
  const told = useListEnquiryChoicesQuery();
  const { compare } = new Intl.Collator(language, { numeric: true });
  const sorted = (all: Choice[]) => all.sort((one, other) => compare(one.label, other.label));
  const named = (list: "grade" | "school_year") => (told.data?.[list] ?? []).map(({ value, label }) => ({ value, label: bilingual(label) }));
  const campuses = new Map(rounds.flatMap(({ buckets }) => buckets).flatMap(({ bucket, name }) => (campusOf(bucket) ? [[campusOf(bucket), campusName(bucket, bilingual(name))] as const] : [])));
  return {
    year: sorted([...new Map([...rounds.map(({ year }) => ({ value: year, label: year })), ...named("school_year")].map((choice) => [choice.value, choice])).values()]),
    // Of two rounds of one year the id says which is meant.
    round: sorted(rounds.map(({ id, year }) => ({ value: id, label: year.startsWith(id) ? year : `${year} · ${id}` }))),
    // In the order in which they come: the form's.
    grade: named("grade"),
    campus: sorted([...campuses].map(([value, label]) => ({ value, label }))),
    owner: [{ value: "me", label: t("owner.me") }, { value: "none", label: t("owner.none") }, ...(assignees.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [])],
  };
}
