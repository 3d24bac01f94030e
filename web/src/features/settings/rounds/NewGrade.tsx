import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { useBilingual } from "@/ui/useBilingual";
import { IconPlus } from "../desk/icons";
import { isBucket } from "./rounds";
import classes from "./rounds.module.css";

/** The choice of whoever names what no list of the form has. */
const OTHER = "*";

interface Props {
  taken: readonly string[];
  onAdd: (bucket: string) => void;
}

/** A grade is chosen by its name, as the form offers it; what the rules make of the answers, and parts of a grade, are added by their code. */
export function NewGrade({ taken, onAdd }: Props) {
  const { t } = useTranslation(["applications", "waitlist"]);
  const bilingual = useBilingual();
  const { application } = useSchool();
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const offered = (application?.grades ?? []).map(({ code, name }) => ({ value: code.toLowerCase(), label: bilingual(name) })).filter(({ value }) => isBucket(value) && !taken.includes(value));
  const types = offered.length === 0 || chosen === OTHER;
  const bucket = types ? typed.trim().toLowerCase() : chosen;
  const fault = () => {
    if (!types) return bucket ? null : t("waitlist:grade.none");
    return !isBucket(bucket) ? t("rounds.problem.code") : taken.includes(bucket) ? t("rounds.problem.taken") : null;
  };
  const problem = fault();
  const add = () => {
    setTried(true);
    if (problem) return;
    onAdd(bucket);
    setChosen("");
    setTyped("");
    setTried(false);
  };
  return (
    <div className={classes.new}>
      {offered.length > 0 && (
        <NativeSelect
          className={classes.newCode}
          label={t("waitlist:grade.label")}
          description={t("waitlist:grade.help")}
          value={chosen}
          data={[{ value: "", label: t("waitlist:grade.none") }, ...offered, { value: OTHER, label: t("waitlist:grade.other") }]}
          error={tried && !types && problem}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setTried(false);
          }}
        />
      )}
      {types && (
        <TextInput
          className={classes.newCode}
          label={t("rounds.code")}
          description={t("rounds.code.help")}
          dir="ltr"
          maxLength={163}
          value={typed}
          error={tried && problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setTried(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
      )}
      <Button variant="default" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
        {t("rounds.grade.add")}
      </Button>
    </div>
  );
}
