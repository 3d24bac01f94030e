import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useListAssigneesQuery, useListEnquiryChoicesQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import type { EnquiryFilters } from "@/api/tags";
import type { EnquiryRow } from "@/api/types";
import { FilterMenu as Menu } from "@/ui/list/FilterMenu";
import { useBilingual } from "@/ui/useBilingual";
import { useLanguage } from "@/i18n/useLanguage";
import { LISTED, type FilterName } from "./filters";
import { humanise, useFormTexts } from "./useFormTexts";

/** Tags that can be chosen at once; more are found by a press on one in a row. */
const MOST_TAGS = 40;

interface Props {
  /** What the list shows: its tags can be chosen. */
  rows: readonly EnquiryRow[];
  filters: EnquiryFilters;
  setFilter: (name: FilterName, value: string | null) => void;
}

/** Adds a filter: whose it is, the form, what forms tell of it, or what is odd about it. */
export function FilterMenu({ rows, filters, setFilter }: Props) {
  const { t } = useTranslation("staff");
  const { forms } = useSchool();
  const bilingual = useBilingual();
  const assignees = useListAssigneesQuery();
  const choices = useListEnquiryChoicesQuery();
  const { language } = useLanguage();
  const owners = [
    { value: "me", label: t("owner.me") },
    { value: "none", label: t("owner.none") },
    ...(assignees.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []),
  ];
  const reads = useAppSelector((state) => may(state.auth.user?.authority, "note.read"));
  const flags = (["unread", "plugin_failed", "duplicate"] as const).filter((flag) => reads || flag !== "unread").map((value) => ({ value, label: t(`flag.${value}`) }));
  const { compare } = new Intl.Collator(language, { numeric: true });
  // Of what no form told yet, nothing is to be chosen. Grades come in the order of the form.
  const told = (["grade", "year"] as const).flatMap((name) => {
    const options = choices.data?.[LISTED[name]].map(({ value, label }) => ({ value, label: bilingual(label) })) ?? [];
    return options.length > 0 ? [{ name, label: t(`filter.${name}`), options: name === "grade" ? options : options.sort((a, b) => compare(a.label, b.label)) }] : [];
  });
  // A tag belongs to its form, which has its words; the list knows those that it shows, and the one that it is narrowed to.
  const ofTags = useFormTexts(useMemo(() => rows.filter((row) => row.tags.length > 0).map((row) => row.form), [rows]));
  const tags = new Map(rows.flatMap((row) => row.tags.map((tag) => [tag, ofTags(row.form, tag)] as const)));
  if (filters.tag && !tags.has(filters.tag)) tags.set(filters.tag, humanise(filters.tag));
  const tagged = [...tags].map(([value, label]) => ({ value, label })).sort((a, b) => compare(a.label, b.label));
  return (
    <Menu
      groups={[
        { name: "owner", label: t("filter.owner"), options: owners },
        { name: "form", label: t("filter.form"), options: forms.map(({ id, title }) => ({ value: id, label: bilingual(title) })) },
        ...told,
        ...(tagged.length > 0 ? [{ name: "tag" as const, label: t("filter.tag"), options: tagged.slice(0, MOST_TAGS) }] : []),
        { name: "flag", label: t("filter.flag"), options: flags },
      ]}
      texts={[{ name: "guardian", label: t("filter.guardian"), hint: t("filter.guardian.hint") }]}
      chosen={filters}
      onFilter={setFilter}
    />
  );
}
