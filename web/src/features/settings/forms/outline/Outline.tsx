import { closestCenter, DndContext, PointerSensor, useSensor, useSensors, type DragEndEvent } from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Button } from "@mantine/core";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { IconPlus } from "@/ui/icons";
import classes from "../rows.module.css";
import builderClasses from "../builder.module.css";
import { addStep } from "../model/edit";
import { drop, nudge, rows, stepRow, type Row } from "../model/order";
import { rowOf } from "../model/problems";
import { useRowActions } from "../useRowActions";
import { useBuilder } from "../useBuilder";
import { OutlineRow } from "./OutlineRow";
import { Palette } from "./Palette";
import { useAddKey } from "./useAddKey";

/** The form at a glance: its steps and questions, put in order by dragging or with the keyboard. */
export function Outline() {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { model, selected, select, change, readOnly, problems, announce } = useBuilder();
  const actions = useRowActions();
  const [choosing, setChoosing] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const all = rows(model);
  // A problem or an address leads to a row that may be far down the list.
  useEffect(() => {
    reveal(list.current, selected);
  }, [selected]);
  const errors = new Set(problems.map(({ spot }) => rowOf(spot)));
  const nameOf = (row: Row | undefined) => (row ? (row.kind === "step" ? row.step.title[language] : (row.question.label?.[language] ?? row.question.name)) : t("form.whole"));

  const dropped = ({ active, over }: DragEndEvent) => {
    const next = over ? drop(model, String(active.id), String(over.id)) : null;
    if (!next) return;
    change(next);
    select(String(active.id));
    announce(placeWords(rows(next), String(active.id)));
  };

  const placeWords = (list_: Row[], id: string) => {
    const row = list_.find((each) => each.id === id);
    const siblings = row?.kind === "step" ? list_.filter((each) => each.kind === "step") : list_.filter((each) => row && each.kind === "question" && row.kind === "question" && each.step.id === row.step.id && each.group?.name === row.group?.name);
    const position = siblings.findIndex((each) => each.id === id) + 1;
    return row?.kind === "question"
      ? t("outline.moved", { name: nameOf(row), position, count: siblings.length, step: row.step.title[language] })
      : t("outline.movedStep", { name: nameOf(row), position, count: siblings.length });
  };

  const move = (id: string, by: -1 | 1) => {
    const next = nudge(model, id, by);
    if (!next) {
      announce(t("outline.atEdge"));
      return;
    }
    change(next);
    announce(placeWords(rows(next), id));
    focusRow(id);
  };

  const focusRow = (id: string) => requestAnimationFrame(() => rowButton(list.current, id)?.focus({ preventScroll: true }));

  const keys = (event: KeyboardEvent) => {
    const ids = ["form", ...all.map((row) => row.id), "totals"];
    const at = ids.indexOf(selected);
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const go = (to: number) => {
      const id = ids[Math.max(0, Math.min(ids.length - 1, to))];
      if (!id) return;
      event.preventDefault();
      select(id);
      focusRow(id);
    };
    if (by !== 0 && event.altKey) {
      event.preventDefault();
      if (!readOnly && selected !== "form" && selected !== "totals") move(selected, by);
    } else if (by !== 0) go(at + by);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(ids.length - 1);
    else if (event.key === "Enter") {
      event.preventDefault();
      select(selected, "focus");
    } else if ((event.key === "Delete" || event.key === "Backspace") && !readOnly) {
      event.preventDefault();
      const next = actions.remove(selected);
      if (next) focusRow(next);
    } else if (event.key.toLowerCase() === "d" && (event.ctrlKey || event.metaKey) && !readOnly) {
      event.preventDefault();
      const next = actions.duplicate(selected);
      if (next) focusRow(next);
    }
  };

  useAddKey(() => !readOnly && setChoosing(true));

  const newStep = () => {
    const row = all.find((each) => each.id === selected);
    const added = addStep(model, row?.step.id ?? null);
    change(added.model);
    select(stepRow(added.id), "focus");
    announce(t("outline.stepAdded"));
  };

  return (
    <section className={classes.outline} aria-label={t("outline.title")}>
      {!readOnly && (
        <div className={builderClasses.adders}>
          <Button size="sm" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setChoosing(true)}>
            {t("outline.add")}
          </Button>
          <Button size="sm" variant="default" onClick={newStep}>
            {t("outline.addStep")}
          </Button>
        </div>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: "" }, restoreFocus: false }}
      >
        <SortableContext items={all.map((row) => row.id)} strategy={verticalListSortingStrategy}>
          <ul ref={list} className={classes.rows} data-keys="outline" onKeyDown={keys} aria-describedby="outline-keys">
            <OutlineRow id="form" row={null} name={model.title[language] || t("form.whole")} selected={selected === "form"} faulty={errors.has("form")} onSelect={(how) => select("form", how)} />
            {all.map((row) => (
              <OutlineRow key={row.id} id={row.id} row={row} name={nameOf(row)} selected={selected === row.id} faulty={errors.has(row.id)} onSelect={(how) => select(row.id, how)} />
            ))}
            <OutlineRow id="totals" row={null} name={t("totals.title")} selected={selected === "totals"} faulty={errors.has("totals")} onSelect={(how) => select("totals", how)} />
          </ul>
        </SortableContext>
      </DndContext>
      {!readOnly && (
        <ul id="outline-keys" className={classes.keys} aria-label={t("outline.keys")}>
          {KEYS.map(([key, keys_]) => (
            <li key={key}>
              <kbd dir="ltr">{keys_}</kbd> {t(`keys.${key}`)}
            </li>
          ))}
        </ul>
      )}
      {choosing && <Palette onClose={() => setChoosing(false)} />}
    </section>
  );
}

const KEYS = [
  ["choose", "↑ ↓"], ["move", "Alt ↑ ↓"], ["edit", "Enter"], ["add", "A"], ["double", "Ctrl D"], ["remove", "Del"],
] as const;

const rowButton = (list: HTMLElement | null, id: string) => [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].find((each) => each.dataset.row === id);

/** Scrolls the outline alone, and not the page around it. */
function reveal(list: HTMLElement | null, id: string): void {
  const row = rowButton(list, id);
  const pane = list?.closest<HTMLElement>("[data-scrolls]");
  if (!row || !pane || pane.scrollHeight <= pane.clientHeight) return;
  const [inner, outer] = [row.getBoundingClientRect(), pane.getBoundingClientRect()];
  // Before the page is scrolled, the pane reaches over the end of the window.
  const bottom = Math.min(outer.bottom, window.innerHeight);
  if (inner.bottom > bottom) pane.scrollTop += inner.bottom - bottom + 60;
  else if (inner.top < outer.top) pane.scrollTop -= outer.top - inner.top + 100;
}

/** What moves is told by ourselves, in the page's language. */
const SILENT = { onDragStart: () => "", onDragOver: () => "", onDragEnd: () => "", onDragCancel: () => "" };
