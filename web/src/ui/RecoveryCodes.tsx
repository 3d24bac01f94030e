import { Alert, Button, Checkbox, Group, Stack } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "./CopyButton";
import { IconDownload, IconKey, IconPrinter } from "./icons";
import classes from "./codes.module.css";

interface Props {
  codes: readonly string[];
  /** Where the codes belong to: part of the file's name. */
  school: string;
  onDone: () => void;
}

/** Recovery codes, shown this once: copied or saved, and only then left. */
export function RecoveryCodes({ codes, school, onDone }: Props) {
  const { t } = useTranslation();
  const [isSaved, setSaved] = useState(false);
  const text = codes.join("\n");
  return (
    <Stack gap="md">
      <Alert color="amber" icon={<IconKey stroke={1.5} />}>
        {t("recovery.text")}
      </Alert>
      <ul className={classes.codes} dir="ltr" aria-label={t("recovery.title")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm" className="no-print">
        <CopyButton text={text} label={t("recovery.copy")} />
        <Button variant="default" leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />} onClick={() => saveText(`${school}-recovery-codes.txt`, `${text}\n`)}>
          {t("recovery.save")}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />} onClick={() => print()}>
          {t("recovery.print")}
        </Button>
      </Group>
      <Checkbox className="no-print" label={t("recovery.saved")} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button className="no-print" disabled={!isSaved} onClick={onDone}>
        {t("action.done")}
      </Button>
    </Stack>
  );
}

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
