import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle, IconCircleCheck } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { Card } from "../desk/RoomHead";
import { Marks } from "../desk/Marks";
import { useSchoolSetting } from "../desk/useDesk";
import classes from "./branding.module.css";
import { judge, tidy } from "./colours";

/** The school's two colours, with what can be read on them while they are chosen. */
export function ColoursCard() {
  const { t } = useTranslation("settingsRooms");
  return (
    <Card title={t("colours.title")} help={t("colours.help")}>
      <div className={classes.colours}>
        <Colour name="primary" />
        <Colour name="accent" />
      </div>
    </Card>
  );
}

function Colour({ name }: { name: "primary" | "accent" }) {
  const { t } = useTranslation("settingsRooms");
  const format = useFormat();
  const pointer = `/branding/colours/${name}`;
  const setting = useSchoolSetting<string>(pointer);
  const value = setting.value ?? "";
  // What is typed is a colour only in the end; the draft is told then.
  const [typed, setTyped] = useState(value);
  // A colour of three digits is one on the way to six: what comes back of it, however late, is no news to who types on.
  const lastSet = useRef(value);
  useEffect(() => {
    if (lastSet.current === value) return;
    lastSet.current = value;
    setTyped(value);
  }, [value]);
  const verdict = judge(tidy(typed));
  const take = (text: string) => {
    setTyped(text);
    const colour = tidy(text);
    if (!judge(colour).valid) return;
    lastSet.current = colour;
    setting.set(colour);
  };
  const off = setting.readOnly !== null;
  return (
    <div className={classes.colour}>
      <TextInput
        label={t(`colours.${name}`)}
        description={t(`colours.${name}.help`)}
        dir="ltr"
        classNames={{ input: classes.hex }}
        value={typed}
        readOnly={off}
        spellCheck={false}
        maxLength={9}
        error={verdict.valid ? undefined : t("colours.invalid")}
        onChange={(event) => take(event.currentTarget.value)}
        onBlur={() => setTyped(verdict.valid ? tidy(typed) : value)}
        leftSection={
          <input
            type="color"
            className={classes.picker}
            aria-label={t("colours.pick", { what: t(`colours.${name}`) })}
            value={verdict.valid ? tidy(typed) : "#000000"}
            disabled={off}
            onChange={(event) => take(event.currentTarget.value)}
          />
        }
        leftSectionWidth={52}
      />
      {name === "primary" && verdict.valid && (
        <>
          <div className={classes.sample} style={{ "--tried": verdict.worn } as CSSProperties} aria-hidden>
            <span className={classes.sampleButton}>{t("colours.sample.button")}</span>
            <span className={classes.sampleLink}>{t("colours.sample.link")}</span>
          </div>
          <p className={classes.ratio} data-readable={verdict.readable} role="status">
            {verdict.readable ? <IconCircleCheck size={18} stroke={1.5} aria-hidden /> : <IconAlertTriangle size={18} stroke={1.5} aria-hidden />}
            <span>
              <bdi dir="ltr">{format.number(verdict.ratio, { maximumFractionDigits: 1 })} : 1</bdi> {t(verdict.readable ? "colours.readable" : "colours.unreadable")}
            </span>
          </p>
          {!verdict.readable && (
            <p className={classes.offer}>
              <span className={classes.swatch} style={{ background: verdict.worn }} aria-hidden />
              <span>{t("colours.worn", { colour: `\u2068${verdict.worn}\u2069` })}</span>
              {!off && (
                <Button size="compact-sm" variant="default" onClick={() => take(verdict.worn)}>
                  {t("colours.take")}
                </Button>
              )}
            </p>
          )}
        </>
      )}
      {name === "accent" && verdict.valid && <p className={classes.quiet}>{t("colours.accent.note")}</p>}
      <Marks setting={setting} place={{ file: "school.yaml", pointer }} withoutProblems={verdict.valid} />
    </div>
  );
}
