import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconAlertTriangle, IconCircleCheck, IconClipboardList } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { IconArrowsDiff } from "../desk/icons";
import { Card } from "../desk/RoomHead";
import { useDesk } from "../desk/useDesk";
import { useComparedFormQuery, type ComparedSample } from "../desk/wordsApi";
import { usePlaceWords } from "../publish/words";
import classes from "./plugins.module.css";
import { compared } from "./outcome";
import { useOutcomeWords } from "./useOutcomeWords";

interface Props {
  forms: readonly string[];
  title: string;
  help: string;
}

/** What the draft's rules make of the form's sample answers, beside what the live ones make of them. */
export function CompareSamples({ forms, title, help }: Props) {
  const { t } = useTranslation(["settingsPlugins", "settingsDesk"]);
  const message = useMessage();
  const words = usePlaceWords();
  const { draft } = useDesk();
  const [chosen, setChosen] = useState(forms[0] ?? "");
  const form = forms.includes(chosen) ? chosen : (forms[0] ?? "");
  const answer = useComparedFormQuery({ form, version: draft.version }, { skip: form === "" });
  // The last answer stays while the next is on its way.
  const samples = answer.data?.samples;
  const differing = samples?.filter(({ differs }) => differs) ?? [];
  const same = samples?.filter(({ differs }) => !differs) ?? [];
  const waiting = <Skeleton height={120} radius="md" role="progressbar" aria-label={t("settingsDesk:loading")} />;
  return (
    <Card
      title={title}
      help={help}
      aside={
        forms.length > 1 && (
          <NativeSelect
            size="sm"
            aria-label={t("compare.form")}
            value={form}
            data={forms.map((each) => ({ value: each, label: words.form(each) }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )
      }
    >
      {answer.error ? (
        <StateScreen
          role="alert"
          order={3}
          icon={<IconAlertTriangle size={28} stroke={1.5} />}
          title={t("compare.failed")}
          text={message(failureOf(answer.error).messageId)}
          action={<Button onClick={() => void answer.refetch()}>{t("settingsDesk:retry")}</Button>}
        />
      ) : !samples ? (
        waiting
      ) : samples.length === 0 ? (
        <StateScreen order={3} icon={<IconClipboardList size={28} stroke={1.5} />} title={t("compare.none")} text={t("compare.none.text")} />
      ) : (
        // The words of forms come with the first samples: meanwhile this card waits, and not the room around it.
        <Suspense fallback={waiting}>
          <div className={classes.samples} aria-busy={answer.isFetching}>
            <p className={classes.sum} role="status" data-differs={differing.length > 0 || undefined}>
              {differing.length > 0 ? <IconArrowsDiff size={20} stroke={1.5} aria-hidden /> : <IconCircleCheck size={20} stroke={1.5} aria-hidden />}
              {differing.length > 0 ? t("compare.differ", { count: differing.length, total: samples.length }) : t("compare.same", { count: samples.length })}
            </p>
            {differing.map((sample) => (
              <Sample key={sample.name} sample={sample} form={form} />
            ))}
            {same.length > 0 && (
              <details className={classes.more}>
                <summary>{t("compare.sameOnes", { count: same.length })}</summary>
                {same.map((sample) => (
                  <Sample key={sample.name} sample={sample} form={form} />
                ))}
              </details>
            )}
          </div>
        </Suspense>
      )}
    </Card>
  );
}

/** One sample's answers, judged twice. */
function Sample({ sample, form }: { sample: ComparedSample; form: string }) {
  const { t } = useTranslation("settingsPlugins");
  const words = useOutcomeWords(form);
  const [whole, setWhole] = useState(!sample.differs);
  const all = compared(sample, words);
  const lines = whole ? all : all.filter(({ differs }) => differs);
  const staying = all.length - lines.length;
  return (
    <section className={classes.sample} aria-label={t("compare.sample", { name: sample.name })}>
      <h3 className={classes.sampleName}>
        <bdi>{sample.name}</bdi>
      </h3>
      {all.length === 0 ? (
        <p className={classes.quiet}>{t("compare.silent")}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.compare}>
            <thead>
              <tr>
                <th scope="col">{t("compare.what")}</th>
                <th scope="col">{t("compare.live")}</th>
                <th scope="col">{t("compare.draft")}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, index) => (
                <tr key={index} data-differs={line.differs || undefined}>
                  <th scope="row">
                    {line.label || t(`compare.line.${line.line}`)}
                    {line.differs && <span className={classes.mark}>{t(line.live === null ? "compare.new" : line.draft === null ? "compare.gone" : "compare.changed")}</span>}
                  </th>
                  <td>{line.live === null ? "–" : <bdi>{line.live}</bdi>}</td>
                  <td>{line.draft === null ? "–" : line.differs ? <ins><bdi>{line.draft}</bdi></ins> : <bdi>{line.draft}</bdi>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {staying > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t("compare.staying", { count: staying })}
        </Button>
      )}
    </section>
  );
}
