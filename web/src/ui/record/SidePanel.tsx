import { CloseButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./record.module.css";

export interface PanelProps {
  /** What it is, for who does not see where it stands. */
  label: string;
  onClose: () => void;
  /** At the start of its bar: the way to the whole record. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A record beside its list. */
export function SidePanel(props: PanelProps) {
  return (
    <aside className={classes.panel} aria-label={props.label}>
      <PanelInside {...props} />
    </aside>
  );
}

/** A panel's bar and what it shows. */
export function PanelInside({ label, lead, onClose, children }: PanelProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.panelBar}>
        {lead ?? <span className={classes.quiet}>{label}</span>}
        <CloseButton size={36} aria-label={t("action.close")} onClick={onClose} />
      </div>
      <div className={classes.panelBody}>{children}</div>
    </>
  );
}
