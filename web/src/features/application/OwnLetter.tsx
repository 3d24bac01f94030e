import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useSaveFileMutation } from "@/api/download";
import { failureOf } from "@/api/envelope";
import { useOpenOwnLetterMutation } from "@/api/generated";
import type { MyApplication } from "@/api/generatedTypes";
import { IconDownload } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import own from "./standing.module.css";
import type { Part } from "./useApplication";

interface Props extends Part {
  letter: NonNullable<MyApplication["letter"]>;
}

/** The letter of the offer, and then the acceptance of its place: the way to it while it waits, and the PDF that all have signed. */
export function OwnLetter({ application, shown, letter, refused }: Props) {
  const { t } = useTranslation("application");
  const format = useFormat();
  const message = useMessage();
  const bilingual = useBilingual();
  const navigate = useNavigate();
  const [open, { error, isLoading }] = useOpenOwnLetterMutation();
  const [save, { error: unsaved, isLoading: isSaving }] = useSaveFileMutation();
  const read = async () => {
    const answer = await open({ application });
    // Its token stands in the address for a moment alone: the letter's page takes it out.
    if (answer.data) await navigate(answer.data.path);
    else refused(failureOf(answer.error).messageId);
  };
  const failure = error ?? unsaved;
  // Once the place is accepted, what waits is its acceptance.
  const key = letter.state !== "signed" && shown.state.startsWith("A/") ? (`application.acceptance.${letter.state}` as const) : (`application.letter.${letter.state}` as const);
  const path = `/v1/oa/public/applications/${encodeURIComponent(application)}/letter/file`;
  return (
    <div className={own.accept}>
      <p className={own.until}>
        <MarkedText text={t(key, { date: format.date(letter.until), title: bilingual(letter.title) })} />
      </p>
      {letter.state === "waits" && (
        <Button loading={isLoading} onClick={() => void read()}>
          {t("application.letter.read")}
        </Button>
      )}
      {letter.state === "signed" && (
        <Button variant="default" leftSection={<IconDownload size={18} />} loading={isSaving} onClick={() => void save({ path, name: `${letter.reference}.pdf` })}>
          {t("application.letter.save")}
        </Button>
      )}
      {failure && <p role="alert">{message(failureOf(failure).messageId)}</p>}
    </div>
  );
}
