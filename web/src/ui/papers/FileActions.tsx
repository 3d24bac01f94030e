import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconEye, IconTrash } from "@/ui/icons";
import classes from "./own.module.css";
import type { ItemFile } from "./items";

// Not there before something is pressed.
const OwnFile = lazy(async () => ({ default: (await import("./OwnFile")).OwnFile }));

interface Props {
  /** The grant, or the id. */
  application: string;
  file: Pick<ItemFile, "file" | "name" | "mediaType" | "opens" | "takesBack">;
  busy: boolean;
  onTakeBack: () => void;
}

/** What a family does with a file of its own: looks at it, and takes it back as long as nobody of the school said anything of it. */
export function FileActions({ application, file, busy, onTakeBack }: Props) {
  const { t } = useTranslation("documents");
  const [isOpen, setOpen] = useState(false);
  if (!file.opens && !file.takesBack) return null;
  const name = `\u2068${file.name}\u2069`;
  return (
    <span className={classes.fileActions}>
      {file.opens && (
        <Button variant="subtle" size="sm" leftSection={<IconEye size={16} stroke={1.5} aria-hidden />} aria-label={t("own.open.of", { name })} onClick={() => setOpen(true)}>
          {t("own.open")}
        </Button>
      )}
      {file.takesBack && (
        <Button variant="subtle" size="sm" disabled={busy} leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />} aria-label={t("own.takeBack.of", { name })} onClick={onTakeBack}>
          {t("own.takeBack")}
        </Button>
      )}
      <Suspense fallback={null}>{isOpen && <OwnFile application={application} file={file} onClose={() => setOpen(false)} />}</Suspense>
    </span>
  );
}
