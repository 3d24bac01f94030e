import { Alert, Button, Checkbox, Loader, NumberInput } from "@mantine/core";
import "@mantine/core/styles/NumberInput.layer.css";
import { useState } from "react";
import { useDropzone } from "react-dropzone";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useSchool } from "@/api/school";
import { IconAlertCircle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { useUploadSettingBlobMutation } from "../desk/api";
import { IconUpload } from "../desk/icons";
import { Card } from "../desk/RoomHead";
import { Marks } from "../desk/Marks";
import { useDesk, useSchoolSetting, useSetting } from "../desk/useDesk";
import classes from "./branding.module.css";
import { asLargeAs, blobOf, fitted, LOGO, logoWishes, pictureOf, rememberPicture } from "./logo";

const LARGEST = 1 << 20;

/** The logo: any picture is taken and drawn anew by the server; how large it stands in each place. */
export function LogoCard() {
  const { t } = useTranslation("settingsRooms");
  const message = useMessage();
  const { schoolNameLogo } = useSchool();
  const { edit } = useDesk();
  const logo = useSchoolSetting<string>("/branding/logo");
  const file = useSetting<unknown>(logo.value ?? null, "");
  const header = useLogoBox("header");
  const signIn = useLogoBox("sign_in");
  const [upload, uploading] = useUploadSettingBlobMutation();
  const [wrong, setWrong] = useState<string | null>(null);
  const [ratio, setRatio] = useState<number | null>(null);
  const sha = blobOf(file.value);
  // Uploaded in this window, or before: the server answers a draft's logo under its digest.
  const drafted = sha ? (pictureOf(sha) ?? `/branding/${sha}.png`) : undefined;
  const [broken, setBroken] = useState<string | undefined>(undefined);
  const wanted = logo.isChanged ? drafted : schoolNameLogo.lic_school_logo || undefined;
  const src = wanted === broken ? undefined : wanted;
  const off = logo.readOnly !== null;

  const take = async (picture: File | undefined) => {
    if (!picture) return;
    setWrong(null);
    if (picture.size > LARGEST) return setWrong(t("logo.tooLarge"));
    const answer = await upload({ settingBlobRequest: { kind: "logo", file: picture } });
    if (!answer.data) return setWrong(message(failureOf(answer.error).messageId));
    const { blob } = answer.data;
    rememberPicture(blob.sha256, picture);
    const wishes = logoWishes(blob, logo.value, logo.published);
    if (blob.width && blob.height) {
      const shape = blob.width / blob.height;
      setRatio(shape);
      for (const place of [header, signIn]) if (place.readOnly === null) wishes.push({ file: "school.yaml", pointer: place.pointer, value: asLargeAs(place.box, shape) });
    }
    edit(wishes);
  };
  const zone = useDropzone({
    multiple: false,
    disabled: off || uploading.isLoading,
    noClick: true,
    noKeyboard: true,
    accept: { "image/png": [], "image/jpeg": [], "image/webp": [] },
    onDropAccepted: ([picture]) => void take(picture),
    onDropRejected: () => setWrong(t("logo.noPicture")),
  });

  return (
    <Card title={t("logo.title")} help={t("logo.help")}>
      <div {...zone.getRootProps({ className: classes.drop })} data-over={zone.isDragActive || undefined}>
        <span className={classes.logoBox}>
          {src ? (
            <img src={src} alt={t("logo.now")} onError={() => setBroken(src)} onLoad={(event) => setRatio(event.currentTarget.naturalWidth / Math.max(1, event.currentTarget.naturalHeight))} />
          ) : (
            <span className={classes.quiet}>{t(logo.isChanged ? "logo.seePreview" : "logo.none")}</span>
          )}
        </span>
        <div className={classes.dropText}>
          {/* The button beside it opens it: one control is enough. */}
          <input {...zone.getInputProps({ "aria-hidden": true })} />
          <Button variant="default" disabled={off} leftSection={uploading.isLoading ? <Loader size={16} /> : <IconUpload size={18} stroke={1.5} aria-hidden />} onClick={zone.open}>
            {t("logo.upload")}
          </Button>
          <span className={classes.quiet}>{t("logo.kinds")}</span>
        </div>
      </div>
      {wrong && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {wrong}
        </Alert>
      )}
      <Marks setting={logo} place={LOGO} />
      <div className={classes.sizes}>
        <Size at="header" ratio={ratio} src={src} />
        <Size at="sign_in" ratio={ratio} src={src} />
      </div>
    </Card>
  );
}

/** The room that the logo has in one place. */
function useLogoBox(at: "header" | "sign_in") {
  const pointer = `/branding/logo_sizes/${at}`;
  const setting = useSchoolSetting<{ width: number; height: number }>(pointer);
  return { ...setting, pointer, box: setting.value ?? (at === "header" ? { width: 160, height: 40 } : { width: 240, height: 60 }) };
}

/** How large the logo stands in one place, with the place drawn around it. */
function Size({ at, ratio, src }: { at: "header" | "sign_in"; ratio: number | null; src: string | undefined }) {
  const { t } = useTranslation("settingsRooms");
  const { pointer, box: size, ...setting } = useLogoBox(at);
  const [keep, setKeep] = useState(true);
  const off = setting.readOnly !== null;
  const change = (part: Partial<typeof size>) => {
    const next = { ...size, ...part };
    if (keep && ratio) Object.assign(next, part.width === undefined ? { width: Math.round(next.height * ratio) } : fitted(next.width, ratio));
    setting.set(next);
  };
  return (
    <fieldset className={classes.size}>
      <legend>{t(`logo.at.${at}`)}</legend>
      <div className={classes.stage} data-at={at} aria-hidden>
        {src && <img src={src} alt="" width={size.width} height={size.height} />}
      </div>
      <div className={classes.measures}>
        {(["width", "height"] as const).map((side) => (
          <NumberInput
            key={side}
            label={t(`logo.${side}`)}
            suffix=" px"
            min={16}
            max={side === "width" ? 800 : 400}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            value={size[side]}
            readOnly={off}
            onChange={(value) => typeof value === "number" && value >= 16 && change({ [side]: value })}
          />
        ))}
      </div>
      {ratio !== null && <Checkbox label={t("logo.keepRatio")} checked={keep} disabled={off} onChange={(event) => setKeep(event.currentTarget.checked)} />}
      <Marks setting={setting} place={{ file: "school.yaml", pointer }} />
    </fieldset>
  );
}
