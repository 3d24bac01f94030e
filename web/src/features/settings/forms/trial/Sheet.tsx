import { Alert, Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { resolveSchema, visibleValues, type ResolvedSchema } from "@/forms/conditions";
import { prefillLink, prefillable } from "@/forms/prefill";
import type { Issue, Values } from "@/forms/model";
import { withoutUploads } from "@/forms/nodes";
import { useFormSettings } from "@/forms/useFormSettings";
import { validateValues } from "@/forms/validate";
import type { Language } from "@/i18n/languages";
import { CopyButton } from "@/ui/CopyButton";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { useOpenPreviewMutation } from "../../desk/api";
import { useDeskHandle } from "../../desk/useDesk";
import classes from "./trial.module.css";
import parts from "../parts.module.css";
import { localise } from "../model/localise";
import { anyDay, EXAMPLE_UPLOAD, isRight, onDay, sampleName } from "../model/sample";
import { useBuilder } from "../useBuilder";
import { useDraftedPath } from "../useDraftedPath";
import { useTryFormMutation, type CheckAnswer } from "./api";
import { Outcome } from "./Outcome";

interface Props {
  values: Values;
  onFill: (values: Values) => void;
  language: Language;
}

/** The answers without their files; in a sample a signature that is required is only named. */
function signed(schema: ResolvedSchema, values: Values): Values {
  const names = schema.required.filter((name) => schema.properties[name]?.format === "upload" && name in values);
  return { ...withoutUploads(schema, values), ...Object.fromEntries(names.map((name) => [name, EXAMPLE_UPLOAD])) };
}

type Result = CheckAnswer & { values: Values };

/** The answer sheet: filled from a sample or by hand, checked by the server, kept as a sample or sent as a link. */
export function Sheet({ values, onFill, language }: Props) {
  const { t } = useTranslation("builder");
  const message = useMessage();
  const { document, model, change, readOnly, id, announce } = useBuilder();
  const settings = useFormSettings();
  const path = useDraftedPath(id);
  const desk = useDeskHandle();
  const [openPreview] = useOpenPreviewMutation();
  const [ask, { isLoading }] = useTryFormMutation();
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const visible = visibleValues(document, values);
  const empty = Object.keys(visible).length === 0;

  const check = async () => {
    setFailure(null);
    setLink(null);
    // What is typed but not saved is no part of what the server checks.
    await desk.flush();
    const preview = await openPreview();
    const answer = preview.data ? await ask({ form: id, token: preview.data.token, values: visible, locale: language }) : preview;
    if (answer.data && "errors" in answer.data) setResult({ ...answer.data, values: visible });
    else {
      setFailure(failureOf("error" in answer ? answer.error : undefined).messageId);
      setResult({ errors: validateValues(document, visible, settings.today), computed: [], plugin_failed: false, values: visible });
    }
  };

  const saveSample = () => {
    const sample = { name: sampleName(model.samples), values: anyDay(signed(resolveSchema(document.schema, visible), visible), settings.today) as Values };
    if (!isRight(document, sample.values)) {
      setResult({ errors: validateValues(document, visible, settings.today), computed: [], plugin_failed: false, values: visible });
      announce(t("sheet.notRight"));
      return;
    }
    change({ ...model, samples: [...model.samples, sample] });
    announce(t("sheet.saved", { name: sample.name }));
  };

  const errors: readonly Issue[] = result?.errors ?? [];
  return (
    <div className={classes.answerSheet}>
      <div className={parts.sheetTools}>
        <NativeSelect
          size="sm"
          aria-label={t("sheet.fill")}
          value=""
          data={[{ value: "", label: t("sheet.fill") }, ...model.samples.map((sample) => ({ value: sample.name, label: sample.name })), { value: " ", label: t("sheet.clear") }]}
          onChange={(event) => {
            const sample = model.samples.find((each) => each.name === event.currentTarget.value);
            setResult(null);
            setLink(null);
            onFill(sample ? (onDay(sample.values, settings.today) as Values) : {});
          }}
        />
        <Button size="sm" loading={isLoading} onClick={() => void check()}>
          {t("sheet.check")}
        </Button>
        {!readOnly && (
          <Button size="sm" variant="default" disabled={empty || model.samples.length >= 20} onClick={saveSample}>
            {t("sheet.save")}
          </Button>
        )}
        <Button size="sm" variant="default" disabled={empty} onClick={() => setLink(prefillLink(`${location.origin}${path}`, prefillable(localise(document, language), visible)))}>
          {t("sheet.link")}
        </Button>
      </div>
      {link && (
        <div className={classes.link1}>
          <p className={parts.quiet}>{t("sheet.link.for")}</p>
          <code dir="ltr" className={parts.address} tabIndex={0}>
            {link}
          </code>
          <CopyButton size="sm" text={link} label={t("list.copy")} />
        </div>
      )}
      <div role="status" aria-label={t("sheet.result")}>
        {failure && (
          <Alert color="amber" icon={<IconAlertCircle stroke={1.5} />}>
            {t("sheet.here", { why: message(failure) })}
          </Alert>
        )}
        {result && (
          <>
            <p className={classes.verdict} data-good={errors.length === 0 || undefined}>
              {errors.length === 0 ? <IconCircleCheck size={20} stroke={1.5} aria-hidden /> : <IconAlertCircle size={20} stroke={1.5} aria-hidden />}
              {errors.length === 0 ? t("sheet.good") : t("sheet.bad", { count: errors.length })}
            </p>
            <Outcome result={result} language={language} />
          </>
        )}
      </div>
    </div>
  );
}
