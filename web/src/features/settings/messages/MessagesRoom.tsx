import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconAlertTriangle, IconMail } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { isGone } from "../desk/layers";
import { RoomHead } from "../desk/RoomHead";
import { useDesk } from "../desk/useDesk";
import { useListMessagesQuery } from "../desk/wordsApi";
import { ConfirmationItem } from "./ConfirmationItem";
import { groupOf, MESSAGE_GROUPS } from "./kinds";
import { MessageItem } from "./MessageItem";
import classes from "./messages.module.css";

/** Everything that the school's server sends by itself, in the school's own words where it wants. */
export function MessagesRoom() {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const message = useMessage();
  const { edits } = useDesk();
  const list = useListMessagesQuery();
  const [opened, setOpened] = useState<string | null>(null);
  const isOwn = (file: string, own: string | null | undefined) => {
    const edit = edits.find((each) => each.file === file);
    return edit ? !edit.reset && !isGone(edit.value) : own != null;
  };
  return (
    <>
      <RoomHead title={t("messages.title")} lead={t("messages.lead")} />
      {list.error ? (
        <StateScreen
          role="alert"
          icon={<IconAlertTriangle size={28} stroke={1.5} />}
          title={t("messages.failed")}
          text={message(failureOf(list.error).messageId)}
          action={<Button onClick={() => void list.refetch()}>{t("settingsDesk:retry")}</Button>}
        />
      ) : !list.data ? (
        <div className={classes.list} role="status" aria-label={t("settingsDesk:loading")}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height={72} radius="md" />
          ))}
        </div>
      ) : list.data.items.length === 0 ? (
        <StateScreen icon={<IconMail size={28} stroke={1.5} />} title={t("messages.none")} text={t("messages.none.text")} />
      ) : (
        <div className={classes.groups}>
          {MESSAGE_GROUPS.map((group) => {
            const items = list.data?.items.filter(({ name }) => groupOf(name) === group) ?? [];
            if (items.length === 0 && group !== "families") return null;
            return (
              <section key={group} aria-labelledby={`messages-${group}`}>
                <h2 id={`messages-${group}`} className={classes.groupTitle}>
                  {t(`messages.group.${group}`)}
                </h2>
                <ul className={classes.list} aria-labelledby={`messages-${group}`}>
                  {group === "families" && <ConfirmationItem />}
                  {items.map((each) => (
                    <MessageItem key={each.name} message={each} isOwn={isOwn} open={opened === each.name} onToggle={() => setOpened(opened === each.name ? null : each.name)} />
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
      )}
    </>
  );
}
