import { Button } from "@mantine/core";
import { lazy, Suspense } from "react";
import { IconCheck, IconCopy, IconMail, IconShare } from "@/forms/icons";
import { useFormsText } from "@/forms/useFormsText";
import { isUnsaved, type SaveState } from "../draft/autosave";
import { resumeLink } from "../draft/tokens";
import { ClearDevice } from "./ClearDevice";
import classes from "./parts.module.css";
import { useCopy } from "@/ui/useCopy";
import { usePopoverAt } from "@/ui/usePopoverAt";

const load = () => import("@/ui/PopoverAt");
const PopoverAt = lazy(load);

interface ContinueLaterProps {
  /** The form's name. */
  title: string;
  token: string | null;
  save: SaveState;
  /** Until when the server keeps the answers, as a person reads it. */
  until: string;
  /** Resolves with false where something would be lost that `lose` does not allow. */
  onClearDevice: (lose: boolean) => Promise<boolean>;
}

/** How to go on later or elsewhere: a link of one's own, and leaving nothing behind on a shared device. */
export function ContinueLater({ title, token, save, until, onClearDevice }: ContinueLaterProps) {
  const t = useFormsText();
  const { wanted, target, popover } = usePopoverAt(load);
  const { copied, copy } = useCopy();
  const unsaved = isUnsaved(save);
  const shares = typeof navigator.share === "function";
  const share = async (url: string) => {
    try {
      await navigator.share({ title, url });
    } catch {
      // Closed without sharing, or not allowed here: the other ways stand below.
    }
  };
  return (
    <>
      <Button {...target} variant="subtle" size="compact-sm">
        {t("later.open")}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <PopoverAt {...popover} label={t("later.open")} position="bottom-start" width={320}>
            <div className={classes.later}>
              {token && until && <p>{t("later.until", { date: until })}</p>}
              {!token && !unsaved && <p>{t("later.nothing")}</p>}
              {unsaved && <p>{t(token ? "later.behind" : "later.unsaved")}</p>}
              {token && (
                <>
                  {shares && (
                    <Button leftSection={<IconShare size={18} stroke={1.5} aria-hidden />} onClick={() => void share(resumeLink(token))}>
                      {t("later.share")}
                    </Button>
                  )}
                  {/* The family's own mail program sends it, to whom and whenever they like. */}
                  <Button component="a" variant="default" leftSection={<IconMail size={18} stroke={1.5} aria-hidden />} href={mailWith(t("later.subject", { form: title }), resumeLink(token))}>
                    {t("later.mail")}
                  </Button>
                  <Button
                    variant="default"
                    leftSection={copied ? <IconCheck size={18} stroke={1.5} aria-hidden /> : <IconCopy size={18} stroke={1.5} aria-hidden />}
                    onClick={() => void copy(resumeLink(token))}
                  >
                    <span aria-live="polite">{copied ? t("copied") : t("later.copy")}</span>
                  </Button>
                  <details>
                    <summary>{t("later.more")}</summary>
                    <p>{t("later.text")}</p>
                  </details>
                </>
              )}
              {(token || unsaved) && (
                <>
                  <hr />
                  <ClearDevice link={token !== null} save={save} onClear={onClearDevice} />
                </>
              )}
            </div>
          </PopoverAt>
        </Suspense>
      )}
    </>
  );
}

/** A letter in the person's own mail program. */
function mailWith(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
