import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formPath } from "@/api/formPaths";
import { useListEnquiriesQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { readsEnquiries } from "@/api/roles";
import { useSchool } from "@/api/school";
import { IconClipboardList, IconSearch, IconUser } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { usePlaces } from "../usePlaces";
import classes from "./CommandPalette.module.css";

interface Entry {
  id: string;
  group: "places" | "forms" | "people";
  label: string;
  detail?: string;
  to: string;
  icon: ReactNode;
}

const NOBODY: readonly string[] = [];
const MOST_PEOPLE = 6;

/** Ctrl-K: every place, every form and the people in the inbox, by typing. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const entries = useEntries(text.trim());
  const current = Math.min(at, entries.length - 1);

  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    void navigate(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(current + 1, entries.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(current - 1, 0));
    else if (event.key === "Enter") go(entries[current]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal.Root opened onClose={onClose} padding={0} size={620} yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t("palette.open")}>
        <TextInput
          data-autofocus
          className={classes.input}
          variant="unstyled"
          size="md"
          leftSection={<IconSearch size={20} stroke={1.5} />}
          placeholder={t("palette.hint")}
          aria-label={t("palette.open")}
          maxLength={200}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[current] ? `${listId}-${entries[current].id}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label={t("palette.results")} className={classes.list}>
          {entries.map((entry, index) => (
            <div key={entry.id} role="presentation">
              {entry.group !== entries[index - 1]?.group && <p className={classes.group}>{t(`palette.${entry.group}`)}</p>}
              <div
                id={`${listId}-${entry.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                className={classes.entry}
                onMouseMove={() => setAt(index)}
                onClick={() => go(entry)}
                onKeyDown={onKeyDown}
              >
                {entry.icon}
                <span className={classes.label}>
                  <bdi>{entry.label}</bdi>
                </span>
                {entry.detail && <bdi className={classes.detail}>{entry.detail}</bdi>}
              </div>
            </div>
          ))}
          {entries.length === 0 && <p className={classes.none}>{t("palette.nothing")}</p>}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function useEntries(text: string): Entry[] {
  const { t } = useTranslation();
  const bilingual = useBilingual();
  const school = useSchool();
  const authority = useAppSelector((state) => state.auth.user?.authority ?? NOBODY);
  const [asked] = useDebouncedValue(text, 180);
  const found = useListEnquiriesQuery({ q: asked, pageSize: MOST_PEOPLE }, { skip: asked.length < 2 || !readsEnquiries(authority) });
  const matches = (label: string) => label.toLocaleLowerCase().includes(text.toLocaleLowerCase());

  const placeEntries = usePlaces().map((place): Entry => ({ id: place.path, group: "places", label: t(place.labelKey), to: place.path, icon: <place.icon size={18} stroke={1.5} /> }));
  const formEntries = school.forms.map(
    (form): Entry => ({ id: `form-${form.id}`, group: "forms", label: bilingual(form.title), to: formPath(form.id), icon: <IconClipboardList size={18} stroke={1.5} /> }),
  );
  const people = asked.length < 2 || asked !== text ? [] : (found.data?.items ?? []);
  const peopleEntries = people.map(
    (row): Entry => ({ id: row.id, group: "people", label: row.person, detail: row.reference, to: `/pre_admission/${row.id}`, icon: <IconUser size={18} stroke={1.5} /> }),
  );
  return [...placeEntries.filter((each) => matches(each.label)), ...formEntries.filter((each) => matches(each.label)), ...peopleEntries];
}
