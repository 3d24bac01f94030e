import { Alert, Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { localDrafts } from "@/api/localDrafts";
import { useSchool } from "@/api/school";
import { IconFileText } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useMessage } from "@/ui/useMessage";
import { useKeepDraftMutation, type FamilyDraft } from "../api";

const DECLINED = "qabul.claims.declined";

/** Forms begun in this browser before signing in: kept in the account, but only when the person says that they are theirs. */
export function ClaimDrafts({ known }: { known: readonly FamilyDraft[] }) {
  const { t } = useTranslation("family");
  const school = useSchool();
  const bilingual = useBilingual();
  const message = useMessage();
  const [claim, { isLoading }] = useKeepDraftMutation();
  const [gone, setGone] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [left, setLeft] = useState(() => sessionStorage.getItem(DECLINED) === "Y");
  const own = new Set(known.map((draft) => draft.token));
  const open = localDrafts(school.school_id).filter(({ token }) => !own.has(token) && !gone.includes(token));
  if (left || open.length === 0) return null;

  const titles = open.map(({ form }) => bilingual(school.forms.find((each) => each.id === form)?.title) || form);
  const take = async () => {
    setError(null);
    for (const draft of open) {
      const answer = await claim({ keepDraftRequest: { token: draft.token } });
      if (!answer.error) continue;
      const { messageId } = failureOf(answer.error);
      // Sent or expired meanwhile: there is nothing left to keep.
      if (messageId === "F005" || messageId === "F009") setGone((before) => [...before, draft.token]);
      else setError(message(messageId));
    }
  };
  const decline = () => {
    sessionStorage.setItem(DECLINED, "Y");
    setLeft(true);
  };
  return (
    <Alert role="region" aria-label={t("family.claim.title")} color="gray" title={t("family.claim.title")} icon={<IconFileText stroke={1.5} />}>
      <p style={{ margin: "0 0 12px" }}>{t("family.claim.text", { count: open.length, forms: titles.join(t("family.comma")) })}</p>
      {error && <p role="alert">{error}</p>}
      <Group gap="sm">
        <Button loading={isLoading} onClick={() => void take()}>
          {t("family.claim.yes")}
        </Button>
        <Button variant="default" onClick={decline}>
          {t("family.claim.no")}
        </Button>
      </Group>
    </Alert>
  );
}
