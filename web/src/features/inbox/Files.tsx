import { Alert, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSaveFileMutation } from "@/api/download";
import type { Enquiry } from "@/api/types";
import { IconDownload, IconFileText } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import classes from "./enquiry.module.css";

/** Saves a file of an enquiry; says when that failed. */
export function useFileDownload(enquiry: Enquiry): { save: (file: string) => void; failed: boolean } {
  const [saveFile, { isError: failed }] = useSaveFileMutation();
  const save = (file: string) => {
    const known = enquiry.files.find((each) => each.file === file);
    void saveFile({ path: `/v1/oa/enquiries/${encodeURIComponent(enquiry.id)}/files/${encodeURIComponent(file)}`, name: known?.name ?? file });
  };
  return { save, failed };
}

/** What came with the answers. Files are only ever saved, never shown inside the application. */
export function Files({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const { save, failed } = useFileDownload(enquiry);
  if (enquiry.files.length === 0) return <p className={classes.quiet}>{t("files.none")}</p>;
  return (
    <>
      {failed && (
        <Alert role="alert" color="red" mb={12}>
          {t("files.failed")}
        </Alert>
      )}
      <ul className={classes.files}>
        {enquiry.files.map((file) => (
          <li key={file.file}>
            <UnstyledButton className={classes.file} onClick={() => save(file.file)} aria-label={t("files.save", { name: file.name })}>
              <IconFileText size={20} stroke={1.5} aria-hidden />
              <bdi className={classes.fileName}>{file.name}</bdi>
              <span className={classes.quiet}>{format.bytes(file.bytes)}</span>
              <IconDownload size={18} stroke={1.5} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
