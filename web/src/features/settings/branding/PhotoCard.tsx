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
import { blobOf, PHOTO, photoWishes, pictureOf, rememberPicture, smaller } from "./logo";

/** The school's photograph of itself: made small in the browser, drawn anew by the server. */
export function PhotoCard() {
  const { t } = useTranslation("settingsRooms");
  const message = useMessage();
  const { branding } = useSchool();
  const { edit } = useDesk();
  const photo = useSchoolSetting<string | null>(PHOTO.pointer);
  const file = useSetting<unknown>(photo.value ?? null, "");
  const [upload] = useUploadSettingBlobMutation();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const sha = blobOf(file.value);
  const src = photo.isChanged ? (sha ? pictureOf(sha) : undefined) : branding.photo?.small;
  const off = photo.readOnly !== null;

  const take = async (chosen: File | null) => {
    if (!chosen) return;
    setWrong(null);
    setBusy(true);
    const picture = await smaller(chosen);
    const answer = await upload({ settingBlobRequest: { kind: "photo", file: picture } });
    setBusy(false);
    if (!answer.data) return setWrong(message(failureOf(answer.error).messageId));
    rememberPicture(answer.data.blob.sha256, picture);
    edit(photoWishes(answer.data.blob, photo.value, photo.published));
  };

  return (
    <Card title={t("photo.title")} help={t("photo.help")}>
      <div className={classes.drop}>
        <span className={classes.photoBox}>{src ? <img src={src} alt={t("photo.now")} /> : <span className={classes.quiet}>{t(photo.value ? "logo.seePreview" : "photo.none")}</span>}</span>
        <div className={classes.dropText}>
          <Group gap="xs">
            <FileButton accept="image/png,image/jpeg,image/webp" onChange={(chosen) => void take(chosen)} disabled={off}>
              {(props) => (
                <Button {...props} variant="default" disabled={off} loading={busy} leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}>
                  {t("photo.upload")}
                </Button>
              )}
            </FileButton>
            {photo.value && !off && (
              <Button variant="subtle" color="gray" onClick={() => edit(photoWishes(null, photo.value, photo.published))}>
                {t("photo.remove")}
              </Button>
            )}
          </Group>
          <span className={classes.quiet}>{t("photo.kinds")}</span>
        </div>
      </div>
      {wrong && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {wrong}
        </Alert>
      )}
      <Marks setting={photo} place={PHOTO} />
    </Card>
  );
}
