import { Button, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { useSchoolSetting } from "../desk/useDesk";
import classes from "./legal.module.css";
import { isVersion, nextVersion } from "./termsVersion";

const PLACE = { file: "school.yaml", pointer: "/terms_version" } as const;
/** Where the school says none. */
const FIRST = "1";

/** Which version of the terms families agree to; whoever rewrites the terms raises it. */
export function TermsVersion() {
  const { t } = useTranslation("settingsWords");
  const { today } = useSchool();
  const setting = useSchoolSetting<string>(PLACE.pointer);
  const live = setting.published ?? FIRST;
  const value = setting.value ?? FIRST;
  const off = setting.readOnly !== null;
  const isRaised = value !== live;
  return (
    <Card title={t("version.title")} help={t("version.help")}>
      <div className={classes.version}>
        <TextInput
          label={t("version.label")}
          description={t("version.format")}
          dir="ltr"
          maxLength={20}
          value={value}
          readOnly={off}
          error={isVersion(value) ? undefined : t("version.invalid")}
          onChange={(event) => setting.set(event.currentTarget.value.trim())}
        />
        {!off && !isRaised && (
          <Button variant="default" onClick={() => setting.set(nextVersion(live, today), "raise")}>
            {t("version.raise")}
          </Button>
        )}
      </div>
      {isRaised && isVersion(value) && (
        <ul className={classes.asks} aria-label={t("version.asks")}>
          {(["new", "old", "open"] as const).map((whom) => (
            <li key={whom}>{t(`version.asks.${whom}`, { version: `\u2068${value}\u2069` })}</li>
          ))}
        </ul>
      )}
      <Marks setting={setting} place={PLACE} invalid={t("version.invalid")} />
    </Card>
  );
}
