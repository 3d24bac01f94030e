import { Modal, TextInput } from "@mantine/core";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useSchool } from "@/api/school";
import { IconClipboardList, IconSearch } from "@/ui/icons";
import { useVisiblePlaces } from "@/ui/visiblePlaces";
import { usePageActions } from "@/ui/pageActions";
import type { CommonKey, Finds, Found } from "@/ui/room";
import { useBilingual } from "@/ui/useBilingual";
import { usePlaceLabel } from "@/ui/usePlaceLabel";
import classes from "./CommandPalette.module.css";
import { useActions } from "./useActions";

interface Entry extends Omit<Found, "to"> {
  group: CommonKey;
  to?: string;
  /** What the page is told that it leads to. */
  state?: object;
  /** What is done at once, without leaving the page. */
  run?: () => void;
}

/** What rooms find by typing; the same ones at every call, as each is a hook. */
const FINDS = Object.values(import.meta.glob<Finds>("../../features/*/finds.tsx", { eager: true, import: "finds" }));

/** Ctrl-K: what can be done with what is open, every place, what can be done anywhere, every form and what the rooms find, by typing. */
export function CommandPalette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const entries = useEntries(text.trim(), onKeys);
  const current = Math.min(at, entries.length - 1);

  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run?.();
    if (entry.to) void navigate(entry.to, { state: entry.state ?? null });
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
              {entry.group !== entries[index - 1]?.group && <p className={classes.group}>{t(entry.group)}</p>}
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

function useEntries(text: string, onKeys: () => void): Entry[] {
  const bilingual = useBilingual();
  const placeLabel = usePlaceLabel();
  const school = useSchool();
  const matches = ({ label, words = "" }: { label: string; words?: string }) => `${label} ${words}`.toLocaleLowerCase().includes(text.toLocaleLowerCase());
  const actions = useActions(onKeys)
    .filter(matches)
    .map(({ words: _words, id, ...action }): Entry => ({ ...action, id: `action-${id}`, group: "palette.actions" }));

  const here = usePageActions().map((action): Entry => ({ ...action, id: `here-${action.id}`, group: "palette.here" }));
  const places = useVisiblePlaces().map((place): Entry => ({ id: place.path, group: "palette.places", label: placeLabel(place.labelKey), to: place.path, icon: <place.icon size={18} stroke={1.5} /> }));
  const forms = school.forms.map(
    (form): Entry => ({ id: `form-${form.id}`, group: "palette.forms", label: bilingual(form.title), to: form.path, icon: <IconClipboardList size={18} stroke={1.5} /> }),
  );
  // oxlint-disable-next-line react/rules-of-hooks, react/hooks -- the same hooks in the same order at every call
  const found = FINDS.flatMap(({ nameKey, useFound }) => useFound(text).map((each): Entry => ({ ...each, group: nameKey })));
  return [...here.filter(matches), ...places.filter(matches), ...actions, ...forms.filter(matches), ...found];
}
