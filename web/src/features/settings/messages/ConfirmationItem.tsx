import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "@/api/school";
import card from "@/ui/card.module.css";
import { IconMail } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useSchoolSetting } from "../desk/useDesk";
import type { FormConfig } from "../forms/list/offered";
import * as to from "../paths";
import classes from "./messages.module.css";

/** The confirmation of what a family sends: no text of this list, since what can be worded of it stands in each form's own texts. */
export function ConfirmationItem() {
  const { t } = useTranslation("settingsWords");
  const { value } = useSchoolSetting<Record<string, FormConfig | null>>("/forms");
  const { forms } = useSchool();
  const bilingual = useBilingual();
  const offered = Object.entries(value ?? {}).filter((entry): entry is [string, FormConfig] => entry[1] !== null);
  return (
    <li className={`${card.row} ${classes.item} ${classes.confirmation}`}>
      <span className={classes.icons} aria-hidden>
        <IconMail size={20} stroke={1.5} />
      </span>
      <div className={classes.texts}>
        <h3 className={`${classes.name} ${classes.title}`}>{t("messages.confirmation")}</h3>
        <p className={classes.quiet}>{t("messages.confirmation.for")}</p>
        {offered.length > 0 && (
          <ul className={classes.formLinks} aria-label={t("messages.confirmation.forms")}>
            {offered.map(([id, config]) => (
              <li key={id}>
                <Anchor component={Link} to={to.form(id, config.plugin ? "words" : undefined)}>{t("messages.confirmation.form", { form: `\u2068${bilingual(forms.find((form) => form.id === id)?.title) || id}\u2069` })}</Anchor>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
