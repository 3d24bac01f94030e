import { Button, Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { inserted, select, selectionOf, type TextField } from "../desk/insert";
import { Marks } from "../desk/Marks";
import marks from "../desk/marks.module.css";
import { toast } from "../desk/toast";
import { useDeskHandle, useSetting } from "../desk/useDesk";
import type { MessageEntry, MessageText } from "../desk/wordsApi";
import { FieldList } from "./FieldList";
import { MessagePreviewPane } from "./MessagePreviewPane";
import classes from "./messages.module.css";
import { joined, linesBefore, missing, partsOf, unknown, type Parts } from "./parts";
import { TextFault } from "./TextFault";
import { usePreviewed } from "./usePreviewed";
import { useFieldName } from "./words";

interface Props {
  message: MessageEntry;
  text: MessageText;
  language: Language;
}

/** One text of a message: its subject and body with what fills them, and beside it how it reads. */
export function MessageEditor({ message, text, language }: Props) {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const fieldName = useFieldName();
  const desk = useDeskHandle();
  const setting = useSetting<string>(text.file, "");
  const off = setting.readOnly !== null;
  const value = typeof setting.value === "string" ? setting.value : text.standard;
  const isOwn = value !== text.standard;
  const parts = partsOf(value, text.channel);
  const { shown, fault } = usePreviewed(message.name, text.channel, language, value);
  const lacks = missing(value, message.fields);
  const strange = unknown(value, message.fields);
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const last = useRef<"subject" | "body">("body");
  const shared = { lang: language, dir: language === "ar" ? "rtl" : "ltr", readOnly: off } as const;

  const change = (part: Partial<Parts>) => {
    const next = joined({ ...parts, ...part });
    setting.set(next === text.standard ? undefined : next, "words");
  };
  const insert = (what: string) => {
    const which = last.current === "subject" && parts.subject !== null ? "subject" : "body";
    const field: TextField | null = which === "subject" ? subject.current : body.current;
    const typed = inserted(parts[which] ?? "", selectionOf(field), what);
    change({ [which]: typed.value });
    select(field, typed);
  };
  const giveBack = () => {
    setting.set(undefined, "standard");
    toast({ text: t("messages.standard.done"), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };

  return (
    <div className={classes.columns}>
      <div className={classes.editor}>
        {parts.subject !== null && (
          <TextInput
            {...shared}
            ref={subject}
            label={t("messages.subject")}
            maxLength={400}
            value={parts.subject}
            error={parts.subject.trim() === "" ? t("messages.subject.empty") : undefined}
            onFocus={() => (last.current = "subject")}
            onChange={(event) => change({ subject: event.currentTarget.value })}
          />
        )}
        <Textarea
          {...shared}
          ref={body}
          label={t(text.channel === "sms" ? "messages.sms" : "messages.body")}
          description={t(text.channel === "sms" ? "messages.sms.help" : "messages.body.help")}
          autosize
          minRows={text.channel === "sms" ? 4 : 10}
          maxLength={20_000}
          value={parts.body}
          error={
            strange.length > 0
              ? t("messages.unknown", { count: strange.length, fields: strange.map((name) => `\u2068${name}\u2069`).join(t("settingsDesk:comma")) })
              : lacks.length > 0
                ? t("messages.lacks", { count: lacks.length, fields: lacks.map(fieldName).join(t("settingsDesk:comma")) })
                : undefined
          }
          onFocus={() => (last.current = "body")}
          onChange={(event) => change({ body: event.currentTarget.value })}
        />
        {fault && <TextFault fault={fault} before={linesBefore(value, parts.body)} />}
        <FieldList fields={message.fields} lacks={lacks} off={off} onInsert={insert} />
        {isOwn && (
          <p className={marks.changed}>
            <span>{t("messages.own")}</span>
            {!off && (
              <Button size="compact-sm" variant="subtle" onClick={giveBack}>
                {t("messages.standard")}
              </Button>
            )}
          </p>
        )}
        <Marks setting={{ ...setting, isChanged: false }} place={{ file: text.file, pointer: "" }} withoutProblems invalid={t("messages.unfinished")} />
      </div>
      <MessagePreviewPane channel={text.channel} language={language} shown={shown} isStale={fault !== null} />
    </div>
  );
}
