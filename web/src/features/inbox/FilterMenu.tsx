import { Button, Menu, ScrollArea } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useListAssigneesQuery } from "@/api/generated";
import { useSchool } from "@/api/school";
import type { EnquiryFilters } from "@/api/tags";
import { IconCheck, IconFilter } from "@/ui/icons";
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
  const item = (name: "form" | "owner" | "flag", value: string, label: string) => {
    const chosen = filters[name] === value;
    return (
      // Mantine's own `onChange` stays silent for what is chosen already; choosing it again takes the filter off.
      <Menu.RadioItem key={value} value={value} checked={chosen} closeMenuOnClick onClick={() => setFilter(name, chosen ? null : value)}>
        {label}
      </Menu.RadioItem>
    );
  };
  return (
    <Menu position="bottom-start" shadow="md" width={280} menuItemTabIndex={0} checkIcon={<IconCheck size={16} />}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} />}>
          {t("filter.add")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah="60vh">
          <Choice label={t("filter.owner")}>
            {item("owner", "me", t("owner.me"))}
            {item("owner", "none", t("owner.none"))}
            {assignees.data?.items.map((each) => item("owner", each.id, each.name))}
          </Choice>
          <Choice label={t("filter.form")}>{forms.map((form) => item("form", form.id, bilingual(form.title)))}</Choice>
          <Choice label={t("filter.flag")}>
            {item("flag", "plugin_failed", t("flag.plugin_failed"))}
            {item("flag", "duplicate", t("flag.duplicate"))}
          </Choice>
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}

/** One of several: a group of its own, so that a reader does not take the whole menu for one choice. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label}>
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {children}
    </div>
  );
}
