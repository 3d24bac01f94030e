import "@mantine/core/styles/Popover.layer.css";
import { Button, Popover } from "@mantine/core";
import { useState } from "react";
import { IconCheck, IconCopy, IconTrash } from "@/forms/icons";
import { useFormsText } from "@/forms/useFormsText";
import { resumeLink } from "../draft/tokens";
import classes from "./parts.module.css";
import { useCopy } from "@/ui/useCopy";

interface ContinueLaterProps {
  token: string | null;
  /** Until when the server keeps the answers, as a person reads it. */
  until: string;
  onClearDevice: () => Promise<void>;
}

/** How to go on later or elsewhere: a link of one's own, and leaving nothing behind on a shared device. */
export function ContinueLater({ token, until, onClearDevice }: ContinueLaterProps) {
  const t = useFormsText();
  const [open, setOpen] = useState(false);
  const [clearing, setClearing] = useState(false);
  const { copied, copy } = useCopy();
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" shadow="md" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(!open)}>
          {t("later.open")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("later.open")}>
        <div className={classes.later}>
          <p>{token ? t("later.text", { date: until }) : t("later.nothing")}</p>
          {token && (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={18} stroke={1.5} aria-hidden /> : <IconCopy size={18} stroke={1.5} aria-hidden />}
              onClick={() => void copy(resumeLink(token))}
            >
              <span role="status">{copied ? t("copied") : t("later.copy")}</span>
            </Button>
          )}
          <hr />
          <p>{t("later.sharedText")}</p>
          <Button
            variant="default"
            loading={clearing}
            leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />}
            onClick={() => {
              setClearing(true);
              void onClearDevice();
            }}
          >
            {t("later.shared")}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
