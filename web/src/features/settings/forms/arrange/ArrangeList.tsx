import { closestCenter, DndContext, PointerSensor, useSensor, useSensors, type DragEndEvent } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Button } from "@mantine/core";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { IconAlertCircle, IconClipboardList, IconPlus } from "@/ui/icons";
import classes from "../rows.module.css";
import builderClasses from "../builder.module.css";
import { IconEyeOff, IconGitBranch, IconGripVertical } from "../icons";
import { useArranging } from "./context";
import { addStep, setHidden, hideReason, type Layout } from "./model";
import { drop, rows, stepRow, type Row } from "./order";

const KEYS = [
  ["choose", "↑ ↓"], ["move", "Alt ↑ ↓"], ["edit", "Enter"], ["hide", "Del"],
] as const;

/** The steps and their questions, put in order by dragging or with the keyboard. */
export function ArrangeList({ placeOf }: { placeOf: (layout: Layout, row: string) => string }) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { form, layout, change, readOnly, selected, select, move, announce } = useArranging();
  const list = useRef<HTMLUListElement>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const all = rows(layout);
  const nameOf = (row: Row) => (row.kind === "step" ? (row.step.title ?? row.step.own)?.[language] || row.step.id : form.fields.get(row.name)?.label[language] || row.name);
  const focusRow = (id: string) => requestAnimationFrame(() => rowButton(list.current, id)?.focus({ preventScroll: true }));
  useEffect(() => {
    rowButton(list.current, selected)?.scrollIntoView({ block: "nearest" });
  }, [selected]);

  const dropped = ({ active, over }: DragEndEvent) => {
    const next = over ? drop(layout, String(active.id), String(over.id)) : null;
    if (!next) return;
    change(next);
    select(String(active.id));
    announce(placeOf(next, String(active.id)));
  };
  const newStep = () => {
    const row = all.find((each) => each.id === selected);
    const added = addStep(form, layout, row?.step.id ?? null, { en: "New step", ar: "خطوة جديدة" });
    change(added.layout);
    select(stepRow(added.id), "focus");
    announce(t("outline.stepAdded"));
  };
  const toggle = (id: string) => {
    const row = all.find((each) => each.id === id);
    if (row?.kind !== "field") return;
    const hidden = layout.hidden.includes(row.name);
    const why = hidden ? null : hideReason(form, layout, row.name);
    if (!why) change(setHidden(layout, row.name, !hidden));
    announce(why ? t(`arrange.keeps.${why}`) : t(hidden ? "arrange.shown" : "arrange.hidden", { name: nameOf(row) }));
  };
  const keys = (event: KeyboardEvent) => {
    const ids = ["form", ...all.map((row) => row.id)];
    const at = ids.indexOf(selected);
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const to = by !== 0 ? at + by : event.key === "Home" ? 0 : event.key === "End" ? ids.length - 1 : null;
    if (by !== 0 && event.altKey) {
      event.preventDefault();
      if (readOnly || selected === "form") return;
      move(selected, by);
      focusRow(selected);
    } else if (to !== null) {
      const id = ids[Math.max(0, Math.min(ids.length - 1, to))];
      if (!id) return;
      event.preventDefault();
      select(id);
      focusRow(id);
    } else if (event.key === "Enter") {
      event.preventDefault();
      select(selected, "focus");
    } else if ((event.key === "Delete" || event.key === "Backspace") && !readOnly) {
      event.preventDefault();
      toggle(selected);
    }
  };

  return (
    <section className={classes.outline} aria-label={t("outline.title")}>
      {!readOnly && (
        <div className={builderClasses.adders}>
          <Button size="sm" variant="default" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={newStep}>
            {t("outline.addStep")}
          </Button>
        </div>
      )}
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={dropped} accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: "" }, restoreFocus: false }}>
        <SortableContext items={all.map((row) => row.id)} strategy={verticalListSortingStrategy}>
          <ul ref={list} className={classes.rows} data-keys="arrange" onKeyDown={keys} aria-describedby="arrange-keys">
            <ListRow id="form" row={null} name={form.title[language]} />
            {all.map((row) => (
              <ListRow key={row.id} id={row.id} row={row} name={nameOf(row)} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {!readOnly && (
        <ul id="arrange-keys" className={classes.keys} aria-label={t("outline.keys")}>
          {KEYS.map(([key, keys_]) => (
            <li key={key}>
              <kbd dir="ltr">{keys_}</kbd> {t(`keys.${key}`)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** One line: a step or a question, whether it is asked for, whether it is hidden. */
function ListRow({ id, row, name }: { id: string; row: Row | null; name: string }) {
  const { t } = useTranslation("builder");
  const { form, layout, readOnly, selected, select, problems } = useArranging();
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id, disabled: readOnly || row === null });
  const field = row?.kind === "field" ? form.fields.get(row.name) : undefined;
  const hidden = field !== undefined && layout.hidden.includes(field.name);
  const required = field !== undefined && (field.required || layout.required.includes(field.name));
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-level={row === null ? "form" : row.kind === "step" ? "step" : "question"}
      data-selected={selected === id || undefined}
      data-dragging={isDragging || undefined}
      data-hidden={hidden || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {row && !readOnly && (
        // With a mouse or a finger only: the keyboard moves with Alt and the arrows, and the panel has buttons for it.
        <span ref={setActivatorNodeRef} className={classes.grip} aria-hidden {...listeners}>
          <IconGripVertical size={16} stroke={1.5} />
        </span>
      )}
      <button type="button" className={classes.rowName} data-row={id} tabIndex={selected === id ? 0 : -1} aria-current={selected === id ? "true" : undefined} onClick={() => select(id, "open")} onDoubleClick={() => select(id, "focus")}>
        {row?.kind === "step" ? <span className={classes.stepNumber}>{row.index + 1}</span> : row === null && <IconClipboardList size={18} stroke={1.5} aria-hidden />}
        <span className={classes.rowText}>
          <bdi>{name}</bdi>
          {required && !hidden && <span className={classes.star} aria-hidden>*</span>}
          <span className="unseen">
            {" "}
            {row === null ? t("outline.isForm") : row.kind === "step" ? t("outline.isStep") : t("arrange.isField")}
            {required && !hidden ? `, ${t("outline.isRequired")}` : ""}
          </span>
        </span>
        {hidden && <IconEyeOff size={16} stroke={1.5} role="img" aria-label={t("arrange.isHidden")} />}
        {field?.conditional && <IconGitBranch className={classes.branch} size={16} stroke={1.5} role="img" aria-label={t("outline.isConditional")} />}
        {problems.has(id) && <IconAlertCircle className={classes.fault} size={16} stroke={1.5} role="img" aria-label={t("outline.isFaulty")} />}
      </button>
    </li>
  );
}

const rowButton = (list: HTMLElement | null, id: string) => [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].find((each) => each.dataset.row === id);

/** What moves is told by ourselves, in the page's language. */
const SILENT = { onDragStart: () => "", onDragOver: () => "", onDragEnd: () => "", onDragCancel: () => "" };
