import { Switch } from "@mantine/core";
import "@mantine/core/styles/Switch.layer.css";
import { useTranslation } from "react-i18next";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { useSchoolSetting } from "../desk/useDesk";

const PLACE = { file: "school.yaml", pointer: "/captcha/forms" } as const;

/** Whether strangers show with every form that a person sends it. */
export function CaptchaCard() {
  const { t } = useTranslation("settingsRooms");
  const setting = useSchoolSetting<boolean>(PLACE.pointer);
  const provider = useSchoolSetting<string>("/captcha/provider");
  const isOff = provider.value === "off";
  return (
    <Card title={t("captcha.title")} help={t("captcha.help")}>
      <Switch
        label={t("captcha.forms")}
        description={isOff ? t("captcha.forms.off") : t("captcha.forms.help")}
        checked={setting.value === true}
        disabled={setting.readOnly !== null || (isOff && setting.value !== true)}
        onChange={(event) => setting.set(event.currentTarget.checked)}
      />
      <Marks setting={setting} place={PLACE} />
    </Card>
  );
}
