import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMaybeSchool } from "@/api/school";
import { DateField } from "./DateField";
import { isIsoDate } from "./dates";

/** What somebody is asked for before an application is theirs to see. */
export type Asked = "birth_date" | "phone";

const LABELS = { birth_date: "application.prove.birth_date", phone: "application.prove.phone" } as const satisfies Record<Asked, string>;

/** Whether that can be an answer at all: a try is counted. */
export const isProof = (asked: Asked, typed: string): boolean => (asked === "birth_date" ? isIsoDate(typed) : typed.trim() !== "");

/** Tries that are left after a wrong one. */
export function triesLeft(body: unknown): number {
  const tries: unknown = typeof body === "object" && body !== null && "tries_left" in body ? body.tries_left : 0;
  return typeof tries === "number" ? tries : 0;
}

interface Props {
  asked: Asked;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** What only the family knows: the date of birth on its application, or the phone number. */
export function ProofField({ asked, value, error, onChange }: Props) {
  const { t } = useTranslation("application");
  const today = useMaybeSchool()?.today;
  if (asked === "birth_date") return <DateField size="md" label={t(LABELS.birth_date)} value={value} max={today} error={error} onChange={onChange} />;
  return (
    <TextInput
      size="md"
      label={t(LABELS.phone)}
      type="tel"
      inputMode="tel"
      dir="ltr"
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
