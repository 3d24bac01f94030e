import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { MESSAGES } from "./kinds";

/** What messages are filled with, as the contract names it. */
const FIELDS = [
  "url", "path", "code", "tracking_code", "name", "greeting", "school", "site", "website", "host", "until", "child", "email", "phone", "lines", "count", "unassigned", "person", "whom", "reason", "change", "lang", "dir", "side", "colour",
  "subject", "text", "reference", "form", "papers", "till", "status", "day", "grade", "year", "conditional", "title", "signer", "letter", "deposit", "deposit_day", "news", "account_name", "account_bank", "account_iban", "account_bic", "school_phone", "school_email", "hours",
] as const;
/** What a text can be filled with: the rest stands in conditions, or is nothing that people read. */
const TOLD = [
  "url", "code", "tracking_code", "name", "greeting", "school", "site", "website", "until", "child", "email", "phone", "lines", "count", "unassigned", "person", "whom", "reason", "subject", "text", "reference", "form", "papers", "till", "status", "day", "grade", "year", "title", "signer", "letter", "deposit", "deposit_day", "news", "account_name", "account_bank", "account_iban", "account_bic", "school_phone", "school_email", "hours",
] as const;

/** The name of a field in plain words; a field that nobody named here keeps its own. */
export function useFieldName(): (name: string) => string {
  const { t } = useTranslation("settingsWords");
  return useCallback(
    (name) => {
      const known = FIELDS.find((each) => each === name);
      return known ? t(`messages.field.${known}`) : name;
    },
    [t],
  );
}

/** What a field is filled with, in a sentence; empty for one that nobody described here. */
export function useFieldAbout(): (name: string) => string {
  const { t } = useTranslation("settingsWords");
  return useCallback(
    (name) => {
      const known = TOLD.find((each) => each === name);
      return known ? t(`messages.about.${known}`) : "";
    },
    [t],
  );
}

/** What a message is called, and what it is for. */
export function useMessageWords(): (name: string) => { title: string; purpose: string } {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  return useCallback(
    (name) => {
      const known = MESSAGES.find((each) => each === name);
      return known ? { title: t(`settingsDesk:message.${known}`), purpose: t(`messages.for.${known}`) } : { title: name, purpose: "" };
    },
    [t],
  );
}
