import { Button, Skeleton } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useShowEnquiryFileMutation, type PaperFileView } from "@/api/generated";
import { IconExternalLink } from "./icons";
import classes from "./ShownFile.module.css";

/** A browser shows a document by itself, under an address that this account gets for a few minutes. */
export function ShownFile({ enquiry, file }: { enquiry: string; file: Pick<PaperFileView, "file" | "name"> }) {
  const { t } = useTranslation("staff");
  const [show, { data, error }] = useShowEnquiryFileMutation();
  useEffect(() => {
    void show({ id: enquiry, file: file.file });
  }, [show, enquiry, file.file]);
  if (error) return <p role="alert">{t("view.failed")}</p>;
  if (!data) return <Skeleton height={320} role="progressbar" aria-label={t("view.loading")} />;
  return (
    <>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- in a sandbox browsers show no document; its answer runs nothing */}
      <iframe className={classes.frame} src={data.address} title={file.name} />
      <div>
        <Button component="a" href={data.address} target="_blank" rel="noopener noreferrer" variant="default" size="compact-md" leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />}>
          {t("view.tab")}
        </Button>
      </div>
    </>
  );
}
