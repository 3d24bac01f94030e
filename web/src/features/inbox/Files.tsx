import { Alert, UnstyledButton } from "@mantine/core";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { usePictures, useSaveFileMutation } from "@/api/download";
import type { Enquiry } from "@/api/types";
import { IconDownload, IconFileText } from "@/ui/icons";
import record from "@/ui/record/record.module.css";
import { useFormat } from "@/ui/useFormat";
import classes from "./enquiry.module.css";

/** Saves a file of an enquiry and says when that failed; finds the picture of a signature. */
export function useFileDownload(enquiry: Enquiry): { save: (file: string) => void; picture: (file: string) => Promise<string | null>; failed: boolean } {
  const pathOf = useCallback((file: string) => `/v1/oa/enquiries/${encodeURIComponent(enquiry.id)}/files/${encodeURIComponent(file)}`, [enquiry.id]);
  const picture = usePictures(pathOf);
  const [saveFile, { isError: failed }] = useSaveFileMutation();
  const save = (file: string) => {
    const known = enquiry.files.find((each) => each.file === file);
    void saveFile({ path: pathOf(file), name: known?.name ?? file });
  };
  return { save, picture, failed };
}

/** What came with the answers. Files are saved, not opened inside the application; a signature alone is shown as a picture, with the answers. */
export function Files({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const { save, failed } = useFileDownload(enquiry);
  if (enquiry.files.length === 0) return <p className={record.quiet}>{t("files.none")}</p>;
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
              <span className={record.quiet}>{format.bytes(file.bytes)}</span>
              <IconDownload size={18} stroke={1.5} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
