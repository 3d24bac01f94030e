import { Button, Kbd, Menu, ScrollArea, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconCheck, IconFilter, IconSearch, IconX } from "@/ui/icons";
import shared from "@/ui/table.module.css";
import type { PeopleFilters } from "../api";
import { ALL_ROLES } from "../roles";
import { CHIPS } from "./filters";

interface Props {
  filters: PeopleFilters;
  setPart: (name: string, value: string | null) => void;
}

const STATUSES = ["active", "invited", "disabled"] as const;
const KINDS = ["staff", "family", "applicant", "till"] as const;

/** Search, and filters as chips that live in the address. */
export function Toolbar({ filters, setPart }: Props) {
  const { t } = useTranslation("settings");
  const texts: Record<(typeof CHIPS)[number], (value: string) => string> = {
    role: (value) => find(ALL_ROLES, value, (role) => t(`people.role.${role}`)),
    status: (value) => find(STATUSES, value, (status) => t(`people.status.${status}`)),
    kind: (value) => find(KINDS, value, (kind) => t(`people.kind.${kind}`)),
  };
  const item = (name: (typeof CHIPS)[number], value: string) => {
    const chosen = filters[name] === value;
    return (
      <Menu.RadioItem key={value} value={value} checked={chosen} closeMenuOnClick onClick={() => setPart(name, chosen ? null : value)}>
        {texts[name](value)}
      </Menu.RadioItem>
    );
  };
  return (
    <div className={shared.toolbar} role="search">
      <SearchField value={filters.q ?? ""} onChange={(text) => setPart("q", text || null)} />
      <Menu position="bottom-start" shadow="md" width={260} menuItemTabIndex={0} checkIcon={<IconCheck size={16} />}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />}>
            {t("people.filter")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ScrollArea.Autosize mah="60vh">
            <Choice label={t("people.filter.status")}>{STATUSES.map((value) => item("status", value))}</Choice>
            <Choice label={t("people.filter.kind")}>{KINDS.map((value) => item("kind", value))}</Choice>
            <Choice label={t("people.filter.role")}>{ALL_ROLES.map((value) => item("role", value))}</Choice>
          </ScrollArea.Autosize>
        </Menu.Dropdown>
      </Menu>
      {CHIPS.map((name) => {
        const value = filters[name];
        if (!value) return null;
        const text = texts[name](value);
        return (
          <UnstyledButton key={name} className={shared.chip} aria-label={t("people.filter.remove", { filter: text })} onClick={() => setPart(name, null)}>
            <span>{text}</span>
            <IconX size={14} stroke={2} aria-hidden />
          </UnstyledButton>
        );
      })}
    </div>
  );
}

/** The words of a value that we know, or the value itself. */
function find<T extends string>(known: readonly T[], value: string, text: (found: T) => string): string {
  const found = known.find((each) => each === value);
  return found ? text(found) : value;
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label}>
      <Menu.Label aria-hidden>{label}</Menu.Label>
      {children}
    </div>
  );
}

/** Typing waits a moment before it asks; "/" comes here from anywhere on the page. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation("settings");
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const send = useDebouncedCallback(onChange, 250);
  useHotkeys([["/", () => field.current?.focus()]]);
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={field}
      type="search"
      className={shared.search}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      rightSection={<Kbd size="xs">/</Kbd>}
      rightSectionPointerEvents="none"
      placeholder={t("people.search.hint")}
      aria-label={t("people.search")}
      maxLength={200}
      aria-keyshortcuts="/"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
