import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import { ALL_ROLES } from "@/api/roles";
import type { AuditEntry } from "./api";
import { ACTIONS, DETAILS, isRawId, known, KINDS, VALUES, valueText } from "./words";

/** Names of people by their ids: an entry knows only the ids of some, and the others of the log tell them. */
export type Names = ReadonlyMap<string, string>;

export const namesOf = (entries: readonly AuditEntry[]): Names =>
  new Map(entries.flatMap(({ actor, object }) => [actor, object]).flatMap(({ id, name }) => (id && name ? [[id, name] as const] : [])));

/** Something that the log says besides who did what: its name and its value, both in words where there are words for them. */
interface Detail {
  key: string;
  name: ReactNode;
  value: string;
  /** Written in Latin letters from the left, whatever the page is. */
  technical?: boolean;
}

/** Says an entry of the log in words. */
export function useEntryWords(names: Names) {
  const { t } = useTranslation("settings");
  const comma = t("people.comma");
  const nameOf = (name: string) => {
    const word = known(DETAILS, name);
    return word ? t(`audit.detail.${word}`) : name;
  };
  const textOf = (value: unknown): string => {
    if (isRawId(value)) return names.get(value) ?? t("audit.someone");
    const role = typeof value === "string" ? ALL_ROLES.find((each) => each === value) : undefined;
    if (role) return t(`people.role.${role}`);
    const word = typeof value === "string" ? known(VALUES, value) : undefined;
    if (word) return t(`audit.value.${word}`);
    if (typeof value === "boolean") return value ? t("audit.yes") : t("audit.no");
    if (isChange(value)) return t("audit.fromTo", { from: textOf(value.from), to: textOf(value.to) });
    if (isObject(value)) return Object.entries(value).map(([name, inner]) => `${nameOf(name)} ${textOf(inner)}`).join(comma);
    return Array.isArray(value) && value.length > 0 ? value.map(textOf).join(comma) : valueText(value, comma);
  };
  return {
    who: ({ actor }: AuditEntry): string => actor.name || (actor.kind === "system" ? t("audit.system") : actor.kind === "anonymous" ? t("audit.anonymous") : t("audit.gone")),
    action: ({ action }: AuditEntry): ReactNode => {
      const word = known(ACTIONS, action);
      return word ? t(`audit.action.${word}`) : <code dir="ltr">{action}</code>;
    },
    about: ({ object }: AuditEntry): ReactNode => {
      const kind = known(KINDS, object.kind);
      return object.name ? <bdi>{object.name}</bdi> : kind ? t(`audit.kind.${kind}`) : <bdi>{object.kind}</bdi>;
    },
    details: ({ detail, address }: AuditEntry): Detail[] => {
      const relevant = Object.entries(detail ?? {}).filter(([name, value]) => name !== "address" && !isIrrelevant(name, value, names));
      const details = relevant.map(([name, value]): Detail => ({ key: name, name: known(DETAILS, name) ? nameOf(name) : <bdi dir="ltr">{name}</bdi>, value: textOf(value) }));
      return address ? [...details, { key: "address", name: t("audit.detail.address"), value: address, technical: true }] : details;
    },
  };
}

/** Who signed in stands in the row already, a comment that nobody wrote is none, and an id without a name is nothing to read. */
const isIrrelevant = (name: string, value: unknown, names: Names): boolean =>
  name === "user" || (name === "commented" && value === false) || value === null || value === "" || (isRawId(value) && !names.has(value));
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === "object" && value !== null && "from" in value && "to" in value && Object.keys(value).length === 2;
