import { useTranslation } from "react-i18next";
import { useListAssigneesQuery } from "@/api/generated";
import { useSchool } from "@/api/school";
import type { EnquiryFilters } from "@/api/tags";
import { FilterMenu as Menu } from "@/ui/list/FilterMenu";
import { useBilingual } from "@/ui/useBilingual";
import type { FilterName } from "./filters";

interface Props {
  filters: EnquiryFilters;
  setFilter: (name: FilterName, value: string | null) => void;
}

/** Adds a filter: the form, whose it is, or what is odd about it. */
export function FilterMenu({ filters, setFilter }: Props) {
  const { t } = useTranslation("staff");
  const { forms } = useSchool();
  const bilingual = useBilingual();
  const assignees = useListAssigneesQuery();
  const owners = [
    { value: "me", label: t("owner.me") },
    { value: "none", label: t("owner.none") },
    ...(assignees.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []),
  ];
  const flags = (["plugin_failed", "duplicate"] as const).map((value) => ({ value, label: t(`flag.${value}`) }));
  return (
    <Menu
      groups={[
        { name: "owner", label: t("filter.owner"), options: owners },
        { name: "form", label: t("filter.form"), options: forms.map(({ id, title }) => ({ value: id, label: bilingual(title) })) },
        { name: "flag", label: t("filter.flag"), options: flags },
      ]}
      chosen={filters}
      onFilter={setFilter}
    />
  );
}
