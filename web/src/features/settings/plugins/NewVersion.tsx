import { Alert, Button, Progress } from "@mantine/core";
import "@mantine/core/styles/Progress.layer.css";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "@/api/envelope";
import { IconAlertCircle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { IconUpload } from "../desk/icons";
import { toast } from "../desk/toast";
import { useDesk } from "../desk/useDesk";
import type { PluginEntry } from "../desk/wordsApi";
import classes from "./plugins.module.css";
import { LARGEST, sendComponent } from "./upload";
import { componentWishes } from "./wishes";

interface Props {
  entry: PluginEntry;
  off: boolean;
}

/** Brings a new version of a component: sent, tried by the server, and then in the draft; nothing is live before it is published. */
export function NewVersion({ entry, off }: Props) {
  const { t } = useTranslation(["settingsPlugins", "settingsDesk"]);
  const message = useMessage();
  const desk = useDesk();
  const field = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [wrong, setWrong] = useState<{ text: string; details: string[] } | null>(null);

  const take = async (file: File | undefined) => {
    if (!file) return;
    setWrong(null);
    if (file.size > LARGEST) return setWrong({ text: t("upload.tooLarge"), details: [] });
    setShare(0);
    const sent = await sendComponent(file, setShare);
    setShare(null);
    if ("failure" in sent) {
      const { messageId, problems } = sent.failure;
      return setWrong({ text: messageId === "S001" ? t("upload.refused") : messageId === "D002" ? t("upload.notOne") : message(messageId), details: problems.map(detailOf) });
    }
    const { plugin, blob } = sent.component;
    const known = entry.plugin ?? entry.published;
    if (known && plugin.id !== known.id) return setWrong({ text: t("upload.other", { id: `\u2068${plugin.id}\u2069`, name: `\u2068${known.id}\u2069` }), details: [] });
    if (blob.sha256 === entry.plugin?.digest) return setWrong({ text: t("upload.same"), details: [] });
    desk.edit(componentWishes(entry, blob.sha256, desk.read("school.yaml", `/plugins/${entry.name}/digest`)), `component ${Date.now()}`);
    await desk.flush();
    toast({ text: t("upload.done", { name: `\u2068${entry.name}\u2069`, version: `\u2068${plugin.version}\u2069` }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };

  return (
    <div className={classes.upload}>
      <input
        ref={field}
        type="file"
        accept=".wasm,application/wasm"
        className="unseen"
        tabIndex={-1}
        aria-label={t("upload.choose", { name: entry.name })}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Button variant="default" size="sm" disabled={off || share !== null} leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />} onClick={() => field.current?.click()}>
        {t("upload.button")}
      </Button>
      {share !== null && (
        <div className={classes.progress}>
          <Progress value={share * 100} animated={share >= 1} aria-label={t("upload.progress")} />
          <span className={classes.quiet} role="status">
            {share < 1 ? t("upload.sending") : t("upload.trying")}
          </span>
        </div>
      )}
      {wrong && (
        <Alert color="red" role="alert" icon={<IconAlertCircle stroke={1.5} />} title={wrong.text}>
          {wrong.details.length > 0 && (
            <ul className={classes.details} lang="en" dir="ltr">
              {wrong.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
    </div>
  );
}

/** The server's own sentence, and on which sample of which form it came to it. Components are tested in English. */
function detailOf({ code, params }: Problem): string {
  const [message, form, sample] = [params.message, params.form, params.sample].map((each) => (typeof each === "string" ? each : ""));
  const where = [form, sample].filter(Boolean).join(" · ");
  return `${where ? `${where}: ` : ""}${message || code}`;
}
