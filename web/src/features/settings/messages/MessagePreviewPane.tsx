import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { MailFrame } from "@/ui/MailFrame";
import type { Channel, MessagePreview } from "../desk/wordsApi";
import classes from "./messages.module.css";

interface Props {
  channel: Channel;
  language: Language;
  /** The last text that could be filled in. */
  shown: MessagePreview | null;
  /** What is written now cannot be. */
  isStale: boolean;
}

/** How a message reads when it arrives, filled with an example. */
export function MessagePreviewPane({ channel, language, shown, isStale }: Props) {
  const { t } = useTranslation("settingsWords");
  return (
    <section className={classes.preview} aria-label={t("messages.preview")}>
      <h4 className={classes.previewTitle}>{t("messages.preview")}</h4>
      {shown ? (
        <div className={classes.letter} data-stale={isStale || undefined}>
          {shown.subject && (
            <p className={classes.subject} lang={language} dir={language === "ar" ? "rtl" : "ltr"}>
              {shown.subject}
            </p>
          )}
          {shown.html ? (
            <MailFrame html={shown.html} title={t("messages.preview.frame")} language={language} />
          ) : (
            <p className={classes.bubble} data-channel={channel} lang={language} dir={language === "ar" ? "rtl" : "ltr"}>
              {shown.text.trim()}
            </p>
          )}
        </div>
      ) : (
        !isStale && <Skeleton height={240} radius="md" />
      )}
      <p className={classes.quiet}>{channel === "sms" && shown ? t("messages.preview.sms", { count: [...shown.text.trim()].length }) : t("messages.preview.sample")}</p>
    </section>
  );
}
