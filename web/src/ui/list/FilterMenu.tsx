import { Button, Menu, ScrollArea } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconCheck, IconFilter } from "../icons";

// A menu holds choices alone: what is typed has a dialog, which no list waits for.
const FilterTextDialog = lazy(async () => ({ default: (await import("./FilterTextDialog")).FilterTextDialog }));

/** One thing that a list can be narrowed by, and to what. */
export interface FilterGroup<Name extends string> {
  name: Name;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** Something that a list is narrowed by in one's own words. */
export interface FilterText<Name extends string> {
  name: Name;
  label: string;
  /** What is to be typed. */
  hint: string;
}

interface Props<Name extends string> {
  groups: readonly FilterGroup<Name>[];
  texts?: readonly FilterText<Name>[];
  chosen: Readonly<Partial<Record<Name, string>>>;
  onFilter: (name: Name, value: string | null) => void;
}

/** Adds a filter; choosing what is chosen already takes it off. */
export function FilterMenu<Name extends string>({ groups, texts = [], chosen, onFilter }: Props<Name>) {
  const { t } = useTranslation("list");
  const [asking, setAsking] = useState<FilterText<Name> | null>(null);
  return (
    <>
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
            {texts.map((text) => (
              <div key={text.name} role="group" aria-label={text.label}>
                <Menu.Label aria-hidden>{text.label}</Menu.Label>
                <Menu.Item onClick={() => setAsking(text)}>{text.hint}</Menu.Item>
              </div>
            ))}
          </ScrollArea.Autosize>
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <Suspense fallback={null}>
          <FilterTextDialog
            label={asking.label}
            hint={asking.hint}
            value={chosen[asking.name] ?? ""}
            onNarrow={(value) => {
              setAsking(null);
              onFilter(asking.name, value);
            }}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </>
  );
}
