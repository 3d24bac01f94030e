import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLazyGetApplicationQuery } from "@/api/generated";
import card from "@/ui/card.module.css";
import { MarkedText } from "@/ui/MarkedText";
import { useFormat } from "@/ui/useFormat";
import classes from "./application.module.css";
import type { Part } from "./useApplication";

// What draws forms is large, and few are asked to change anything.
const UnlockedForm = lazy(async () => ({ default: (await import("@/forms/unlocked/UnlockedForm")).UnlockedForm }));

/** Answers that the school lets the family change, for as long as it does. */
export function OpenAnswers({ application, shown, language, take }: Part) {
  const { t } = useTranslation("unlocked");
  const format = useFormat();
  const [again] = useLazyGetApplicationQuery();
  const [stage, setStage] = useState<"asked" | "open" | "done" | "gone">("asked");
  const until = shown.unlocked_until;
  const end = async (how: "done" | "gone") => {
    setStage(how);
    const { data } = await again({ application, lng: language });
    if (data) take(data.application);
  };
  if (stage === "done" || stage === "gone") {
    return (
      <p role="status" className={classes.done}>
        {t(`own.${stage}`)}
      </p>
    );
  }
  if (!until) return null;
  if (stage === "open") {
    return (
      <section className={card.card}>
        <Suspense fallback={<p role="status">{t("loading")}</p>}>
          <UnlockedForm way={{ key: application }} order={2} onSent={() => void end("done")} onGone={() => void end("gone")} onBack={() => setStage("asked")} />
        </Suspense>
      </section>
    );
  }
  return (
    <section className={card.card} aria-labelledby="open-answers">
      <h2 id="open-answers">{t("own.title")}</h2>
      <p>
        <MarkedText text={t("own.text", { date: format.date(until) })} />
      </p>
      <div>
        <Button onClick={() => setStage("open")}>{t("own.open")}</Button>
      </div>
    </section>
  );
}
