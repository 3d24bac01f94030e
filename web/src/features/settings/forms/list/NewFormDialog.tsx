import "@mantine/core/styles/Radio.layer.css";
import { Button, FileButton, Group, NativeSelect, Radio, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { usualFormPath } from "@/api/formPaths";
import { Dialog } from "@/ui/Dialog";
import { useDeskHandle, useSetting } from "../../desk/useDesk";
import classes from "./list.module.css";
import parts from "../parts.module.css";
import { freeName } from "../model/edit";
import { parse } from "../model/parse";
import { fromTemplate, TEMPLATES, type Template } from "../model/templates";
import { isStoredDocument, words, type FormModel, type StoredDocument, type Text } from "../model/types";
import { TextPair } from "../panel/TextPair";
import { importForm } from "./files";
import { newForm } from "./newForm";
import { ID_PATTERN } from "./offered";
import * as to from "../../paths";

type Source = Template | "copy" | "file";

interface Props {
  taken: readonly string[];
  /** Own forms that another can begin with. */
  sources: readonly string[];
  onClose: () => void;
}

/** Beginning a form: from nothing, a template, another form or a file. */
export function NewFormDialog({ taken, sources, onClose }: Props) {
  const { t } = useTranslation("builder");
  const desk = useDeskHandle();
  const navigate = useNavigate();
  const [source, setSource] = useState<Source>("enquiry");
  const [title, setTitle] = useState<Text | null>(null);
  const [typedId, setTypedId] = useState<string | null>(null);
  const [from, setFrom] = useState(sources[0] ?? "");
  const [file, setFile] = useState<{ name: string; document: StoredDocument } | null>(null);
  const [fault, setFault] = useState<"tooLarge" | "notAForm" | null>(null);
  const [tried, setTried] = useState(false);
  const other = useSetting<StoredDocument>(`forms/${from || "new"}.json`, "");

  const model = modelOf();
  const shownTitle = title ?? model?.title ?? words("", "");
  const id = typedId ?? freeName(shownTitle.en.replaceAll(/\W+/g, "-"), (name) => taken.includes(name)).replaceAll("_", "-");
  const idFault = !ID_PATTERN.test(id) ? t("new.id.bad") : taken.includes(id) ? t("new.id.taken") : undefined;
  const missing = (source === "file" && !file) || (source === "copy" && !model);

  function modelOf(): FormModel | null {
    if (source === "file") return file && parse(file.document);
    if (source !== "copy") return fromTemplate(source);
    if (!from || !other.value || !isStoredDocument(other.value)) return null;
    const copied = parse(other.value);
    return { ...copied, version: "1.0.0", title: { ...copied.title, en: t("new.copyOf.en", { title: copied.title.en }), ar: t("new.copyOf.ar", { title: copied.title.ar }) } };
  }

  const take = async (chosen: File | null) => {
    if (!chosen) return;
    const read = await importForm(chosen);
    setFault(typeof read === "string" ? read : null);
    setFile(typeof read === "string" ? null : { name: chosen.name, document: read });
    setTitle(null);
  };

  const begin = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing || idFault || !model || shownTitle.en.trim() === "" || shownTitle.ar.trim() === "") return;
    desk.edit(newForm(id, { ...model, title: shownTitle }, source === "file" ? file?.document : undefined));
    onClose();
    void navigate(to.form(id));
  };

  return (
    <Dialog onClose={onClose} title={t("new.title")} size={640} closeOnOutside={false}>
      <form className={parts.form} noValidate onSubmit={begin}>
        <Radio.Group
          label={t("new.from")}
          value={source}
          onChange={(next) => {
            setSource(next);
            setTitle(null);
            setTypedId(null);
          }}
        >
          <div className={classes.sources}>
            {([...TEMPLATES, ...(sources.length > 0 ? (["copy"] as const) : []), "file"] as const).map((each) => (
              <Radio key={each} value={each} label={t(`new.from.${each}`)} description={t(`new.from.${each}.for`)} data-autofocus={each === source || undefined} />
            ))}
          </div>
        </Radio.Group>
        {source === "copy" && <NativeSelect label={t("new.copy")} value={from} data={[...sources]} onChange={(event) => (setFrom(event.currentTarget.value), setTitle(null))} />}
        {source === "file" && (
          <Group gap="sm">
            <FileButton accept="application/json,.json" onChange={(chosen) => void take(chosen)}>
              {(props) => (
                <Button {...props} variant="default">
                  {t("new.file")}
                </Button>
              )}
            </FileButton>
            <span role="status" className={fault || (tried && !file) ? classes.bad : parts.quiet}>
              {fault ? t(`new.file.${fault}`) : (file?.name ?? t("new.file.none"))}
            </span>
          </Group>
        )}
        <TextPair label={t("form.title")} value={shownTitle} onChange={(next) => setTitle(next ?? words("", ""))} />
        <TextInput
          label={t("new.id")}
          description={<span dir="ltr">{`${location.host}${usualFormPath(id || "…")}`}</span>}
          dir="ltr"
          value={id}
          maxLength={40}
          spellCheck={false}
          error={tried || typedId !== null ? idFault : undefined}
          onChange={(event) => setTypedId(event.currentTarget.value.trim().toLowerCase())}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit">{t("new.begin")}</Button>
        </Group>
      </form>
    </Dialog>
  );
}
