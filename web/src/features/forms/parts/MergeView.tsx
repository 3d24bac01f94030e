import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { AnswersLetter } from "@/forms/AnswersLetter";
import type { FormDocument, FormSettings, Values } from "@/forms/model";
import { allFields } from "@/forms/nodes";
import { useFormsText } from "@/forms/useFormsText";
import type { PendingMerge } from "../draft/controller";
import { resolveConflicts } from "../draft/merge";
import classes from "./parts.module.css";
import mergeClasses from "./merge.module.css";

interface MergeViewProps {
  document: FormDocument;
  merge: PendingMerge;
  settings: FormSettings;
  onResolve: (values: Values) => void;
}

/** The same draft was changed elsewhere: both answers side by side, and the family chooses. Nothing is taken silently. */
export function MergeView({ document, merge, settings, onResolve }: MergeViewProps) {
  const t = useFormsText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set(merge.conflicts.map((conflict) => conflict.field)));
  const fields = allFields(document.schema);
  const choose = (field: string, own: boolean) =>
    setMine((before) => {
      const next = new Set(before);
      if (own) next.add(field);
      else next.delete(field);
      return next;
    });
  const side = (field: string, value: unknown) => (
    // One field as a letter of its own: groups and files then read as they do elsewhere.
    <AnswersLetter
      document={{
        ...document,
        schema: { type: "object", properties: { [field]: { ...fields.get(field), title: undefined } } },
        steps: [{ id: field, title: "", fields: [field] }],
      }}
      values={value === undefined ? {} : { [field]: value }}
      files={merge.draft.uploads}
      settings={settings}
      bare
    />
  );

  return (
    <form
      className={classes.step}
      onSubmit={(event) => {
        event.preventDefault();
        onResolve(resolveConflicts(merge.merged, merge.conflicts, mine));
      }}
    >
      <h1 ref={heading} tabIndex={-1} className={classes.heading}>
        {t("merge.title")}
      </h1>
      <p className={classes.lead}>{t("merge.lead")}</p>
      <div className={mergeClasses.mergeAll}>
        <Button variant="default" size="compact-md" onClick={() => setMine(new Set(merge.conflicts.map((each) => each.field)))}>
          {t("merge.allMine")}
        </Button>
        <Button variant="default" size="compact-md" onClick={() => setMine(new Set())}>
          {t("merge.allTheirs")}
        </Button>
      </div>
      {merge.conflicts.map((conflict) => (
        <fieldset key={conflict.field} className={mergeClasses.merge}>
          <legend>{fields.get(conflict.field)?.title ?? conflict.field}</legend>
          {([["mine", true, conflict.mine], ["theirs", false, conflict.theirs]] as const).map(([name, own, value]) => (
            <label key={name}>
              <input type="radio" name={conflict.field} checked={mine.has(conflict.field) === own} onChange={() => choose(conflict.field, own)} />
              <span>
                <strong>{t(`merge.${name}`)}</strong>
                {side(conflict.field, value)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className={classes.actions}>
        <Button type="submit" size="md">
          {t("merge.go")}
        </Button>
      </div>
    </form>
  );
}
