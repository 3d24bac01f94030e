import { Alert, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { IconAlertTriangle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import type { Channel } from "../desk/wordsApi";
import { useDiagnosticText } from "../publish/useDiagnosticText";
import { MailFrame } from "./MailFrame";
import classes from "./messages.module.css";
import { usePreviewed } from "./usePreviewed";

interface Props {
  name: string;
  channel: Channel;
  language: Language;
  text: string;
  /** Lines of the text that the editor shows elsewhere: those that are told are counted without them. */
  before: number;
}

/** How a message reads when it arrives, filled with an example; or why it cannot. */
export function MessagePreviewPane({ name, channel, language, text, before }: Props) {
  const { t } = useTranslation("settingsWords");
  const message = useMessage();
  const say = useDiagnosticText();
  const isArabic = useLanguage().language === "ar";
  const { shown, fault } = usePreviewed(name, channel, language, text);
  return (
    <section className={classes.preview} aria-label={t("messages.preview")}>
      <h3 className={classes.previewTitle}>{t("messages.preview")}</h3>
      {fault && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle stroke={1.5} />} title={t("messages.fault")}>
          {fault.line !== null && <span>{fault.line > before ? t("messages.fault.line", { n: fault.line - before }) : t("messages.fault.subject")} </span>}
          {fault.message ? (
            <>
              {isArabic && <span>{say(fault)} </span>}
              <bdi lang="en" dir="ltr">
                {fault.message}
              </bdi>
            </>
          ) : (
            message(fault.messageId)
          )}
        </Alert>
      )}
      {shown ? (
        <div className={classes.letter} data-stale={fault !== null || undefined}>
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
        !fault && <Skeleton height={240} radius="md" />
      )}
      <p className={classes.quiet}>{channel === "sms" && shown ? t("messages.preview.sms", { count: [...shown.text.trim()].length }) : t("messages.preview.sample")}</p>
    </section>
  );
}
