import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import * as toProfile from "@/features/profile/paths";
import { IconCheck, IconLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { Ending } from "../Ending";
import letterClasses from "../letter.module.css";

interface Props {
  isSigned: boolean;
  /** It was signed on this page. */
  isNew: boolean;
  /** The button of the signed paper. */
  paper: ReactNode;
}

/** Once all is said, or nothing can be said any more. */
export function ConsentsEnd({ isSigned, isNew, paper }: Props) {
  const { t } = useTranslation("letterConsents");
  if (!isSigned) return <StateScreen icon={<IconLock size={28} stroke={1.5} />} title={t("locked.title")} text={t("locked.text")} />;
  return (
    <Ending
      isNew={isNew}
      icon={<IconCheck size={28} stroke={1.5} />}
      title={t("done.title")}
      text={t("done.text")}
      action={
        <div className={letterClasses.tools}>
          {paper}
          <Anchor component={Link} to={toProfile.part("consents")}>
            {t("done.account")}
          </Anchor>
        </div>
      }
    />
  );
}
