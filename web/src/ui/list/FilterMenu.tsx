import { Button, Menu, ScrollArea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconCheck, IconFilter } from "../icons";

/** One thing that a list can be narrowed by, and to what. */
export interface FilterGroup<Name extends string> {
  name: Name;
  label: string;
  options: readonly { value: string; label: string }[];
}

interface Props<Name extends string> {
  groups: readonly FilterGroup<Name>[];
  chosen: Readonly<Partial<Record<Name, string>>>;
  onFilter: (name: Name, value: string | null) => void;
}

/** Adds a filter; choosing what is chosen already takes it off. */
export function FilterMenu<Name extends string>({ groups, chosen, onFilter }: Props<Name>) {
  const { t } = useTranslation("list");
  return (
    <Menu position="bottom-start" shadow="md" width={280} menuItemTabIndex={0} checkIcon={<IconCheck size={16} />}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />}>
          {t("filter")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah="60vh">
          {groups.map(({ name, label, options }) => (
            // A group of its own each, so that a reader does not take the whole menu for one choice.
            <div key={name} role="group" aria-label={label}>
              <Menu.Label aria-hidden>{label}</Menu.Label>
              {options.map((option) => {
                const checked = chosen[name] === option.value;
                return (
                  // Mantine's own `onChange` stays silent for what is chosen already.
                  <Menu.RadioItem key={option.value} value={option.value} checked={checked} closeMenuOnClick onClick={() => onFilter(name, checked ? null : option.value)}>
                    {option.label}
                  </Menu.RadioItem>
                );
              })}
            </div>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
