import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconDownload } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { useSaveOfferLetterMutation, type OfferLetter } from "./api";
import classes from "./letter.module.css";

interface Props {
  letter: Pick<OfferLetter, "kind" | "reference" | "is_signed">;
  token: string;
  grant: string;
}

/** The letter's paper, the signed one once there is one. */
export function SavePdf({ letter: { kind, reference, is_signed }, token, grant }: Props) {
  const { t } = useTranslation("letters");
  const message = useMessage();
  const [save, { error, isLoading }] = useSaveOfferLetterMutation();
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} />} loading={isLoading} onClick={() => void save({ token, grant, kind, reference })}>
        {t(is_signed ? "offer.pdf.signed" : "offer.pdf")}
      </Button>
      {error && (
        <p role="alert" className={classes.problem}>
          {message(failureOf(error).messageId)}
        </p>
      )}
    </>
  );
}
