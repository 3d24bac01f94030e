import { Button, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { forgetLocalDraft, localDrafts } from "@/api/localDrafts";
import { useSchool } from "@/api/school";
import { OWN_DRAFT } from "@/forms/ownDraft";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useRemoveDraftMutation, useRestoreDraftMutation, type FamilyDraft } from "../api";
import classes from "./family.module.css";

/** What was begun and not sent, with the way back to it, and away. */
export function Drafts({ drafts }: { drafts: readonly FamilyDraft[] }) {
  const { t } = useTranslation("family");
  const { school_id } = useSchool();
  const bilingual = useBilingual();
  const message = useMessage();
  const [remove, removing] = useRemoveDraftMutation();
  const [restore, restoring] = useRestoreDraftMutation();
  const [asked, setAsked] = useState<FamilyDraft | null>(null);
  const [removed, setRemoved] = useState<FamilyDraft | null>(null);
  const titleOf = ({ form_title }: FamilyDraft) => `\u2068${bilingual(form_title)}\u2069`;
  const takeAway = async (draft: FamilyDraft) => {
    const answer = await remove({ keepDraftRequest: { token: draft.token } });
    if (answer.error) return;
    // This browser would offer it as one that was begun before.
    for (const { form, token } of localDrafts(school_id)) if (token === draft.token) forgetLocalDraft(school_id, form);
    setAsked(null);
    setRemoved(draft);
    restoring.reset();
  };
  const putBack = async (draft: FamilyDraft) => {
    const answer = await restore({ keepDraftRequest: { token: draft.token } });
    if (!answer.error) setRemoved(null);
  };
  const outcome = (
    <div role="status" className={classes.outcome}>
      {removed && (
        <>
          <span>{t("family.draft.deleted", { form: titleOf(removed) })}</span>
          <Button variant="subtle" size="compact-sm" loading={restoring.isLoading} onClick={() => void putBack(removed)}>
            {t("family.draft.undo")}
          </Button>
          {restoring.error && <span role="alert">{message(failureOf(restoring.error).messageId)}</span>}
        </>
      )}
    </div>
  );
  if (drafts.length === 0) return removed ? outcome : null;
  return (
    <section className={classes.section} aria-labelledby="drafts">
      <Title order={2} id="drafts">
        {t("family.drafts")}
      </Title>
      <ul className={classes.rows}>
        {drafts.map((draft) => (
          <DraftRow key={draft.token} draft={draft} onRemove={() => setAsked(draft)} />
        ))}
      </ul>
      {outcome}
      {asked && (
        <ConfirmDialog
          opened
          danger
          onClose={() => setAsked(null)}
          title={t("family.draft.delete.of", { form: titleOf(asked) })}
          text={t("family.draft.delete.text")}
          confirm={t("family.draft.delete")}
          busy={removing.isLoading}
          error={removing.error ? message(failureOf(removing.error).messageId) : null}
          onConfirm={() => void takeAway(asked)}
        />
      )}
    </section>
  );
}

function DraftRow({ draft, onRemove }: { draft: FamilyDraft; onRemove: () => void }) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const format = useFormat();
  const form = bilingual(draft.form_title);
  return (
    <li className={classes.row}>
      <span className={classes.rowText}>
        <span className={classes.formName}>
          {draft.person ? <bdi>{draft.person}</bdi> : t("family.unnamed")} · {form}
        </span>
        <span className={classes.quiet}>{t("family.draft.dates", { saved: format.age(draft.updated_at), until: format.day(draft.expires_at) })}</span>
      </span>
      <Button variant="subtle" color="gray" aria-label={t("family.draft.delete.of", { form })} onClick={onRemove}>
        {t("family.draft.delete")}
      </Button>
      <Button component={Link} to={`${draft.address}#draft=${draft.token}`} state={OWN_DRAFT} aria-label={t("family.goOn.of", { form })}>
        {t("family.goOn")}
      </Button>
    </li>
  );
}
