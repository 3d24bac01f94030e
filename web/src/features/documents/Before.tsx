import { Alert, Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FamilyFile } from "@/api/generatedTypes";
import type { Bilingual } from "@/api/types";
import { Dialog } from "@/ui/Dialog";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./documents.module.css";
import { isSame } from "./same";

interface Props {
  /** The document that one of them is for. */
  title: Bilingual;
  files: readonly FamilyFile[];
  use: (file: string) => Promise<string | null>;
  onUsed: (name: string) => void;
  onClose: () => void;
}

/** What the family sent with other applications, the same document first: one press, and it is here too. */
export function Before({ title, files, use: reuse, onUsed, onClose }: Props) {
  const { t } = useTranslation("documents");
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [using, setUsing] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Of another child, and no more than looked at.
  const [doubtful, setDoubtful] = useState<string | null>(null);
  const choose = async ({ file, name, of_family }: FamilyFile) => {
    setProblem(null);
    if (!of_family && doubtful !== file) return setDoubtful(file);
    setDoubtful(null);
    setUsing(file);
    const refused = await reuse(file);
    setUsing(null);
    if (refused) setProblem(message(refused));
    else onUsed(name);
  };
  const same = files.filter((one) => isSame(one, title));
  const others = files.filter((one) => !isSame(one, title));
  const list = (some: readonly FamilyFile[]) => (
    <ul className={classes.before}>
      {some.map((one) => (
        <li key={one.file}>
          <span className={classes.fileName}>
            <b>{bilingual(one.label)}</b>
            <span className={classes.quiet}>
              <bdi>{bilingual(one.of)}</bdi> · <bdi>{format.day(one.given_at)}</bdi> · <bdi>{one.name}</bdi> · <bdi>{format.bytes(one.bytes)}</bdi>
            </span>
          </span>
          {doubtful === one.file && (
            <Alert role="alert" color="yellow" className={classes.doubt}>
              <p>{t("before.whose", { of: `\u2068${bilingual(one.of)}\u2069`, paper: `\u2068${bilingual(one.label)}\u2069` })}</p>
              <Group gap={8}>
                <Button variant="default" onClick={() => void choose(one)}>
                  {t("before.whose.use")}
                </Button>
                <Button variant="subtle" onClick={() => setDoubtful(null)}>
                  {t("cancel")}
                </Button>
              </Group>
            </Alert>
          )}
          <Button variant="default" hidden={doubtful === one.file} loading={using === one.file} disabled={using !== null && using !== one.file} aria-label={t("before.use.of", { name: one.name })} onClick={() => void choose(one)}>
            {t("before.use")}
          </Button>
        </li>
      ))}
    </ul>
  );
  return (
    <Dialog title={t("before.title", { name: `\u2068${bilingual(title)}\u2069` })} onClose={onClose} size={640}>
      <p className={classes.quiet}>{t("before.text")}</p>
      {problem && (
        <Alert role="alert" color="red" mb={12}>
          {problem}
        </Alert>
      )}
      {same.length > 0 ? list(same) : <p>{t("before.noSame")}</p>}
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>{t("before.others", { count: others.length, shown: format.number(others.length) })}</summary>
          {list(others)}
        </details>
      )}
    </Dialog>
  );
}
