import { Alert, Button, Progress } from "@mantine/core";
import "@mantine/core/styles/Progress.layer.css";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
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
  const [wrong, setWrong] = useState<{ text: string; detail: string | null } | null>(null);

  const take = async (file: File | undefined) => {
    if (!file) return;
    setWrong(null);
    if (file.size > LARGEST) return setWrong({ text: t("upload.tooLarge"), detail: null });
    setShare(0);
    const sent = await sendComponent(file, setShare);
    setShare(null);
    if ("failure" in sent) {
      const [problem] = sent.failure.problems;
      const detail = problem?.params.message ?? problem?.params.text ?? problem?.code;
      return setWrong({ text: sent.failure.messageId === "S001" ? t("upload.refused") : message(sent.failure.messageId), detail: typeof detail === "string" ? detail : null });
    }
    const { plugin, blob } = sent.component;
    if (plugin.id !== entry.plugin.id) return setWrong({ text: t("upload.other", { id: `\u2068${plugin.id}\u2069`, name: `\u2068${entry.plugin.id}\u2069` }), detail: null });
    if (blob.sha256 === entry.plugin.digest) return setWrong({ text: t("upload.same"), detail: null });
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
        className={classes.unseen}
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
          {wrong.detail && (
            <bdi lang="en" dir="ltr">
              {wrong.detail}
            </bdi>
          )}
        </Alert>
      )}
    </div>
  );
}
