import { Alert, Button, Skeleton } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useShowApplicationFileMutation } from "@/api/generated";
import { Dialog } from "@/ui/Dialog";
import { IconExternalLink } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import classes from "./own.module.css";
import type { ItemFile } from "./items";

interface Props {
  /** The grant, or the id. */
  application: string;
  file: Pick<ItemFile, "file" | "name" | "mediaType">;
  onClose: () => void;
}

/** A file that the family gave, as it came: whether every page is there and can be read. It has an address for a few minutes. */
export function OwnFile({ application, file, onClose }: Props) {
  const { t } = useTranslation("documents");
  const message = useMessage();
  const [show, { data, error }] = useShowApplicationFileMutation();
  useEffect(() => {
    void show({ application, file: file.file });
  }, [show, application, file.file]);
  const isPicture = file.mediaType.startsWith("image/");
  return (
    <Dialog title={`\u2068${file.name}\u2069`} size={900} onClose={onClose}>
      {error && (
        <Alert role="alert" color="red">
          {message(failureOf(error).messageId)}
        </Alert>
      )}
      {!error && !data && <Skeleton height={320} role="progressbar" aria-label={t("own.loading")} />}
      {data && (
        <div className={classes.own}>
          {isPicture ? (
            <img src={data.address} alt={file.name} />
          ) : (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- in a sandbox browsers show no document; its answer runs nothing
            <iframe src={data.address} title={file.name} />
          )}
          <Button component="a" href={data.address} target="_blank" rel="noopener noreferrer" variant={isPicture ? "default" : "filled"} leftSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}>
            {t("own.tab")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
