import { useTranslation } from "react-i18next";
import type { MyApplication } from "@/api/generatedTypes";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import own from "./standing.module.css";

/** What the offer depends on, and until when each is to be met; documents go where all do, under the documents of this page. */
export function OwnConditions({ conditions }: { conditions: NonNullable<MyApplication["conditions"]> }) {
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  const format = useFormat();
  const word = (state: string) => STATES.find((each) => each === state) ?? "open";
  return (
    <section className={own.conditions} aria-labelledby="own-conditions">
      <h2 id="own-conditions">{t("application.conditions")}</h2>
      <ul>
        {conditions.map(({ text, due_on, state }) => (
          <li key={text.en}>
            <strong>{bilingual(text)}</strong>
            <span>
              {t(`application.condition.${word(state)}`)}
              {(state === "open" || state === "submitted") && ` · ${t("application.condition.due", { date: format.date(due_on) })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATES = ["open", "submitted", "met", "failed", "waived"] as const;
