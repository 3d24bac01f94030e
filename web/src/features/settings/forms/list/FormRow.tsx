import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "@/api/school";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { CopyButton } from "@/ui/CopyButton";
import { IconDownload, IconPencil } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { Marks } from "../../desk/Marks";
import { toast } from "../../desk/toast";
import { useDeskHandle, useSchoolSetting, useSetting } from "../../desk/useDesk";
import classes from "./list.module.css";
import { IconPuzzle, IconQrcode } from "../icons";
import { isWordsOnly } from "../model/kinds";
import { parse } from "../model/parse";
import { isStoredDocument, type StoredDocument } from "../model/types";
import { exportForm } from "./files";
import { Offer } from "./Offer";
import { draftedPath, stateOf, type FormConfig } from "./offered";
import { QrDialog } from "./QrDialog";
import * as to from "../../paths";

/** A form that the school offers: what and where it is, since when and for whom. */
export function FormRow({ id, config }: { id: string; config: FormConfig }) {
  const { t } = useTranslation("builder");
  const { forms, today } = useSchool();
  const bilingual = useBilingual();
  const format = useFormat();
  const desk = useDeskHandle();
  const pointer = `/forms/${id}`;
  const entry = useSchoolSetting<FormConfig>(pointer);
  const file = useSetting<StoredDocument>(`forms/${id}.json`, "");
  const [asking, setAsking] = useState<"withdraw" | "code" | null>(null);
  const document = !config.plugin && file.value && isStoredDocument(file.value) ? file.value : null;
  const model = document && parse(document);
  const title = (model && bilingual(model.title)) || bilingual(forms.find((form) => form.id === id)?.title) || id;
  const questions = model?.steps.flatMap((step) => step.questions).filter((question) => !isWordsOnly(question)).length;
  const path = draftedPath(id, config);
  const address = `${location.origin}${path}`;
  const live = entry.published !== undefined && entry.published !== null;
  const state = live ? stateOf(config, today) : "draft";

  const withdraw = () => {
    setAsking(null);
    entry.set(undefined);
    toast({ text: t("list.withdrawn", { title }), action: { label: t("undo"), run: () => desk.undo() } });
  };

  return (
    <article className={classes.card} aria-labelledby={`form-${id}`}>
      <div className={classes.cardHead}>
        <div className={classes.cardName}>
          <h2 id={`form-${id}`} className={classes.cardTitle}>
            <Link to={to.form(id)}>{title}</Link>
          </h2>
          <p className={classes.cardFacts}>
            <span className={classes.state} data-state={state}>
              {state === "soon" ? t("state.soon", { date: format.date(config.opens_on ?? "") }) : state === "open" && config.closes_on ? t("state.until", { date: format.date(config.closes_on) }) : t(`state.${state}`)}
            </span>
            <span>
              {config.plugin ? (
                <>
                  <IconPuzzle size={16} stroke={1.5} aria-hidden /> {t("list.plugin")} <bdi>{config.plugin}</bdi>
                </>
              ) : (
                t("list.own")
              )}
            </span>
            {questions !== undefined && <span>{t("list.questions", { count: questions })}</span>}
          </p>
        </div>
        <Button
          component={Link}
          to={to.form(id)}
          size="sm"
          variant="default"
          leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
          aria-label={t(config.plugin ? "list.arrange.of" : "list.edit.of", { title })}
        >
          {t(config.plugin ? "list.arrange" : "list.edit")}
        </Button>
      </div>
      <p className={classes.where}>
        <a href={path} target="_blank" rel="noreferrer" dir="ltr">
          {address}
        </a>
      </p>
      <div className={classes.cardTools}>
        {config.plugin && (
          <Button component={Link} to={to.form(id, "words")} size="compact-sm" variant="subtle" aria-label={t("list.words.of", { title })}>
            {t("list.words")}
          </Button>
        )}
        <CopyButton size="compact-sm" variant="subtle" text={address} label={t("list.copy")} />
        <Button size="compact-sm" variant="subtle" leftSection={<IconQrcode size={18} stroke={1.5} aria-hidden />} onClick={() => setAsking("code")}>
          {t("list.code")}
        </Button>
        {document && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />} onClick={() => exportForm(id, document)}>
            {t("list.export")}
          </Button>
        )}
        {entry.readOnly === null && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsking("withdraw")}>
            {t("list.withdraw")}
          </Button>
        )}
      </div>
      <Offer id={id} config={config} />
      <Marks setting={entry} place={{ file: "school.yaml", pointer }} />
      <ConfirmDialog opened={asking === "withdraw"} onClose={() => setAsking(null)} title={t("withdraw.title", { title })} text={t(config.plugin ? "withdraw.plugin" : "withdraw.text")} confirm={t("list.withdraw")} danger onConfirm={withdraw} />
      {asking === "code" && <QrDialog title={title} address={address} name={id} onClose={() => setAsking(null)} />}
    </article>
  );
}
