import { Button, Menu, ScrollArea } from "@mantine/core";
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
      <Menu.Item key={value} role="menuitemradio" aria-checked={chosen} rightSection={chosen && <IconCheck size={16} />} onClick={() => setFilter(name, chosen ? null : value)}>
        {label}
      </Menu.Item>
    );
  };
  return (
    <Menu position="bottom-start" shadow="md" width={280}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} />}>
          {t("filter.add")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah="60vh">
          <Menu.Label>{t("filter.owner")}</Menu.Label>
          {item("owner", "me", t("owner.me"))}
          {item("owner", "none", t("owner.none"))}
          {assignees.data?.items.map((each) => item("owner", each.id, each.name))}
          <Menu.Label>{t("filter.form")}</Menu.Label>
          {forms.map((form) => item("form", form.id, bilingual(form.title)))}
          <Menu.Label>{t("filter.flag")}</Menu.Label>
          {item("flag", "plugin_failed", t("flag.plugin_failed"))}
          {item("flag", "duplicate", t("flag.duplicate"))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
