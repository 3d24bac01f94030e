import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { pointerParts } from "@/forms/pointer";
import { useLanguage } from "@/i18n/useLanguage";
import type { Diagnostic } from "../../desk/types";
import { useSchoolSetting } from "../../desk/useDesk";
import type { Arranging } from "./context";
import { arrangeOf, layoutOf, type Arrange, type Layout, type PlainForm } from "./model";
import { fieldRow, nudge, rows, stepRow } from "./order";

/** The layout of a form as the draft has it, and everything that can be done to it. */
export function useArrange(id: string, form: PlainForm) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const pointer = `/forms/${id}/arrange`;
  const setting = useSchoolSetting<Arrange | null>(pointer);
  const [params, setParams] = useSearchParams();
  const [wanted, setWanted] = useState(params.get("at") ?? "form");
  const [focusTurn, setFocusTurn] = useState(0);
  const [opened, setOpened] = useState(0);
  const [announcement, setAnnouncement] = useState("");
  const counter = useRef(0);
  const { value, problems: found, set } = setting;
  const layout = useMemo(() => layoutOf(form, value), [form, value]);
  const selected = wanted === "form" || rows(layout).some((row) => row.id === wanted) ? wanted : "form";
  const problems = useMemo(() => byRow(found, pointer, value ?? {}), [found, pointer, value]);

  const announce = (words: string) => setAnnouncement((before) => (before === words ? `${words}\u200b` : words));
  const change = (next: Layout, step?: string) => {
    counter.current += 1;
    set(arrangeOf(form, next), step ?? `${counter.current}`);
  };
  const select: Arranging["select"] = (row, how) => {
    setWanted(row);
    setParams(row === "form" ? {} : { at: row }, { replace: true });
    if (how) setOpened((turn) => turn + 1);
    if (how === "focus") setFocusTurn((turn) => turn + 1);
  };
  const move = (id_: string, by: -1 | 1) => {
    const next = nudge(layout, id_, by);
    if (!next) {
      announce(t("outline.atEdge"));
      return false;
    }
    change(next);
    announce(placeOf(next, id_));
    return true;
  };
  /** Where a row is now, in words. */
  const placeOf = (next: Layout, id_: string): string => {
    const row = rows(next).find((each) => each.id === id_);
    if (!row) return "";
    const step = row.step.title ?? row.step.own;
    if (row.kind === "step") return t("outline.movedStep", { name: step?.[language] ?? row.step.id, position: row.index + 1, count: next.steps.length });
    return t("outline.moved", { name: form.fields.get(row.name)?.label[language] ?? row.name, position: row.step.fields.indexOf(row.name) + 1, count: row.step.fields.length, step: step?.[language] ?? row.step.id });
  };
  const arranging: Arranging = { form, layout, change, readOnly: setting.readOnly !== null, selected, select, problems, move, announce };
  return { setting, arranging, focusTurn, opened, announcement, placeOf };
}

/** The problems at the rows that they are about. */
function byRow(problems: readonly Diagnostic[], pointer: string, arrange: Arrange): ReadonlyMap<string, Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const problem of problems) {
    const [part, key = "", what, index] = pointerParts(problem.pointer.slice(pointer.length));
    const step = part === "steps" ? arrange.steps?.[Number(key)] : undefined;
    const field = part === "hide" ? arrange.hide?.[Number(key)] : part === "require" ? arrange.require?.[Number(key)] : part === "widths" ? key : what === "fields" && index !== undefined ? step?.fields[Number(index)] : undefined;
    const row = field !== undefined ? fieldRow(field) : step ? stepRow(step.id) : "form";
    found.set(row, [...(found.get(row) ?? []), problem]);
  }
  return found;
}
