import { Button, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { IconUser } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import * as to from "@/features/profile/paths";

/** For roles whose rooms are elsewhere or still to come: no list that the server would refuse. */
export function PlainHome() {
  const { t } = useTranslation("family");
  const name = useAppSelector((state) => state.auth.user?.userName ?? "");
  return (
    <>
      <Title order={1}>{t("family.title", { name: `\u2068${name}\u2069` })}</Title>
      <StateScreen
        icon={<IconUser size={28} stroke={1.5} />}
        title={t("family.plain.title")}
        text={t("family.plain.text")}
        action={
          <Button component={Link} to={to.profile()} variant="default">
            {t("family.plain.profile")}
          </Button>
        }
      />
    </>
  );
}
