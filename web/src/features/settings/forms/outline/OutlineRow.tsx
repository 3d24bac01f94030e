import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useTranslation } from "react-i18next";
import { IconAlertCircle, IconClipboardList } from "@/ui/icons";
import classes from "../rows.module.css";
import { IconGitBranch, IconGripVertical, IconSum } from "../icons";
import { KIND_ICONS } from "../kindIcons";
import { kindOf } from "../model/kinds";
import type { Row } from "../model/order";
import { useBuilder } from "../useBuilder";

interface Props {
  id: string;
  /** None for the form as a whole, and for its totals. */
  row: Row | null;
  name: string;
  selected: boolean;
  faulty: boolean;
  onSelect: (how: "open" | "focus") => void;
}

/** One line of the outline: what it is, whether it shows always, whether something is wrong with it. */
export function OutlineRow({ id, row, name, selected, faulty, onSelect }: Props) {
  const { t } = useTranslation("builder");
  const { readOnly } = useBuilder();
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id, disabled: readOnly || row === null });
  const kind = row?.kind === "question" ? kindOf(row.question) : null;
  const Icon = kind ? KIND_ICONS[kind] : id === "totals" ? IconSum : IconClipboardList;
  const conditional = row ? (row.kind === "step" ? row.step.when : row.question.when).length > 0 : false;
  const level = row === null ? "form" : row.kind === "step" ? "step" : row.group ? "item" : kind === "heading" ? "heading" : "question";
  return (
    <li ref={setNodeRef} className={classes.row} data-level={level} data-selected={selected || undefined} data-dragging={isDragging || undefined} style={{ transform: CSS.Translate.toString(transform), transition }}>
      {row && !readOnly && (
        // With a mouse or a finger only: the keyboard moves with Alt and the arrows, and the panel has buttons for it.
        <span ref={setActivatorNodeRef} className={classes.grip} aria-hidden {...listeners}>
          <IconGripVertical size={16} stroke={1.5} />
        </span>
      )}
      <button type="button" className={classes.rowName} data-row={id} tabIndex={selected ? 0 : -1} aria-current={selected ? "true" : undefined} onClick={() => onSelect("open")} onDoubleClick={() => onSelect("focus")}>
        {row?.kind === "step" ? <span className={classes.stepNumber}>{row.index + 1}</span> : <Icon size={18} stroke={1.5} aria-hidden />}
        <span className={classes.rowText}>
          <bdi>{name || t("outline.unnamed")}</bdi>
          {row?.kind === "question" && row.question.required && <span className={classes.star} aria-hidden>*</span>}
          <span className="unseen">
            {" "}
            {row === null ? t(id === "totals" ? "outline.isTotals" : "outline.isForm") : row.kind === "step" ? t("outline.isStep") : t(`kind.${kind ?? "raw"}`)}
            {row?.kind === "question" && row.question.required ? `, ${t("outline.isRequired")}` : ""}
          </span>
        </span>
        {conditional && <IconGitBranch className={classes.branch} size={16} stroke={1.5} role="img" aria-label={t("outline.isConditional")} />}
        {faulty && <IconAlertCircle className={classes.fault} size={16} stroke={1.5} role="img" aria-label={t("outline.isFaulty")} />}
      </button>
    </li>
  );
}
