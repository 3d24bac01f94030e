import { Alert, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { IconCloudOff, IconInfoCircle } from "@/forms/icons";
import { useFormsText } from "@/forms/useFormsText";
import { isOffline, type SaveState } from "../draft/autosave";
import { Proof } from "./Proof";
import { Refused } from "./Refused";
import classes from "./parts.module.css";

/** What a form began with of another. */
export interface Filled {
  /** Whom that one was for; may be empty. */
  name: string;
}

interface BannersProps {
  notice: "welcomeBack" | "gone" | "goneKept" | "carried" | "prefilled" | "filled" | null;
  filled?: Filled | null;
  onDismiss: () => void;
  save: SaveState;
  /** The school has published a newer version of the form. */
  newer: boolean;
  onMove: () => void;
  /** The server asks whether a person fills this in. */
  riddle: ReactNode;
}

/** What the family should know above a step: never more than it can act on. */
export function Banners({ notice, filled = null, onDismiss, save, newer, onMove, riddle }: BannersProps) {
  const t = useFormsText();
  const offline = isOffline(save);
  const info = <IconInfoCircle size={20} stroke={1.5} aria-hidden />;
  return (
    <>
      {offline && (
        <div role="status" className={classes.offline}>
          <IconCloudOff size={20} stroke={1.5} aria-hidden />
          <p>
            <strong>{t("offline.title")}</strong> {t("offline.text")}
          </p>
        </div>
      )}
      {!offline && save.refusedBy !== null && (
        <div role="status" className={classes.offline}>
          <IconCloudOff size={20} stroke={1.5} aria-hidden />
          <p>
            <strong>{t("save.onDevice")}.</strong> <Refused id={save.refusedBy} />
          </p>
        </div>
      )}
      {riddle && <Proof>{riddle}</Proof>}
      {newer && (
        <Alert className={classes.banner} role="status" color="gray" variant="light" icon={info} title={t("move.banner.title")}>
          <p className={classes.bannerText}>{t("move.banner.text")}</p>
          <Button variant="default" size="compact-md" onClick={onMove}>
            {t("move.banner.action")}
          </Button>
        </Alert>
      )}
      {notice && (
        <Alert className={classes.banner} role="status" color="gray" variant="light" icon={info} withCloseButton closeButtonLabel={t("dismiss")} onClose={onDismiss}>
          {notice === "filled" ? filled && <FilledNote {...filled} /> : t(`notice.${notice}`)}
        </Alert>
      )}
    </>
  );
}

/** That it was filled in: it was right for another child. */
function FilledNote({ name }: Filled) {
  const t = useFormsText();
  return <>{name ? t("notice.filled", { name: `\u2068${name}\u2069` }) : t("notice.filled.unnamed")}</>;
}
