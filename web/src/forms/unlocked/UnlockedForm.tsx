import { Alert, Button, Group, Skeleton, Title } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Unlocked } from "@/api/generatedTypes";
import { IconAlertCircle, IconAlertTriangle } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { focusAt } from "../focusAt";
import { SchemaForm } from "../SchemaForm";
import classes from "./unlocked.module.css";
import { useUnlocked, type SentUnlocked, type Way } from "./useUnlocked";

interface Props {
  way: Way;
  /** The level of its heading. */
  order: 1 | 2;
  /** The school has them. */
  onSent: (sent: SentUnlocked) => void;
  /** Nothing is open, or no longer. */
  onGone: () => void;
  /** Goes back without sending; absent where there is nowhere to go. */
  onBack?: () => void;
}

/** Answers that the school lets a family change after sending: these alone, and what the school says about them. */
export function UnlockedForm({ way, order, onSent, onGone, onBack }: Props) {
  const { t } = useTranslation("unlocked");
  const message = useMessage();
  const form = useUnlocked(way, onGone);
  const { shown, document: questions, resolved, failure, errors, attempt, conflict } = form;
  const first = errors[0]?.path;
  // When somebody wants to send, and not as they type.
  const focusFirst = useEffectEvent(() => first && focusAt(first));
  useEffect(() => {
    if (attempt > 0) focusFirst();
  }, [attempt]);

  if (failure && !shown) {
    return (
      <StateScreen
        role="alert"
        order={order}
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("failed")}
        text={message(failure.messageId)}
        action={<Button onClick={() => void form.load()}>{t("retry")}</Button>}
      />
    );
  }
  if (!shown || !questions || !resolved) {
    return (
      <div className={classes.form} role="status" aria-label={t("loading")}>
        <Skeleton height={120} />
        <Skeleton height={240} />
      </div>
    );
  }
  const send = async () => {
    const sent = await form.send();
    if (sent) onSent(sent);
  };
  const Heading = `h${order + 1}` as "h2" | "h3";
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Head shown={shown} order={order} />
      {conflict && (
        <Alert role="alert" color="yellow" icon={<IconAlertCircle stroke={1.5} />}>
          {t("conflict")}
        </Alert>
      )}
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)}
        </Alert>
      )}
      {form.steps.map((step) => (
        <section key={step.id} className={classes.step} aria-labelledby={`unlocked-${step.id}`}>
          <Heading id={`unlocked-${step.id}`}>{step.title}</Heading>
          <SchemaForm
            document={questions}
            resolved={resolved}
            step={step}
            values={form.values}
            onChange={(of) => form.change(step.fields, of)}
            onLeave={form.leave}
            issues={form.problems(step.fields)}
            settings={form.settings}
            uploads={null}
            disabled={form.busy}
          />
        </section>
      ))}
      {attempt > 0 && errors.length > 0 && <Check count={errors.length} />}
      <Group gap={8}>
        <Button type="submit" size="md" loading={form.busy}>
          {t("send")}
        </Button>
        {onBack && (
          <Button variant="default" size="md" onClick={onBack}>
            {t("back")}
          </Button>
        )}
      </Group>
    </form>
  );
}

/** Whose answers these are, until when they are open, and what the school says. */
function Head({ shown, order }: { shown: Unlocked; order: 1 | 2 }) {
  const { t } = useTranslation("unlocked");
  const format = useFormat();
  const bilingual = useBilingual();
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed to come here is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const form = bilingual(shown.form_title);
  return (
    <header className={classes.head}>
      <Title order={order} fz="h2" ref={heading} tabIndex={-1}>
        {t("title")}
      </Title>
      <p className={classes.of}>
        {shown.person ? (
          <>
            {form}: <bdi>{shown.person}</bdi>
          </>
        ) : (
          form
        )}
      </p>
      <dl className={classes.facts}>
        <div>
          <dt>{t("facts.until")}</dt>
          <dd>
            <time dateTime={shown.until}>
              <bdi>{format.date(shown.until)}</bdi>
            </time>
          </dd>
        </div>
        <div>
          <dt>{t(shown.registration_id ? "facts.registration" : "facts.reference")}</dt>
          <dd>
            <bdi dir="ltr">{shown.registration_id ?? shown.reference}</bdi>
          </dd>
        </div>
      </dl>
      <p>{t("lead")}</p>
      {shown.message && (
        <figure className={classes.says}>
          <figcaption>{t("says")}</figcaption>
          <blockquote dir="auto">{shown.message}</blockquote>
        </figure>
      )}
    </header>
  );
}

function Check({ count }: { count: number }) {
  const { t } = useTranslation("unlocked");
  const format = useFormat();
  return (
    <p role="alert" className={classes.check}>
      {t("check", { count, shown: format.number(count) })}
    </p>
  );
}
