import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Enquiry, TimelineEntry } from "@/api/types";
import { IconAlertCircle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { Entries } from "../Timeline";
import classes from "./applications.module.css";

interface Props {
  enquiry: Enquiry;
  /** What somebody else did meanwhile. */
  entries: readonly TimelineEntry[];
  /** Over a dialog that keeps what was entered. */
  kept?: boolean;
  onClose: () => void;
}

/** Somebody else was faster: what they did, and that nothing of it was overwritten. */
export function Overtaken({ enquiry, entries, kept = false, onClose }: Props) {
  const { t } = useTranslation(["applications", "common"]);
  const message = useMessage();
  return (
    <Alert role="alert" color="amber" icon={<IconAlertCircle stroke={1.5} />} title={message("A003")} withCloseButton closeButtonLabel={t("common:action.close")} onClose={onClose}>
      <p className={classes.line}>{t(kept ? "conflict.kept" : "conflict")}</p>
      <Entries enquiry={enquiry} entries={entries} />
    </Alert>
  );
}
