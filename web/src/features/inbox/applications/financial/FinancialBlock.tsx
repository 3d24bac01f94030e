import { Alert, Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSaveFileMutation } from "@/api/download";
import { failureOf } from "@/api/envelope";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { parseMinor } from "@/forms/digits";
import { sumOfAmounts } from "@/forms/sumOfAmounts";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import letters from "../letters.module.css";
import { useReadFinancialOfChildQuery, useSayOfFinancialMutation, type FinancialDocument } from "./calls";
import { ReasonDialog } from "./ReasonDialog";

/** What the family sent of the financial documents that it was asked for, for those who look after fees. */
export function FinancialBlock({ id, version }: { id: string; version: number }) {
  const { t } = useTranslation("letterFinancial");
  const format = useFormat();
  const reads = useAppSelector((state) => may(state.auth.user?.authority, "application.fees"));
  const { data } = useReadFinancialOfChildQuery({ id, version }, { skip: !reads });
  const request = data?.request;
  if (!request) return null;
  const declared = request.items.filter(({ kind, state }) => kind !== "salary" && state !== "returned").reduce((sum, { amount_minor }) => sum + (amount_minor ?? 0), 0);
  return (
    <section className={letters.letters} aria-labelledby="financial-of-child">
      <h2 id="financial-of-child">{t("staff.title")}</h2>
      <p>
        <bdi dir="ltr" className={letters.reference}>
          {request.reference}
        </bdi>
        {declared > 0 && ` · ${t("staff.total", { amount: format.money(declared, data.currency) })}`}
      </p>
      <ul>
        {request.items.map((one) => (
          <One key={one.code} id={id} one={one} currency={data.currency} />
        ))}
      </ul>
    </section>
  );
}

function One({ id, one, currency }: { id: string; one: FinancialDocument; currency: string }) {
  const { t } = useTranslation("letterFinancial");
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [say, { error, isLoading }] = useSayOfFinancialMutation();
  const [save, saving] = useSaveFileMutation();
  const [dialog, setDialog] = useState<"return" | "iban" | null>(null);
  const label = bilingual(one.label);
  const wrong = error ?? saving.error;
  const failure = wrong ? failureOf(wrong) : null;
  const money = (minor: number) => `\u2068${format.money(minor, currency)}\u2069`;
  const sum = sumOfAmounts(one.cheques.map(({ amount }) => amount), currency);
  const chequeAmount = (typed: string) => {
    const minor = parseMinor(typed, currency);
    return minor === null ? `${typed} ${currency}` : format.money(minor, currency);
  };
  return (
    <li>
      <strong>{label}</strong>
      <p>
        {t(`staff.state.${one.state}`)}
        {one.decided_by && one.decided_at && (
          <>
            {" · "}
            {t("staff.by", { who: `\u2068${one.decided_by}\u2069`, day: format.day(one.decided_at) })}
          </>
        )}
      </p>
      {one.reason && <p>{t("staff.returned.for", { reason: `\u2068${one.reason}\u2069` })}</p>}
      {one.amount_minor !== null && <p>{t(`staff.declared.${one.kind}`, { amount: money(one.amount_minor) })}</p>}
      {one.iban && (
        <p>
          {t("staff.account", { iban: `\u2066${one.iban}\u2069` })}{" "}
          <Button size="compact-sm" variant="default" onClick={() => setDialog("iban")}>
            {t("staff.show")}
          </Button>
        </p>
      )}
      {one.cheques.length > 0 && (
        <ul aria-label={t("staff.cheques")}>
          {one.cheques.map((cheque, nth) => (
            <li key={nth}>
              {format.date(cheque.date)} · <bdi>{chequeAmount(cheque.amount)}</bdi> · <bdi>{cheque.bank}</bdi> {cheque.number && <bdi dir="ltr">{cheque.number}</bdi>}
            </li>
          ))}
        </ul>
      )}
      {sum !== null && one.amount_minor !== null && sum !== one.amount_minor && (
        <Alert role="note" color="amber">
          {t("staff.differs", { sum: money(sum), amount: money(one.amount_minor) })}
        </Alert>
      )}
      {one.files.length > 0 && (
        <ul aria-label={t("files", { label })}>
          {one.files.map((file) => (
            <li key={file.id}>
              <Anchor component="button" type="button" onClick={() => void save({ path: `/v1/oa/enquiries/${encodeURIComponent(id)}/files/${encodeURIComponent(file.id)}`, name: file.name })}>
                <bdi>{file.name}</bdi>
              </Anchor>{" "}
              · {format.day(file.given_at)}
            </li>
          ))}
        </ul>
      )}
      {one.state === "submitted" && (
        <div className={letters.actions}>
          <Button size="compact-sm" loading={isLoading} onClick={() => void say({ id, code: one.code, state: "verified", reason: "" })}>
            {t("staff.verify")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setDialog("return")}>
            {t("staff.return")}
          </Button>
        </div>
      )}
      {failure && <p role="alert">{failure.messageId === "A012" ? t("staff.changed") : message(failure.messageId)}</p>}
      {dialog && <ReasonDialog id={id} code={one.code} label={label} what={dialog} onClose={() => setDialog(null)} />}
    </li>
  );
}
