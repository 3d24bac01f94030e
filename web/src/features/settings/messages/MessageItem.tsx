import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import { SegmentedControl, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asLanguage, LANGUAGE_NAMES, type Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { IconChevronDown, IconMail, IconMessageCircle } from "@/ui/icons";
import card from "@/ui/card.module.css";
import type { MessageEntry } from "../desk/wordsApi";
import { MessageEditor } from "./MessageEditor";
import classes from "./messages.module.css";
import { useMessageWords } from "./words";

interface Props {
  message: MessageEntry;
  isOwn: (file: string, own: string | null | undefined) => boolean;
  open: boolean;
  onToggle: () => void;
}

/** A message: what it is for in a line, its texts once it is opened. */
export function MessageItem({ message, isOwn, open, onToggle }: Props) {
  const { t } = useTranslation("settingsWords");
  const words = useMessageWords()(message.name);
  const { language: reader } = useLanguage();
  const [channel, setChannel] = useState(message.channels[0] ?? "mail");
  const [language, setLanguage] = useState<Language>(reader);
  const own = message.texts.filter((text) => isOwn(text.file, text.own)).length;
  const languages = [...new Set(message.texts.map(({ locale }) => asLanguage(locale)))];
  const text = message.texts.find((each) => each.channel === channel && each.locale === language) ?? message.texts[0];
  return (
    <li className={`${card.row} ${classes.item}`} data-open={open || undefined}>
      <h3 className={classes.name}>
        <UnstyledButton className={classes.line} aria-expanded={open} onClick={onToggle}>
          <span className={classes.icons} aria-hidden>
            {message.channels.includes("mail") && <IconMail size={20} stroke={1.5} />}
            {message.channels.includes("sms") && <IconMessageCircle size={20} stroke={1.5} />}
          </span>
          <span className={classes.texts}>
            <span className={classes.title}>{words.title}</span>
            <span className={classes.quiet}>{words.purpose}</span>
            {own > 0 && <span className={classes.ownMark}>{t("messages.ownTexts", { count: own })}</span>}
          </span>
          <IconChevronDown className={classes.chevron} size={18} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </h3>
      {open && text && (
        <div className={classes.inside}>
          <div className={classes.choose}>
            {message.channels.length > 1 && (
              <SegmentedControl
                size="sm"
                aria-label={t("messages.channel")}
                value={channel}
                onChange={(value) => setChannel(value)}
                data={message.channels.map((each) => ({ value: each, label: t(`messages.channel.${each}`) }))}
              />
            )}
            {languages.length > 1 && (
              <SegmentedControl
                size="sm"
                aria-label={t("legal.language")}
                value={language}
                onChange={(value) => setLanguage(asLanguage(value))}
                data={languages.map((each) => ({ value: each, label: <span lang={each}>{LANGUAGE_NAMES[each]}</span> }))}
              />
            )}
          </div>
          <MessageEditor key={text.file} message={message} text={text} language={asLanguage(text.locale)} />
        </div>
      )}
    </li>
  );
}
