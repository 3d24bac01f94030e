import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Button } from "@mantine/core";
import { arrayMove } from "@dnd-kit/sortable";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconMessageCircle } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { IconPlus } from "../desk/icons";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { Sortable } from "../desk/Sortable";
import { toast } from "../desk/toast";
import { useDeskHandle, useSchoolSetting } from "../desk/useDesk";
import { ReasonFields } from "./ReasonFields";
import classes from "./rounds.module.css";
import { isWhole, MOST_REASONS, type Reason } from "./reasons";

/** Why applications go where they go, in the school's own words. */
export function ReasonsCard() {
  const { t } = useTranslation(["waitlist", "settingsDesk"]);
  const desk = useDeskHandle();
  const setting = useSchoolSetting<Reason[]>("/reasons");
  const [added, setAdded] = useState(0);
  // A new one is nothing to save, and nothing to refuse, before it is whole.
  const [begun, setBegun] = useState<Reason | null>(null);
  const saved = setting.value ?? [];
  const reasons = begun ? [...saved, begun] : saved;
  const published = setting.published ?? [];
  const off = setting.readOnly !== null;

  const change = (index: number, reason: Reason, step: string) => {
    if (index === saved.length && !isWhole(reason, saved)) return setBegun(reason);
    setting.set(
      reasons.map((each, at) => (at === index ? reason : each)).slice(0, Math.max(saved.length, index + 1)),
      `${index} ${step}`,
    );
    if (index === saved.length) setBegun(null);
  };
  const add = () => {
    setBegun({ code: "", text: { en: "", ar: "" } });
    setAdded(added + 1);
  };
  const move = (from: number, to: number) => {
    if (from < saved.length && to < saved.length) setting.set(arrayMove(saved, from, to), `move ${Date.now()}`);
  };
  const remove = (index: number) => {
    if (index === saved.length) return setBegun(null);
    setting.set(
      saved.filter((_, at) => at !== index),
      `remove ${Date.now()}`,
    );
    toast({ text: t("reasons.removed", { n: index + 1 }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };

  return (
    <Card
      title={t("reasons.title")}
      help={t("reasons.help")}
      aside={
        reasons.length > 0 && (
          <Button variant="default" size="sm" disabled={off || begun !== null || reasons.length >= MOST_REASONS} leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
            {t("reasons.add")}
          </Button>
        )
      }
    >
      {reasons.length === 0 ? (
        <StateScreen
          order={3}
          icon={<IconMessageCircle size={28} stroke={1.5} />}
          title={t("reasons.empty")}
          text={t("reasons.empty.text")}
          action={
            <Button disabled={off} onClick={add}>
              {t("reasons.first")}
            </Button>
          }
        />
      ) : (
        <Sortable
          names={reasons.map((_, index) => t("reasons.row", { n: index + 1 }))}
          off={off}
          added={added}
          focusIn="input"
          onMove={move}
          onRemove={remove}
        >
          {(index) => {
            const reason = reasons[index];
            return (
              reason && (
                <ReasonFields
                  reason={reason}
                  off={off}
                  isPublished={reason.code !== "" && published.some(({ code }) => code === reason.code)}
                  isTaken={reasons.some(({ code }, at) => at < index && code === reason.code && code !== "")}
                  onChange={(next, step) => change(index, next, step)}
                />
              )
            );
          }}
        </Sortable>
      )}
      {begun && Object.values(begun.text).some(Boolean) && <p className={classes.help}>{t("reasons.unfinished")}</p>}
      <Marks setting={setting} place={{ file: "school.yaml", pointer: "/reasons" }} invalid={t("reasons.unfinished")} />
    </Card>
  );
}
