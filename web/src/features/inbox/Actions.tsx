import { Alert, Button, Group, Select, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useListAssigneesQuery } from "@/api/generated";
import { ENQUIRY } from "@/api/machines";
import { isEnquiryState } from "@/api/standing";
import type { CloseReason, Enquiry, EnquiryState } from "@/api/types";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { IconAlertCircle, IconUserPlus } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { StandingBlock } from "./applications/StandingBlock";
import { ableOf } from "./assignees";
import classes from "./enquiry.module.css";
import { CloseDialog } from "./CloseDialog";
import { asksWhy, isOver, LONGEST_COMMENT } from "./closing";
import { ConflictNotice } from "./ConflictNotice";
import { useChange } from "./useChange";
import { useKept } from "./useKept";

/** What staff do with an enquiry: move it on, give it to someone, write something down. */
export function Actions({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const { send, busy, conflict, dismiss, messageId } = useChange(enquiry);
  const [closing, setClosing] = useState<EnquiryState | null>(null);
  const [closedFrom, setClosedFrom] = useState<EnquiryState | null>(null);
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  // The present one keeps its place, so that a second press on the same spot never means another state.
  const inOrder = ENQUIRY.states.filter((state) => state === enquiry.state || enquiry.next_states.includes(state));
  const close = async (state: EnquiryState, reason: CloseReason, comment: string) => {
    const from = enquiry.state;
    // What was typed stays until the server has it.
    if (!(await send({ state, reason, ...(comment && { comment }) }))) return;
    setClosing(null);
    setClosedFrom(isEnquiryState(from) ? from : null);
  };
  const settle = (then: () => void) => {
    setClosing(null);
    then();
  };
  return (
    <section className={classes.actions} aria-label={t("actions.label")}>
      {messageId && !closing && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(messageId)}
        </Alert>
      )}
      {conflict && <ConflictNotice enquiry={enquiry} conflict={conflict} busy={busy !== null} onAgain={() => settle(() => void send(conflict.change))} onDismiss={() => settle(dismiss)} />}
      <StandingBlock enquiry={enquiry}>
        <div className={classes.now}>
          <p className={classes.label}>{t("actions.state")}</p>
          <p role="status" className={classes.undo}>
            {closedFrom && isOver(enquiry.state) && <Undo busy={busy !== null} onUndo={() => void send({ state: closedFrom })} />}
          </p>
        </div>
        {enquiry.next_states.length > 0 && (
          <Group gap={8} mt={8}>
            {inOrder.map((state) => (
              <Button
                key={state}
                variant="default"
                loading={busy?.state === state}
                disabled={busy !== null || state === enquiry.state}
                aria-current={state === enquiry.state || undefined}
                aria-label={asksWhy(state) ? t("close.title") : undefined}
                onClick={() => (asksWhy(state) ? setClosing(state) : void send({ state }))}
              >
                {t(`move.${state}`)}
              </Button>
            ))}
          </Group>
        )}
      </StandingBlock>
      {edits ? (
        <>
          <Owner enquiry={enquiry} busy={busy !== null} onOwner={(owner) => void send({ owner })} />
          <CommentBox enquiry={enquiry.id} busy={busy?.comment !== undefined} onSend={(comment) => send({ comment })} />
        </>
      ) : (
        <div>
          <p className={classes.label}>{t("actions.owner")}</p>
          <bdi>{enquiry.owner?.name ?? t("owner.none")}</bdi>
        </div>
      )}
      {closing && !conflict && (
        <CloseDialog
          title={t("close.title")}
          withComment
          busy={busy !== null}
          error={messageId && message(messageId)}
          onSend={(reason, comment) => void close(closing, reason, comment)}
          onClose={() => setClosing(null)}
        />
      )}
    </section>
  );
}

/** Says that it is closed; one press opens it again where it stood. */
function Undo({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  const { t } = useTranslation("staff");
  const button = useRef<HTMLButtonElement>(null);
  // What was pressed is gone: whoever pressed it stays here.
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      {t("close.done")}{" "}
      <Button ref={button} size="compact-sm" variant="default" loading={busy} onClick={onUndo}>
        {t("close.undo")}
      </Button>
    </>
  );
}

const NOBODY = "";

function Owner({ enquiry, busy, onOwner }: { enquiry: Enquiry; busy: boolean; onOwner: (owner: string | null) => void }) {
  const { t } = useTranslation("staff");
  const me = useAppSelector((state) => state.auth.user);
  const assignees = useListAssigneesQuery();
  const options = [{ value: NOBODY, label: t("owner.none") }, ...ableOf(assignees.data?.items, enquiry.form).map((each) => ({ value: each.id, label: each.name }))];
  // Someone who has left may still own it.
  if (enquiry.owner && !options.some((option) => option.value === enquiry.owner?.id)) options.push({ value: enquiry.owner.id, label: enquiry.owner.name });
  const canTake = me !== null && enquiry.owner?.id !== me.id && options.some((option) => option.value === me.id);
  return (
    <div>
      <Select
        label={t("actions.owner")}
        data={options}
        value={enquiry.owner?.id ?? NOBODY}
        disabled={busy}
        allowDeselect={false}
        searchable={options.length > 8}
        comboboxProps={{ shadow: "md" }}
        onChange={(value) => onOwner(value || null)}
      />
      {canTake && (
        <Button mt={8} size="compact-sm" variant="subtle" disabled={busy} leftSection={<IconUserPlus size={16} stroke={1.5} />} onClick={() => onOwner(me.id)}>
          {t("actions.take")}
        </Button>
      )}
    </div>
  );
}

function CommentBox({ enquiry, busy, onSend }: { enquiry: string; busy: boolean; onSend: (comment: string) => Promise<boolean> }) {
  const { t } = useTranslation("staff");
  const [text, setText] = useKept(`comment.${enquiry}`);
  const send = async () => {
    // What was typed stays until the server has it.
    if (await onSend(text.trim())) setText("");
  };
  return (
    <div>
      <Textarea label={t("actions.comment")} description={t("actions.comment.hint")} rows={3} dir="auto" maxLength={LONGEST_COMMENT} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Button mt={8} variant="default" loading={busy} disabled={!text.trim()} onClick={() => void send()}>
        {t("actions.comment.send")}
      </Button>
    </div>
  );
}
