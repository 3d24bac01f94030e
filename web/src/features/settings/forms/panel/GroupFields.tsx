import { NumberInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "../parts.module.css";
import type { Question } from "../model/types";
import { useBuilder } from "../useBuilder";
import { TextPair } from "./TextPair";

/** A repeated group: how often, and the words of its button and of each item's heading. */
export function GroupFields({ question, onChange }: { question: Question; onChange: (part: Partial<Question>) => void }) {
  const { t } = useTranslation("builder");
  const { readOnly } = useBuilder();
  return (
    <>
      <TextPair label={t("group.add")} value={question.addLabel} optional readOnly={readOnly} onChange={(addLabel) => onChange({ addLabel })} />
      <TextPair label={t("group.item")} help={t("group.item.for", { hole: "{{n}}" })} value={question.itemTitle} optional readOnly={readOnly} onChange={(itemTitle) => onChange({ itemTitle })} />
      <div className={classes.pair}>
        {(["minItems", "maxItems"] as const).map((bound) => (
          <NumberInput
            key={bound}
            label={t(`limit.${bound}.group`)}
            min={bound === "maxItems" ? 1 : 0}
            max={50}
            allowDecimal={false}
            readOnly={readOnly}
            value={typeof question.keywords[bound] === "number" ? question.keywords[bound] : ""}
            onChange={(value) => onChange({ keywords: { ...question.keywords, [bound]: typeof value === "number" ? value : bound === "maxItems" ? 10 : 0 } })}
          />
        ))}
      </div>
      <p className={classes.quiet}>{t("group.inside")}</p>
    </>
  );
}
