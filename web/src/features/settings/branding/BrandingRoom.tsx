import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SettingBilingual, SettingText } from "../desk/fields";
import { Marks } from "../desk/Marks";
import { Card, RoomHead } from "../desk/RoomHead";
import { useSchoolSetting } from "../desk/useDesk";
import classes from "./branding.module.css";
import { ColoursCard } from "./ColoursCard";
import { LogoCard } from "./LogoCard";
import { isAddress, senderOf, senderText } from "./sender";
import { SlidesCard } from "./SlidesCard";

/** How the school looks: its name, logo, colours, its own words, where it links to, and who its mail is from. */
export function BrandingRoom() {
  const { t } = useTranslation("settingsRooms");
  return (
    <>
      <RoomHead title={t("branding.title")} lead={t("branding.lead")} />
      <LogoCard />
      <ColoursCard />
      <Card title={t("name.title")} help={t("name.help")}>
        <SettingBilingual pointer="/name" label={t("name.label")} maxLength={200} />
      </Card>
      <SlidesCard />
      <Card title={t("links.title")} help={t("links.help")}>
        <Link pointer="/links/lic_website_url" label={t("links.website")} />
        <Link pointer="/links/lic_lms_url" label={t("links.lms")} />
      </Card>
      <SenderCard />
    </>
  );
}

/** An address of the school's elsewhere on the web, or none. */
function Link({ pointer, label }: { pointer: string; label: string }) {
  const { t } = useTranslation("settingsRooms");
  const { value } = useSchoolSetting<string | null>(pointer);
  const wrong = value && !/^https?:\/\/\S{3,500}$/.test(value) ? t("links.invalid") : null;
  return <SettingText pointer={pointer} label={label} type="url" placeholder="https://" emptyIsNone error={wrong} />;
}

/** Whom the school's mail comes from. */
function SenderCard() {
  const { t } = useTranslation("settingsRooms");
  const setting = useSchoolSetting<string>("/mail_from");
  const sender = senderOf(setting.value ?? "");
  const off = setting.readOnly !== null;
  return (
    <Card title={t("sender.title")} help={t("sender.help")}>
      <div className={classes.pair}>
        <TextInput label={t("sender.name")} readOnly={off} maxLength={120} value={sender.name} onChange={(event) => setting.set(senderText({ ...sender, name: event.currentTarget.value }), "name")} />
        <TextInput
          label={t("sender.address")}
          type="email"
          dir="ltr"
          readOnly={off}
          maxLength={120}
          value={sender.address}
          error={sender.address !== "" && !isAddress(sender.address) ? t("sender.invalid") : undefined}
          onChange={(event) => setting.set(senderText({ ...sender, address: event.currentTarget.value }), "address")}
        />
      </div>
      <Marks setting={setting} place={{ file: "school.yaml", pointer: "/mail_from" }} />
    </Card>
  );
}
