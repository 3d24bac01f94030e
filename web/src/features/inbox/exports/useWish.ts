import { useLocalStorage } from "@mantine/hooks";
import { useGetFormQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useLanguage } from "@/i18n/useLanguage";

/** The list's own columns of a file, as the server names them. */
export const LIST_COLUMNS = ["reference", "received", "form", "person", "guardian", "phone", "email", "grade", "school_year", "state", "owner", "score", "out_of", "tags", "route", "flags", "notes", "registration_id", "status", "sub_status", "round", "bucket", "held_from", "review_by", "offer_until", "admission_number", "channel", "missing_docs", "conditions", "financial"] as const;
/** Of them what those alone read who look after fees. */
const OF_FEES = "financial";
/** What stands before the name of a question. */
const ANSWER = "answer.";
/** Under which the list's columns are remembered; no form is called so. */
const LIST = "";

export type FileKind = "csv" | "xlsx";

/** What a file is to be; `columns` as the server takes them, undefined for all. */
export interface Wish {
  kind: FileKind;
  form: string | undefined;
  columns: string | undefined;
}

/** A question of a form. */
export interface Question {
  name: string;
  label: string;
  repeats: boolean;
}

/** What somebody chose last, in this browser. Columns that are left out are kept, so that a new question is in the file. */
interface Remembered {
  kind: FileKind;
  form: string;
  without: Record<string, string[]>;
}

interface Node {
  type?: string;
  title?: string;
  items?: { type?: string };
}

interface Schema {
  properties?: Record<string, Node>;
  allOf?: { then?: { properties?: Record<string, Node> } }[];
}

/** Every question of a form as it is asked now, in its order. */
export function questionsOf(form: { schema: object; steps: readonly { fields: string[] }[] }): Question[] {
  const schema = form.schema as Schema;
  const nodes: Record<string, Node> = Object.assign({}, ...(schema.allOf ?? []).map((rule) => rule.then?.properties), schema.properties);
  return form.steps
    .flatMap((step) => step.fields)
    .flatMap((name) => {
      const node = nodes[name];
      if (!node || node.type === "null") return [];
      return [{ name, label: node.title ?? name, repeats: node.type === "array" && node.items?.type === "object" }];
    });
}

/** What is chosen of a file, remembered in this browser: the list's own form comes before the one of last time. */
export function useWish(listForm: string | undefined, offered: readonly string[]) {
  const { language } = useLanguage();
  const fees = useAppSelector((state) => may(state.auth.user?.authority, "application.fees"));
  const [kept, keep] = useLocalStorage<Remembered>({ key: "theme-inbox-export", defaultValue: { kind: "xlsx", form: "", without: {} }, getInitialValueInEffect: false });
  const last = offered.includes(kept.form) ? kept.form : "";
  const form = listForm ?? last;
  const { data, isFetching, isError } = useGetFormQuery({ form, lng: language }, { skip: !form });
  const questions = form && data ? questionsOf(data.form) : [];
  const columns = LIST_COLUMNS.filter((name) => fees || name !== OF_FEES);
  const chosenOf = (of: string, names: readonly string[]) => names.filter((name) => !kept.without[of]?.includes(name));
  const list = chosenOf(LIST, columns);
  const names = questions.map(({ name }) => name);
  const answers = form ? chosenOf(form, names) : [];
  const without = (of: string, all: readonly string[], chosen: readonly string[]) =>
    keep({ ...kept, without: { ...kept.without, [of]: all.filter((name) => !chosen.includes(name)) } });
  const isAll = list.length === columns.length && answers.length === questions.length;
  const wish: Wish = {
    kind: kept.kind,
    form: form || undefined,
    columns: isAll ? undefined : [...list, ...answers.map((name) => `${ANSWER}${name}`)].join(","),
  };
  return {
    wish,
    questions,
    /** The list's columns that there are for whoever asks. */
    columns,
    list,
    answers,
    /** The form's questions are not there yet, or cannot be had: then all of its answers go along. */
    loading: isFetching,
    failed: isError,
    setKind: (kind: FileKind) => keep({ ...kept, kind }),
    setForm: (chosen: string) => keep({ ...kept, form: chosen }),
    setList: (chosen: readonly string[]) => without(LIST, columns, chosen),
    setAnswers: (chosen: readonly string[]) => without(form, names, chosen),
  };
}
