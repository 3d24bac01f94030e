import { useTranslation } from "react-i18next";
import { ALL_ROLES } from "@/api/roles";
import { IconAlertTriangle } from "@/ui/icons";
import { useAudienceMembers } from "@/ui/useAudienceMembers";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import type { Change } from "../desk/types";
import { useSchoolSetting, useSetting } from "../desk/useDesk";
import { useDeskAudiences } from "../desk/useDeskAudiences";
import { draftedPath, USUAL_AUDIENCE, type FormConfig } from "../forms/list/offered";
import { parse } from "../forms/model/parse";
import { isStoredDocument } from "../forms/model/types";
import { audiencesIn } from "./audiencesIn";
import { ChangeRow, WordsRow } from "./ChangeRow";
import classes from "./changes.module.css";
import { Folded } from "./Folded";
import { factsOf, formChanges } from "./formChanges";
import { useFormWords } from "./useFormWords";
import { apart, usePlaceWords } from "./words";

interface Props {
  id: string;
  changes: readonly Change[];
  /** Between what is live and the draft; else only the places are known. */
  isDraft: boolean;
}

const modelOf = (value: unknown) => (isStoredDocument(value) ? parse(value) : null);

/** A form that is new, changed or gone, in sentences; what the school says of it beside its document keeps its old and new value. */
export function FormGroup({ id, changes, isDraft }: Props) {
  const { t } = useTranslation(["settingsChanges", "settingsDesk", "settings"]);
  const bilingual = useBilingual();
  const format = useFormat();
  const say = useFormWords();
  const places = usePlaceWords();
  const file = useSetting<unknown>(isDraft ? `forms/${id}.json` : null, "");
  const entry = useSchoolSetting<FormConfig | null>(`/forms/${id}`);
  const [before, after] = [modelOf(file.published), modelOf(file.value)];
  const title = bilingual((after ?? before)?.title) || places.form(id);
  const inside = changes.filter((change) => change.file !== "school.yaml");
  const arranged = changes.some(({ file: at, pointer }) => at === "school.yaml" && pointer.startsWith(`/forms/${id}/arrange`));
  const settings = changes.filter((change) => change.file === "school.yaml" && !change.pointer.startsWith(`/forms/${id}/arrange`));
  const name = (key: "form.new" | "form.changed" | "form.gone") => t(key, { form: apart(title) });

  if (!isDraft) {
    return (
      <>
        {(inside.length > 0 || arranged) && <WordsRow name={name("form.changed")}>{t("places", { count: changes.length - settings.length })}</WordsRow>}
        {settings.map((change) => <ChangeRow key={change.pointer} change={change} />)}
      </>
    );
  }
  if (inside.length > 0 && file.isLoading) return <WordsRow name={name("form.changed")}>{t("settingsDesk:loading")}</WordsRow>;

  const offered = entry.value ? t("form.at", { path: apart(draftedPath(id, entry.value)) }) : t("form.unoffered");
  const days = entry.value?.opens_on || entry.value?.closes_on ? [entry.value.opens_on && t("form.opens", { date: format.date(entry.value.opens_on) }), entry.value.closes_on && t("form.closes", { date: format.date(entry.value.closes_on) })].filter(Boolean) : [];
  const audience = entry.value?.audience ?? [];
  const readers = ALL_ROLES.filter((role) => audience.includes(role));
  if (readers.some((role) => !USUAL_AUDIENCE.includes(role))) days.push(t("form.readers", { roles: readers.map((role) => t(`settings:people.role.${role}`)).join(t("settingsDesk:comma")) }));
  if (after && !before) {
    return (
      <WordsRow name={name("form.new")}>
        {[say.facts(factsOf(after)), offered, ...days].join(t("semicolon"))}
        <Unread document={file.value} />
      </WordsRow>
    );
  }
  if (before && !after) return <WordsRow name={name("form.gone")}>{t("form.gone.text")}</WordsRow>;
  if (!entry.value && entry.published) return <WordsRow name={name("form.gone")}>{t("form.withdrawn")}</WordsRow>;

  const sentences = [...(before && after ? formChanges(before, after).map(say.change) : []), ...(arranged ? [t("form.arranged")] : [])];
  if (inside.length > 0 && sentences.length === 0) sentences.push(t("form.same"));
  const added = entry.value && !entry.published;
  return (
    <>
      {sentences.length > 0 && (
        <WordsRow name={name("form.changed")}>
          <Folded items={sentences}>
            {(some) => (
              <ul>
                {some.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </Folded>
          <Unread document={file.value} />
        </WordsRow>
      )}
      {added ? (
        <WordsRow name={name("form.new")}>
          {[offered, ...days].join(t("semicolon"))}
          {sentences.length === 0 && <Unread document={file.value} />}
        </WordsRow>
      ) : (
        settings.map((change) => <ChangeRow key={change.pointer} change={change} />)
      )}
    </>
  );
}

/** For whom a form keeps something that nobody reads: it is published all the same. */
function Unread({ document }: { document: unknown }) {
  const { t } = useTranslation("settingsChanges");
  const members = useAudienceMembers();
  const audiences = useDeskAudiences();
  if (!members) return null;
  const unread = audiencesIn(document).filter((id) => !members.some((each) => each.id === id && each.members > 0));
  return unread.map((id) => (
    <p key={id} className={classes.unread}>
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      {t("form.unread", { audience: apart(audiences.find((each) => each.id === id)?.name ?? id) })}
    </p>
  ));
}
