import { Button, FileButton, Loader } from "@mantine/core";
import { useId, useRef } from "react";
import { useDropzone } from "react-dropzone";
import { useTranslation } from "react-i18next";
import { IconFileText, IconPaperclip } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import classes from "./check.module.css";
import { inFours, LARGEST, type FileFault } from "./fingerprint";

/** What was chosen, and how far it is read. */
export interface Chosen {
  name: string;
  sha256?: string | undefined;
  fault?: FileFault | undefined;
}

interface Props {
  chosen: Chosen | null;
  onFile: (file: File | null) => void;
}

/** A letter's file, chosen or dropped. It is read here and sent nowhere. */
export function FileField({ chosen, onFile }: Props) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const id = useId();
  // The same file may be chosen again.
  const reset = useRef<() => void>(null);
  const zone = useDropzone({ noClick: true, noKeyboard: true, multiple: false, onDrop: (dropped) => dropped[0] && onFile(dropped[0]) });
  const isReading = chosen !== null && !chosen.sha256 && !chosen.fault;
  const fault = chosen?.fault && t(`check.file.${chosen.fault}`, { limit: format.bytes(LARGEST) });
  return (
    <div {...zone.getRootProps()} className={classes.zone} data-over={zone.isDragActive || undefined} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <span id={`${id}-label`} className={classes.label}>
        {t("check.file")}
      </span>
      <p id={`${id}-help`} className={classes.quiet}>
        {t("check.file.help")}
      </p>
      <div className={classes.row}>
        <FileButton accept="application/pdf,.pdf" resetRef={reset} onChange={(file) => file && onFile(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPaperclip size={18} stroke={1.5} aria-hidden />}
              aria-describedby={fault ? `${id}-fault` : undefined}
              onClick={() => {
                reset.current?.();
                props.onClick();
              }}
            >
              {t(chosen ? "check.file.another" : "check.file.choose")}
            </Button>
          )}
        </FileButton>
        <span className={classes.drop} aria-hidden>
          {t("check.file.drop")}
        </span>
      </div>
      {chosen && (
        <div className={classes.file}>
          <IconFileText size={20} stroke={1.5} aria-hidden />
          <bdi className={classes.fileName}>{chosen.name}</bdi>
          <Button variant="subtle" size="compact-md" aria-label={t("check.file.remove.of", { name: `\u2068${chosen.name}\u2069` })} onClick={() => onFile(null)}>
            {t("check.file.remove")}
          </Button>
        </div>
      )}
      {chosen?.sha256 && (
        <div className={classes.quiet}>
          {t("check.fingerprint")}
          <code className={classes.print} dir="ltr">
            {inFours(chosen.sha256)}
          </code>
        </div>
      )}
      <p role="status" className={isReading ? classes.quiet : "unseen"}>
        {isReading && (
          <>
            <Loader size={16} /> {t("check.file.reading")}
          </>
        )}
      </p>
      {fault && (
        <p id={`${id}-fault`} role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
