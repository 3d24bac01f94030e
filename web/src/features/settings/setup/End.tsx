import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "@/api/school";
import { SETUP_STEPS, type Setup } from "@/api/setup";
import { CopyButton } from "@/ui/CopyButton";
import { IconClipboardList } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { Card } from "../desk/RoomHead";
import { QrCode } from "../forms/list/QrCode";
import { stateOf } from "../forms/list/offered";
import classes from "./setup.module.css";
import { stepPath } from "./steps";

interface Props {
  setup: Setup;
  busy: boolean;
  onFinish: () => void;
}

/** After the last step: where families find the form, and what was left for later. */
export function End({ setup, busy, onFinish }: Props) {
  const { t } = useTranslation("setup");
  const { forms, today } = useSchool();
  const bilingual = useBilingual();
  const open = forms.filter((form) => form.open && stateOf(form, today) === "open");
  const [first, ...others] = open;
  const left = SETUP_STEPS.filter((step) => !setup.done.includes(step));
  return (
    <>
      {first ? (
        <Card title={t("end.address")} help={t("end.address.help")}>
          <div className={classes.address}>
            <div className={classes.addressText}>
              <strong>{bilingual(first.title)}</strong>
              <a href={first.path} target="_blank" rel="noreferrer" dir="ltr">
                {`${location.origin}${first.path}`}
              </a>
              <CopyButton text={`${location.origin}${first.path}`} label={t("end.copy")} />
              {others.length > 0 && (
                <>
                  <p className={classes.quiet}>{t("end.others")}</p>
                  <ul className={classes.plain}>
                    {others.map((form) => (
                      <li key={form.id}>
                        <a href={form.path} target="_blank" rel="noreferrer">
                          {bilingual(form.title)}
                        </a>
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </div>
            <QrCode address={`${location.origin}${first.path}`} name={first.id} />
          </div>
        </Card>
      ) : (
        <StateScreen
          icon={<IconClipboardList size={28} stroke={1.5} />}
          title={t("end.noForm")}
          text={t("end.noForm.text")}
          action={
            <Button component={Link} to={stepPath("form")}>
              {t("step.form")}
            </Button>
          }
        />
      )}
      {left.length > 0 && (
        <Card title={t("end.left")} help={t("end.left.help")}>
          <ul className={classes.plain}>
            {left.map((step) => (
              <li key={step}>
                <Link to={stepPath(step)}>{t(`step.${step}`)}</Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div>
        <Button size="md" loading={busy} onClick={onFinish}>
          {t("end.finish")}
        </Button>
      </div>
    </>
  );
}
