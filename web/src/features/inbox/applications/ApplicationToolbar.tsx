import { Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useListAssigneesQuery, useListEnquiryChoicesQuery, useListSeatsQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Bilingual } from "@/api/types";
import { useLanguage } from "@/i18n/useLanguage";
import { IconArrowsSort, IconCheck } from "@/ui/icons";
import { FilterChip } from "@/ui/list/FilterChip";
import { FilterMenu } from "@/ui/list/FilterMenu";
import { SearchField } from "@/ui/list/SearchField";
import shared from "@/ui/table.module.css";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import inbox from "../inbox.module.css";
import { CHANNELS, CHIP_NAMES, CONDITIONS, DECIDED_LATER, DEFAULT_SORT, DOCUMENTS, ENDS, FINANCIAL, gradesOf, REVIEW_DUE, SORTS, TO_APPROVE, type Asked, type FilterName } from "./filters";

interface Props {
  asked: Asked;
  /** Whether whoever looks approves offers. */
  approves: boolean;
  /** Whether they know of decisions before they are released. */
  knows: boolean;
  /** Whether they look after fees. */
  fees: boolean;
  setFilter: (name: FilterName, value: string | null) => void;
}

interface Choice {
  value: string;
  label: string;
}

/** Search, filters as chips, sorting. */
export function ApplicationToolbar({ asked, approves, knows, fees, setFilter }: Props) {
  const { t } = useTranslation(["applications", "staff"]);
  const choices = useChoices(approves, knows, fees);
  const known = (name: (typeof CHIP_NAMES)[number], value: string) => choices[name].find((each) => each.value === value)?.label;
  return (
    <div className={shared.toolbar} role="search">
      <SearchField label={t("list.search")} hint={t("list.search.hint")} value={asked.q ?? ""} onChange={(text) => setFilter("q", text)} />
      <FilterMenu groups={CHIP_NAMES.filter((name) => choices[name].length > 0).map((name) => ({ name, label: t(`list.filter.${name}`), options: choices[name] }))} chosen={asked} onFilter={setFilter} />
      {CHIP_NAMES.map((name) => {
        const value = asked[name];
        const label = value && (known(name, value) ?? (name === "grade" || name === "year" ? choices.places(name, value) : value));
        return value && <FilterChip key={name} text={t("list.chip", { name: t(`list.filter.${name}`), value: label })} onRemove={() => setFilter(name, null)} />;
      })}
      <span className={inbox.spacer} />
      <Menu position="bottom-end" shadow="md" checkIcon={<IconCheck size={16} />}>
        <Menu.Target>
          <Button variant="subtle" color="gray" leftSection={<IconArrowsSort size={18} stroke={1.5} />}>
            {t("staff:sort.label")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {SORTS.map((sort) => (
            <Menu.RadioItem key={sort} value={sort} checked={(asked.sort ?? DEFAULT_SORT) === sort} closeMenuOnClick onChange={() => setFilter("sort", sort === DEFAULT_SORT ? null : sort)}>
              {t(`staff:sort.${sort}`)}
            </Menu.RadioItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** What the list can be narrowed to, by the names that people know. */
function useChoices(approves: boolean, knows: boolean, fees: boolean) {
  const { t } = useTranslation(["staff", "applications"]);
  const bilingual = useBilingual();
  const { language } = useLanguage();
  const assignees = useListAssigneesQuery();
  const told = useListEnquiryChoicesQuery();
  // Rounds, and what their grades are divided by, for whoever sees places.
  const sees = useAppSelector((state) => may(state.auth.user?.authority, "seat.read"));
  const seats = useListSeatsQuery({}, { skip: !sees });
  const format = useFormat();
  const rounds = seats.data?.rounds ?? [];
  const { compare } = new Intl.Collator(language, { numeric: true });
  const named = (list: "grade" | "school_year"): Choice[] => (told.data?.[list] ?? []).map(({ value, label }) => ({ value, label: bilingual(label) }));
  return {
    owner: [{ value: "me", label: t("owner.me") }, { value: "none", label: t("owner.none") }, ...(assignees.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [])],
    channel: CHANNELS.map((channel) => ({ value: channel, label: t(`applications:channel.${channel}`) })),
    approval: approves ? [{ value: TO_APPROVE, label: t("applications:approval.mine") }] : [],
    // Grades come in the order of the form.
    review: [{ value: REVIEW_DUE, label: t("applications:review.due") }],
    decided: knows ? [{ value: DECIDED_LATER, label: t("applications:decided.later") }] : [],
    ends: ENDS.map((days) => ({ value: days, label: t("applications:ends.within", { n: format.number(Number(days)) }) })),
    documents: DOCUMENTS.map((value) => ({ value, label: t(`applications:documents.${value}`) })),
    conditions: CONDITIONS.map((value) => ({ value, label: t(`applications:conditions.${value}`) })),
    financial: fees ? FINANCIAL.map((value) => ({ value, label: t(`applications:financial.${value}`) })) : [],
    round: rounds.length > 1 ? rounds.map(({ id, year: of }) => ({ value: id, label: rounds.some((other) => other.id !== id && other.year === of) ? `${of} · ${id}` : of })) : [],
    part: partsOfPlaces(rounds, bilingual),
    grade: named("grade"),
    year: named("school_year").sort((one, other) => compare(one.label, other.label)),
    /** The places' own names: their screen leads here by these. */
    places: (name: "grade" | "year", value: string): string => {
      if (name === "year") return rounds.find(({ id }) => id === value)?.year ?? value;
      const nameOf = (one: string) => bilingual(rounds.flatMap(({ buckets }) => buckets).find(({ bucket }) => bucket === one)?.name) || one;
      return new Intl.ListFormat(language, { type: "conjunction" }).format(gradesOf(value).map(nameOf));
    },
  };
}

/** What places of grades are divided by: the parts of their names after the grade, each once. */
function partsOfPlaces(rounds: readonly { buckets: readonly { bucket: string; name: Bilingual }[] }[], bilingual: (text: Bilingual) => string): Choice[] {
  const parts = new Map<string, string>();
  for (const { bucket, name } of rounds.flatMap(({ buckets }) => buckets)) {
    const words = bilingual(name).split(" · ");
    bucket.split("/").forEach((part, at) => {
      if (at > 0 && !parts.has(part)) parts.set(part, words[at] ?? part);
    });
  }
  return [...parts].map(([value, label]) => ({ value, label }));
}
