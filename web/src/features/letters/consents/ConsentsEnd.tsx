import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import * as toProfile from "@/features/profile/paths";
import { IconCheck, IconLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";

/** Once all is said, or nothing can be said any more. */
export function ConsentsEnd({ isSigned }: { isSigned: boolean }) {
  const { t } = useTranslation("letterConsents");
  if (!isSigned) return <StateScreen icon={<IconLock size={28} stroke={1.5} />} title={t("locked.title")} text={t("locked.text")} />;
  return (
    <StateScreen
      icon={<IconCheck size={28} stroke={1.5} />}
      title={t("done.title")}
      text={t("done.text")}
      action={
        <Anchor component={Link} to={toProfile.part("consents")}>
          {t("done.account")}
        </Anchor>
      }
    />
  );
}
