import { Button } from "@mantine/core";
import { useEffect, useMemo, useRef } from "react";
import { Answer } from "@/forms/Answer";
import { resolveSchema } from "@/forms/conditions";
import type { FormDocument, FormSettings, Values } from "@/forms/model";
import { allFields, fieldLabel, isGroup, nodeAt } from "@/forms/nodes";
import { issueText, labelled, type TextContext } from "@/forms/text";
import { useFormsText } from "@/forms/useFormsText";
import { planMove } from "../draft/move";
import classes from "./parts.module.css";
import merge from "./merge.module.css";

interface MoveViewProps {
  /** The version that the answers were given to; null when it is gone. */
  from: FormDocument | null;
  to: FormDocument;
  values: Values;
  settings: FormSettings;
  onMove: (values: Values) => void;
  /** Absent when the older version can no longer be sent. */
  onStay?: () => void;
}

/** The school has published a newer form: what is new in it, what it no longer asks or takes, and the step over. */
export function MoveView({ from, to, values, settings, onMove, onStay }: MoveViewProps) {
  const t = useFormsText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const move = useMemo(() => planMove(from, to, values, settings.today), [from, to, values, settings.today]);
  const newFields = allFields(to.schema);
  const oldFields = from ? allFields(from.schema) : newFields;
  const resolved = resolveSchema(to.schema, values);
  const text: TextContext = { t, messages: to.messages, settings };
  const nothing = move.added.length + move.removed.length + move.unfit.length === 0;

  return (
    <div className={classes.step}>
      <h1 ref={heading} tabIndex={-1} className={classes.heading}>
        {t("move.title")}
      </h1>
      <p className={classes.lead}>{t(nothing ? "move.nothing" : "move.lead")}</p>
      {move.added.length > 0 && (
        <section className={merge.plain}>
          <h2>{t("move.added")}</h2>
          <ul>
            {move.added.map((field) => (
              <li key={field}>{newFields.get(field)?.title ?? field}</li>
            ))}
          </ul>
        </section>
      )}
      {move.unfit.length > 0 && (
        <section className={merge.plain}>
          <h2>{t("move.unfit")}</h2>
          <ul>
            {move.unfit.map((issue) => (
              <li key={`${issue.path} ${issue.code}`}>
                {labelled(
                  fieldLabel(resolved, to.ui, issue.path, (n) => t("group.item", { n })),
                  issueText(issue, text, nodeAt(resolved, issue.path)),
                  t,
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {move.removed.length > 0 && (
        <section className={merge.plain}>
          <h2>{t("move.removed")}</h2>
          <dl>
            {move.removed.map((field) => {
              const node = oldFields.get(field) ?? {};
              const many = isGroup(node) || node.type === "object";
              return (
                <div key={field}>
                  <dt>{node.title ?? field}</dt>
                  <dd>
                    {many ? t("merge.items", { count: Array.isArray(values[field]) ? values[field].length : 1 }) : (
                      <Answer node={node} ui={from?.ui[field]} value={values[field]} files={[]} settings={settings} />
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      )}
      <div className={classes.actions}>
        <Button size="md" onClick={() => onMove(values)}>
          {t("move.go")}
        </Button>
        {onStay && (
          <Button variant="default" size="md" onClick={onStay}>
            {t("move.stay")}
          </Button>
        )}
      </div>
    </div>
  );
}
