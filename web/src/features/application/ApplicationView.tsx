import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useDelayed } from "@/ui/useDelayed";
import { useMessage } from "@/ui/useMessage";
import classes from "./application.module.css";
import { Contact } from "./Contact";
import { Copy } from "./Copy";
import { History } from "./History";
import { ASK, Messages } from "./Messages";
import { OpenAnswers } from "./OpenAnswers";
import { Papers } from "./Papers";
import { Standing } from "./Standing";
import { useApplication } from "./useApplication";
import { Withdraw } from "./Withdraw";

/** What a family sent: where it stands, what is missing, and what they can do about it. */
export function ApplicationView({ application, onGone }: { application: string; onGone: () => void }) {
  const { t } = useTranslation("application");
  const message = useMessage();
  const { shown, failure, refetch, isFetching, take, again, refused, language } = useApplication(application, onGone);
  const waiting = useDelayed(!shown && !failure);
  const [isAccepting, setAccepting] = useState(false);
  if (failure && !shown) {
    if (failure.messageId === "L010") return null;
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("application.failed")}
        text={message(failure.messageId)}
        action={
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t("application.retry")}
          </Button>
        }
      />
    );
  }
  if (!shown) {
    return waiting ? (
      <div className={classes.page} role="status" aria-label={t("application.loading")}>
        <Skeleton height={180} />
        <Skeleton height={240} />
      </div>
    ) : null;
  }
  const part = { application, shown, language, take, refused };
  // An offer that is gone, or accepted, is accepted no more; and one with a letter is accepted by its signature.
  const mayAccept = Boolean(shown.offer) && !shown.accepted_at && !shown.letter;
  const accept = () => {
    flushSync(() => setAccepting(true));
    const place = document.getElementById(ASK);
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: "center" });
  };
  return (
    <article className={classes.page}>
      <Standing {...part} onAccept={mayAccept ? accept : undefined} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <OpenAnswers {...part} />
          <Papers {...part} />
          <Messages {...part} again={again} isAccepting={isAccepting && mayAccept} onAsk={() => setAccepting(false)} />
          <Copy shown={shown} />
        </div>
        <div className={classes.beside}>
          <Contact {...part} />
          <History shown={shown} />
          <Withdraw {...part} />
        </div>
      </div>
    </article>
  );
}
