import "@mantine/core/styles/NumberInput.layer.css";
import { NumberInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useStatusName } from "@/ui/useStatusName";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { useSchoolSetting } from "../desk/useDesk";
import classes from "./rounds.module.css";
import { MOST_TARGET, TIMED, withTarget, type Targets } from "./targets";

/** In how many days an application is to leave each status; what nobody fills in has no target. */
export function TargetsCard() {
  const { t } = useTranslation("applications");
  const name = useStatusName();
  const setting = useSchoolSetting<Targets>("/targets");
  const targets = setting.value ?? {};
  return (
    <Card title={t("rounds.targets")} help={t("rounds.targets.help")}>
      <div className={classes.fields}>
        {TIMED.map((status) => (
          <NumberInput
            key={status}
            label={name(status)}
            description={t("rounds.targets.days")}
            min={1}
            max={MOST_TARGET}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            readOnly={setting.readOnly !== null}
            value={targets[status] ?? ""}
            onChange={(value) => setting.set(withTarget(targets, status, typeof value === "number" ? value : null), status)}
          />
        ))}
      </div>
      <Marks setting={setting} place={{ file: "school.yaml", pointer: "/targets" }} />
    </Card>
  );
}
