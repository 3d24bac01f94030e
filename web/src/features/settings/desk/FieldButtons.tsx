import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconPlus } from "@/ui/icons";
import classes from "./fields.module.css";

export interface Insertable {
  /** As it stands in the text. */
  token: string;
  label: string;
  /** The text cannot be without it. */
  needed?: boolean;
  /** It cannot be without it, and is. */
  missing?: boolean;
}

/** What the server fills in, to be put where the caret is. */
export function FieldButtons({ fields, off, onInsert, label }: { fields: readonly Insertable[]; off: boolean; onInsert: (token: string) => void; label: string }) {
  const { t } = useTranslation("settingsDesk");
  return (
    <div className={classes.inserts} role="group" aria-label={label}>
      {fields.map((field) => (
        <Button
          key={field.token}
          size="compact-sm"
          variant={field.missing ? "filled" : "default"}
          disabled={off}
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          // The field keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(field.token)}
        >
          {field.label}
          {field.needed && (
            <span className={classes.needed}>
              {t("insert.needed")}
            </span>
          )}
        </Button>
      ))}
    </div>
  );
}
