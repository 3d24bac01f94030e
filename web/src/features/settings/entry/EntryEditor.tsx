import { Alert, Radio } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle } from "@/ui/icons";
import { Card } from "../desk/RoomHead";
import { SettingFlag } from "../desk/fields";
import { Marks } from "../desk/Marks";
import { useSchoolSetting } from "../desk/useDesk";
import { applicationAmong, type FormConfig } from "../forms/list/offered";
import classes from "./entry.module.css";
import { EntryPicture } from "./EntryPicture";
import { SCREENS, wayIn, type Flags } from "./wayIn";

/** The way in: the four flags, what they lead to as a picture, and the home page behind them. */
export function EntryEditor() {
  const { t } = useTranslation("settingsRooms");
  const flags = useSchoolSetting<Flags>("/conditionalScreens");
  const home = useSchoolSetting<string[]>("/homePage");
  const sms = useSchoolSetting<object | null>("/sms");
  const forms = useSchoolSetting<Record<string, FormConfig | null>>("/forms");
  const hasApplication = forms.isLoading || applicationAmong(forms.value ?? {}) !== undefined;
  const way = wayIn(flags.value ?? {}, home.value ?? [], Boolean(sms.value), hasApplication);
  return (
    <>
      <EntryPicture way={way} />
      <div role="status" className={classes.warnings}>
        {way.warnings.map((warning) => (
          <Alert key={warning} color={warning === "codesByMail" ? "gray" : "amber"} icon={<IconAlertTriangle stroke={1.5} />} title={t(`entry.warning.${warning}`)}>
            {t(`entry.warning.${warning}.text`)}
          </Alert>
        ))}
      </div>
      <Card title={t("entry.flags")} help={t("entry.flags.help")}>
        <ol className={classes.flags}>
          {SCREENS.map((screen, index) => (
            <li key={screen} className={classes.flag} data-first={way.opens === screen || undefined}>
              <span className={classes.rank} aria-hidden>
                {index + 1}
              </span>
              <SettingFlag
                pointer={`/conditionalScreens/${screen}`}
                label={t(`entry.flag.${screen}`)}
                description={way.opens === screen ? `${t(`entry.flag.${screen}.help`)} ${t("entry.first")}` : t(`entry.flag.${screen}.help`)}
              />
            </li>
          ))}
        </ol>
      </Card>
      <Card title={t("entry.home")} help={t("entry.home.help")}>
        <div role="radiogroup" aria-label={t("entry.home")} className={classes.home}>
          {(["N", "Y"] as const).map((value) => (
            <Radio
              key={value}
              name="home-page"
              label={t(value === "Y" ? "entry.home.signUp" : "entry.home.signIn")}
              checked={(home.value?.[1] ?? "N") === value}
              disabled={home.readOnly !== null}
              onChange={() => home.set([home.value?.[0] ?? "N", value])}
            />
          ))}
        </div>
        {way.on.length > 0 && <p className={classes.quiet}>{t("entry.home.unused")}</p>}
        <Marks setting={home} place={{ file: "school.yaml", pointer: "/homePage" }} />
      </Card>
    </>
  );
}
