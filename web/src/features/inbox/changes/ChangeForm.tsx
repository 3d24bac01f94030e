import { Alert, Textarea } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type Failure } from "@/api/envelope";
import { useUpdateStudentMutation } from "@/api/generated";
import type { AnswerChangeablePayload, Localised } from "@/api/generatedTypes";
import { Answer } from "@/forms/Answer";
import { focusAt } from "@/forms/focusAt";
import { asDocument } from "@/forms/model";
import { allFields } from "@/forms/nodes";
import { SchemaForm } from "@/forms/SchemaForm";
import { useTyped } from "@/forms/unlocked/useTyped";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconAlertCircle } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./changes.module.css";
import { changesOf } from "./changesOf";

/** What the server takes of a reason. */
const LONGEST = 300;
/** Where a request has its answers. */
const AT = "/changes";

interface Props {
  id: string;
  shown: AnswerChangeablePayload & { document: Localised };
  /** Somebody was quicker: what stands there is asked for again. */
  onStale: () => void;
  onChanged: () => void;
  onClose: () => void;
}

/** The form of the chosen answers, what becomes of each, and why. */
export function ChangeForm({ id, shown, onStale, onChanged, onClose }: Props) {
  const { t } = useTranslation("unlocked");
  const format = useFormat();
  const message = useMessage();
  const [update, { isLoading }] = useUpdateStudentMutation();
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const document = asDocument(shown.document);
  const { begin, refuse, tried, ...form } = useTyped(document);
  const { attempt, errors, resolved } = form;
  const first = errors[0]?.path;
  useEffect(() => begin(shown.values), [begin, shown.values]);
  // When somebody wants to save, and not as they type.
  const focusFirst = useEffectEvent(() => first && focusAt(first));
  useEffect(() => {
    if (attempt > 0) focusFirst();
  }, [attempt]);

  const changes = changesOf(shown.fields, shown.values, form.answers);
  const names = Object.keys(changes);
  const lacksReason = !reason.trim();
  const confirm = async () => {
    tried();
    setFailure(null);
    if (errors.length > 0 || names.length === 0 || lacksReason) return;
    const answer = await update({ studentId: id, updateStudentRequest: { version: shown.version, changes, reason: reason.trim() } });
    if (answer.data) return onChanged();
    const found = failureOf(answer.error);
    const here = found.problems.filter(({ path }) => path.startsWith(`${AT}/`));
    if (found.messageId === "F003" && here.length > 0) refuse(here.map((one) => ({ ...one, path: one.path.slice(AT.length) })));
    else setFailure(found);
    if (found.messageId === "A003") onStale();
  };
  const fault = (): string | null => {
    if (failure) return failure.messageId === "A003" ? t("change.conflict") : failure.messageId === "A002" ? t("change.hidden") : message(failure.messageId);
    if (attempt === 0) return null;
    if (errors.length > 0) return t("check", { count: errors.length, shown: format.number(errors.length) });
    return names.length === 0 ? t("change.none") : null;
  };
  return (
    <ConfirmDialog opened onClose={onClose} size={720} title={t("change.title")} confirm={t("change.save")} busy={isLoading} error={fault()} onConfirm={() => void confirm()}>
      {resolved &&
        form.steps.map((step) => (
          <section key={step.id} className={classes.step} aria-labelledby={`change-${step.id}`}>
            <h3 id={`change-${step.id}`}>{step.title}</h3>
            <SchemaForm
              document={document}
              resolved={resolved}
              step={step}
              values={form.values}
              onChange={(of) => form.change(step.fields, of)}
              onLeave={form.leave}
              issues={form.problems(step.fields)}
              settings={form.settings}
              uploads={null}
              disabled={isLoading}
            />
          </section>
        ))}
      {names.length > 0 && <Becomes document={document} names={names} before={shown.values} after={changes} settings={form.settings} />}
      <Textarea
        label={t("change.reason")}
        description={t("change.reason.help")}
        required
        rows={2}
        dir="auto"
        maxLength={LONGEST}
        value={reason}
        error={attempt > 0 && lacksReason && t("change.reason.missing")}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Alert color="gray" icon={<IconAlertCircle stroke={1.5} />}>
        {t("change.kept")}
      </Alert>
    </ConfirmDialog>
  );
}

interface BecomesProps {
  document: ReturnType<typeof asDocument>;
  names: readonly string[];
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  settings: ReturnType<typeof useTyped>["settings"];
}

/** What stands there now, and what will. */
function Becomes({ document, names, before, after, settings }: BecomesProps) {
  const format = useFormat();
  const { t } = useTranslation("unlocked");
  const nodes = allFields(document.schema);
  const answer = (name: string, value: unknown) => {
    const node = nodes.get(name) ?? {};
    if (Array.isArray(value) && value.some((item) => typeof item === "object")) return t("change.items", { count: value.length, shown: format.number(value.length) });
    return <Answer node={node} ui={document.ui[name]} value={value} files={[]} settings={settings} />;
  };
  return (
    <section className={classes.becomes} aria-labelledby="change-becomes">
      <h3 id="change-becomes">{t("change.becomes")}</h3>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{nodes.get(name)?.title ?? name}</dt>
            <dd>
              <span className={classes.was}>
                <span className="unseen">{t("change.before")}</span> {answer(name, before[name])}
              </span>
              <span>
                <span className="unseen">{t("change.after")}</span> {answer(name, after[name])}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
