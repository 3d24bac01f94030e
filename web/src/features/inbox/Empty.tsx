import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { IconInbox, IconLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useKinds } from "@/ui/useKinds";
import type { Kind } from "./kinds";

/** Why the list is empty: nothing came yet, or the school's forms are for other roles. */
export function Empty({ kind }: { kind: Kind | undefined }) {
  const { t } = useTranslation(["staff", "applications"]);
  const { enquiries, applications } = useKinds();
  const hasApplication = Boolean(useSchool().application);
  if (kind === "applications") {
    if (hasApplication && !applications) return <StateScreen icon={<IconLock size={28} stroke={1.5} />} title={t("inbox.closed.application")} text={t("inbox.closed.text")} />;
    return <StateScreen icon={<IconInbox size={28} stroke={1.5} />} title={t("applications:list.empty.title")} text={t("applications:list.empty.text")} />;
  }
  if (!enquiries && !(applications && !kind)) return <StateScreen icon={<IconLock size={28} stroke={1.5} />} title={t("inbox.closed.title")} text={t("inbox.closed.text")} />;
  return <StateScreen icon={<IconInbox size={28} stroke={1.5} />} title={t("inbox.empty.title")} text={t("inbox.empty.text")} />;
}
