import "@mantine/core/styles/Kbd.layer.css";
import { Kbd, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { IconSearch } from "../icons";
import shared from "../table.module.css";

interface Props {
  label: string;
  hint: string;
  /** As the address has it. */
  value: string;
  onChange: (text: string | null) => void;
}

/** A list's search. Typing waits a moment before it asks; "/" comes here from anywhere on the page. */
export function SearchField({ label, hint, value, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const send = useDebouncedCallback((typed: string) => onChange(typed || null), 250);
  useHotkeys([["/", () => field.current?.focus()]]);
  // The address may change by other means: a cleared filter, the back button.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={field}
      type="search"
      data-keys="search"
      className={shared.search}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      rightSection={<Kbd size="xs" className={shared.searchKey}>/</Kbd>}
      rightSectionPointerEvents="none"
      placeholder={hint}
      aria-label={label}
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
