import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { useSchoolSetting } from "../desk/useDesk";
import { isPrefix } from "./rounds";

/** What registration ids begin with; the school's own name in letters where it says nothing. */
export function PrefixCard() {
  const { t } = useTranslation("applications");
  const { school_id } = useSchool();
  const setting = useSchoolSetting<string | null>("/code");
  const value = setting.value ?? "";
  const own = school_id.replaceAll(/[^a-z]/gi, "").toUpperCase().slice(0, 6);
  const wrong = value !== "" && !isPrefix(value);
  return (
    <Card title={t("rounds.prefix")}>
      <TextInput
        maw={420}
        dir="ltr"
        label={t("rounds.prefix.label")}
        description={t("rounds.prefix.help", { example: `\u2066${wrong || !value ? own : value}27-00001\u2069` })}
        placeholder={own}
        maxLength={6}
        value={value}
        readOnly={setting.readOnly !== null}
        error={wrong && t("rounds.prefix.problem")}
        onChange={(event) => setting.set(event.currentTarget.value.trim().toUpperCase() || undefined)}
      />
      <Marks setting={setting} place={{ file: "school.yaml", pointer: "/code" }} withoutProblems={wrong} />
    </Card>
  );
}
