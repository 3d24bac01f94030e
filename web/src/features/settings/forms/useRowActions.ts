import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { toast } from "../desk/toast";
import { useDeskHandle } from "../desk/useDesk";
import { addAddress, addQuestion, dependents, duplicate, find, mayRemove, removeQuestion, removeStep, type Place } from "./model/edit";
import type { Kind } from "./model/kinds";
import { nudge, questionRow, rows } from "./model/order";
import { useBuilder } from "./useBuilder";

const pathOf = (row: string) => (row.startsWith("question:") ? row.slice("question:".length) : null);
const stepOf = (row: string) => (row.startsWith("step:") ? row.slice("step:".length) : null);

/** What can be done with a row of the outline, wherever the button for it stands. */
export function useRowActions() {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { model, change, select, selected, announce, currency } = useBuilder();
  const desk = useDeskHandle();

  const add = (kind: Kind | "address") => {
    const path = pathOf(selected);
    const step = stepOf(selected) ?? model.steps.at(-1)?.id ?? "";
    const after: Place = path ? { question: path } : { step };
    const added = kind === "address" ? addAddress(model, after) : addQuestion(model, kind, after, currency);
    change(added.model);
    select(questionRow(added.path), "focus");
    announce(t("outline.added", { kind: t(`kind.${kind}`) }));
  };

  /** Takes a row away; the row to go on with comes back. */
  const remove = (row: string): string | null => {
    const path = pathOf(row);
    const step = stepOf(row);
    if ((path && !mayRemove(model, path)) || (step && model.steps.length < 2) || (!path && !step)) {
      announce(t("outline.lastOne"));
      return null;
    }
    const all = rows(model).map((each) => each.id);
    const found = path ? find(model, path) : null;
    const name = found ? (found.question.label?.[language] ?? found.question.name) : (model.steps.find((each) => each.id === step)?.title[language] ?? "");
    const freed = path && !path.includes("/") ? dependents(model, path).length : 0;
    const next = path ? removeQuestion(model, path) : removeStep(model, step ?? "");
    const left = new Set(rows(next).map((each) => each.id));
    const at = all.indexOf(row);
    const go = [...all.slice(at + 1), ...all.slice(0, at).toReversed()].find((id) => left.has(id)) ?? "form";
    change(next);
    select(go);
    const words = t("outline.removed", { name }) + (freed > 0 ? ` ${t("outline.freed", { count: freed })}` : "");
    toast({ text: words, action: { label: t("undo"), run: () => desk.undo() } });
    return go;
  };

  const twice = (row: string): string | null => {
    const path = pathOf(row);
    if (!path) return null;
    const made = duplicate(model, path);
    change(made.model);
    select(questionRow(made.path));
    announce(t("outline.duplicated"));
    return questionRow(made.path);
  };

  const move = (row: string, by: -1 | 1) => {
    const next = nudge(model, row, by);
    if (next) change(next);
    announce(next ? t("outline.movedShort") : t("outline.atEdge"));
  };

  return { add, remove, duplicate: twice, move, canMove: (row: string, by: -1 | 1) => nudge(model, row, by) !== null };
}
