import { Alert, Button, FileButton, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useSchool } from "@/api/school";
import { IconAlertCircle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { useUploadSettingBlobMutation } from "../desk/api";
import { IconUpload } from "../desk/icons";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { useDesk, useSchoolSetting, useSetting } from "../desk/useDesk";
import classes from "./branding.module.css";
import { judge, tidy } from "./colours";
import { blobOf, LOGO_DARK, logoDarkWishes, pictureOf, rememberPicture } from "./logo";

const LARGEST = 1 << 20;

/** The logo for dark grounds and for the school's colour, shown on both. */
export function LogoDarkCard() {
  const { t } = useTranslation("settingsRooms");
  const message = useMessage();
  const { schoolNameLogo } = useSchool();
  const { edit } = useDesk();
  const logo = useSchoolSetting<string | null>(LOGO_DARK.pointer);
  const colour = useSchoolSetting<string>("/branding/colours/primary");
  const file = useSetting<unknown>(logo.value ?? null, "");
  const [upload, { isLoading }] = useUploadSettingBlobMutation();
  const [wrong, setWrong] = useState<string | null>(null);
  const sha = blobOf(file.value);
  const drafted = sha ? (pictureOf(sha) ?? `/branding/${sha}.png`) : undefined;
  const src = logo.isChanged ? drafted : (schoolNameLogo.lic_school_logo_dark ?? undefined);
  // Without one of its own a dark ground shows the usual one; the school's colour is no ground for that.
  const usual = logo.value ? undefined : (schoolNameLogo.lic_school_logo ?? undefined);
  const main = judge(tidy(colour.value ?? ""));
  const off = logo.readOnly !== null;

  const take = async (picture: File | null) => {
    if (!picture) return;
    setWrong(null);
    if (picture.size > LARGEST) return setWrong(t("logo.tooLarge"));
    const answer = await upload({ settingBlobRequest: { kind: "logo", file: picture } });
    if (!answer.data) return setWrong(message(failureOf(answer.error).messageId));
    rememberPicture(answer.data.blob.sha256, picture);
    edit(logoDarkWishes(answer.data.blob, logo.value, logo.published));
  };

  return (
    <Card title={t("logoDark.title")} help={t("logoDark.help")}>
      <div className={classes.grounds}>
        {(["dark", "colour"] as const).map((ground) => (
          <figure key={ground} className={classes.ground}>
            <span className={classes.groundBox} data-ground={ground} style={ground === "colour" && main.valid ? { background: main.worn } : undefined}>
              {src ? (
                <img src={src} alt={t("logoDark.now")} />
              ) : ground === "dark" && usual ? (
                <img src={usual} alt={t("logoDark.usual")} data-plate={schoolNameLogo.logo_on_plate || undefined} />
              ) : (
                <span>{t(logo.value ? "logo.seePreview" : "logoDark.none")}</span>
              )}
            </span>
            <figcaption className={classes.quiet}>{t(`logoDark.on.${ground}`)}</figcaption>
          </figure>
        ))}
      </div>
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(picture) => void take(picture)} disabled={off}>
          {(props) => (
            <Button {...props} variant="default" disabled={off} loading={isLoading} leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}>
              {t("logoDark.upload")}
            </Button>
          )}
        </FileButton>
        {logo.value && !off && (
          <Button variant="subtle" color="gray" onClick={() => edit(logoDarkWishes(null, logo.value, logo.published))}>
            {t("logoDark.remove")}
          </Button>
        )}
      </Group>
      <span className={classes.quiet}>{t("logo.kinds")}</span>
      {wrong && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {wrong}
        </Alert>
      )}
      <Marks setting={logo} place={LOGO_DARK} />
    </Card>
  );
}
