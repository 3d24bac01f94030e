import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Alert, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { spacedPhone } from "@/forms/phone";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import type { Profile } from "./api";
import { Card } from "./Card";
import classes from "./profile.module.css";
import { useProfileChange } from "./useProfileChange";

/** By which ways the school may tell something new; what keeps the account safe is always sent. */
export function NotificationsTab({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const { save, busy, error } = useProfileChange(profile);
  const [saved, setSaved] = useState(false);
  // A switch answers at once; it falls back when the server refuses.
  const [wanted, setWanted] = useState<Profile["notifications"] | null>(null);
  const shown = wanted ?? profile.notifications;
  // Texts go through the school's gateway, to a number that its owner proved.
  const { sms } = useSchool();

  const turn = async (way: "mail" | "sms", on: boolean) => {
    const next = { ...shown, [way]: on };
    setSaved(false);
    setWanted(next);
    if (await save({ notifications: next })) setSaved(true);
    setWanted(null);
  };
  return (
    <Card title={t("profile.notifications.title")} lead={t("profile.notifications.lead")}>
      {error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {error}
        </Alert>
      )}
      <Switch
        label={t("profile.notifications.mail")}
        description={<bdi dir="ltr">{profile.email}</bdi>}
        checked={shown.mail}
        disabled={busy}
        onChange={(event) => void turn("mail", event.currentTarget.checked)}
      />
      {sms && profile.phone_verified && (
        <Switch
          label={t("profile.notifications.sms")}
          description={<bdi dir="ltr">{spacedPhone(profile.phone)}</bdi>}
          checked={shown.sms}
          disabled={busy}
          onChange={(event) => void turn("sms", event.currentTarget.checked)}
        />
      )}
      <span role="status" className={classes.saved}>
        {saved && (
          <>
            <IconCircleCheck size={20} stroke={1.5} aria-hidden /> {t("profile.saved")}
          </>
        )}
      </span>
    </Card>
  );
}
