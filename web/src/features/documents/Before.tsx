import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FamilyFile } from "@/api/generatedTypes";
import { Dialog } from "@/ui/Dialog";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./documents.module.css";

interface Props {
  /** The document that one of them is for. */
  title: string;
  files: readonly FamilyFile[];
  use: (file: string) => Promise<string | null>;
  onUsed: (name: string) => void;
  onClose: () => void;
}

/** What the family sent with other applications: one press, and it is here too. */
export function Before({ title, files, use: reuse, onUsed, onClose }: Props) {
  const { t } = useTranslation("documents");
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [using, setUsing] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async ({ file, name }: FamilyFile) => {
    setProblem(null);
    setUsing(file);
    const refused = await reuse(file);
    setUsing(null);
    if (refused) setProblem(message(refused));
    else onUsed(name);
  };
  return (
    <Dialog title={t("before.title", { name: `\u2068${title}\u2069` })} onClose={onClose} size={640}>
      <p className={classes.quiet}>{t("before.text")}</p>
      {problem && (
        <Alert role="alert" color="red" mb={12}>
          {problem}
        </Alert>
      )}
      <ul className={classes.before}>
        {files.map((one) => (
          <li key={one.file}>
            <span className={classes.fileName}>
              <b>{bilingual(one.label)}</b>
              <span className={classes.quiet}>
                <bdi>{bilingual(one.of)}</bdi> · <bdi>{format.day(one.given_at)}</bdi> · <bdi>{one.name}</bdi> · <bdi>{format.bytes(one.bytes)}</bdi>
              </span>
            </span>
            <Button variant="default" loading={using === one.file} disabled={using !== null && using !== one.file} aria-label={t("before.use.of", { name: one.name })} onClick={() => void choose(one)}>
              {t("before.use")}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
