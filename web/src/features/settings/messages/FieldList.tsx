import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconPlus } from "@/ui/icons";
import type { MessageEntry } from "../desk/wordsApi";
import classes from "./messages.module.css";
import { insertion } from "./parts";
import { useFieldAbout, useFieldName } from "./words";

interface Props {
  fields: MessageEntry["fields"];
  /** Those that the text cannot be without, and is. */
  lacks: readonly string[];
  off: boolean;
  onInsert: (token: string) => void;
}

/** What this message can be filled with: each says what it is, and is put where the caret is. */
export function FieldList({ fields, lacks, off, onInsert }: Props) {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const fieldName = useFieldName();
  const about = useFieldAbout();
  return (
    <div role="group" aria-label={t("messages.insert")}>
      <p className={classes.previewTitle}>{t("messages.insert.title")}</p>
      <ul className={classes.fields}>
        {fields.map((field) => (
          <li key={field.name}>
            <Button
              size="compact-sm"
              variant={lacks.includes(field.name) ? "filled" : "default"}
              disabled={off}
              leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
              // The field keeps its selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(insertion(field))}
            >
              {fieldName(field.name)}
            </Button>
            <span className={classes.quiet}>
              {about(field.name)} {field.needed && <strong>{t("settingsDesk:insert.needed")}</strong>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
