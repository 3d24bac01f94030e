import { TextInput } from "@mantine/core";
import { Trans, useTranslation } from "react-i18next";
import { SettingBilingual, SettingText } from "../desk/fields";
import { Card, RoomHead } from "../desk/RoomHead";
import { useSchoolSetting } from "../desk/useDesk";
import classes from "./branding.module.css";
import { ColoursCard } from "./ColoursCard";
import { BankAccountCard } from "./BankAccountCard";
import { ContactCard, InstitutionCard } from "./InstitutionCard";
import { LanguageCard } from "./LanguageCard";
import { LogoCard } from "./LogoCard";
import { LogoDarkCard } from "./LogoDarkCard";
import { PhotoCard } from "./PhotoCard";
import { isSenderName, senderOf } from "./sender";
import { SlidesCard } from "./SlidesCard";

/** How the school looks: its name, logo, colours, its own words, where it links to, and who its mail is from. */
export function BrandingRoom() {
  const { t } = useTranslation("settingsRooms");
  return (
    <>
      <RoomHead title={t("branding.title")} lead={t("branding.lead")} />
      <LogoCard />
      <LogoDarkCard />
      <PhotoCard />
      <ColoursCard />
      <Card title={t("name.title")} help={t("name.help")}>
        <SettingBilingual pointer="/name" label={t("name.label")} maxLength={200} />
      </Card>
      <InstitutionCard />
      <ContactCard />
      <BankAccountCard />
      <LanguageCard />
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

/** Whom the school's mail comes from: its name is the school's own, the address the operators'. */
function SenderCard() {
  const { t } = useTranslation("settingsRooms");
  const { value } = useSchoolSetting<string>("/mail_from");
  const sender = senderOf(value ?? "");
  const name = useSchoolSetting<string | null>("/mail_name");
  const wrong = name.value && !isSenderName(name.value) ? t("sender.name.invalid") : null;
  return (
    <Card title={t("sender.title")} help={t("sender.help")}>
      <div className={classes.pair}>
        <SettingText pointer="/mail_name" label={t("sender.name")} description={sender.name === "" ? undefined : <Trans t={t} i18nKey="sender.name.help" values={{ name: sender.name }} components={{ bdi: <bdi /> }} />} maxLength={120} emptyIsNone error={wrong} />
        <TextInput label={t("sender.address")} description={t("sender.address.help")} type="email" dir="ltr" readOnly value={sender.address} />
      </div>
    </Card>
  );
}
