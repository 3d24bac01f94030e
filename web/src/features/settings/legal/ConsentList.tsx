import { Button, Skeleton } from "@mantine/core";
import { arrayMove } from "@dnd-kit/sortable";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { IconAlertTriangle, IconFileText, IconPlus } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { Sortable } from "../desk/Sortable";
import { toast } from "../desk/toast";
import { useDeskHandle, useSetting } from "../desk/useDesk";
import { consentScreen, CONSENTS, consentsIn, freeCode, isUnfinished, MOST_CONSENTS, newConsent, STANDARD_KINDS, type Consent, type StandardKind } from "./consents";
import classes from "./legal.module.css";
import { usePreviewOf } from "./usePreviewOf";
import { useStandard } from "./useStandard";
import * as toSettings from "../paths";
import * as toAuth from "@/features/auth/paths";

/** The address of a consent's own page. */
const pageOf = (code: string) => toSettings.consent(code);

/** The consents that the school asks for: added from ours or empty, put in order, removed. */
export function ConsentList() {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const navigate = useNavigate();
  const bilingual = useBilingual();
  const desk = useDeskHandle();
  const standard = useStandard();
  const setting = useSetting<Consent[]>(CONSENTS, "");
  const [added, setAdded] = useState(0);
  const consents = consentsIn(setting.value);
  const first = consents[0];
  usePreviewOf(first ? consentScreen(first.code) : toAuth.signIn());
  const off = setting.readOnly !== null;
  const full = consents.length >= MOST_CONSENTS;
  const codes = consents.map(({ code }) => code);
  const names = consents.map(({ title }, index) => bilingual(title) || t("consents.nth", { n: index + 1 }));

  // Without any the file is as good as none.
  const set = (next: Consent[], step: string) => setting.set(next.length > 0 ? next : undefined, `${step} ${Date.now()}`);
  // Our texts may have to be fetched first: what was added meanwhile stays.
  const latest = useRef(consents);
  useLayoutEffect(() => {
    latest.current = consents;
  });
  const begin = async (kind: StandardKind) => {
    const made = await standard.consent(kind, kind);
    const now = latest.current;
    if (now.some((consent) => consent.kind === kind)) return;
    latest.current = [...now, { ...made, code: freeCode(kind, now.map(({ code }) => code)) }];
    set(latest.current, "add");
    setAdded((before) => before + 1);
  };
  const write = () => {
    const fresh = newConsent(freeCode("other", codes));
    set([...consents, fresh], "add");
    void navigate(pageOf(fresh.code));
  };
  const remove = (index: number) => {
    set(consents.filter((_, at) => at !== index), "remove");
    toast({ text: t("consents.removed", { what: names[index] }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };
  if (setting.isLoading) return <Skeleton height={280} radius="md" role="progressbar" aria-label={t("settingsDesk:loading")} />;
  return (
    <Card title={t("consents.name")} help={t("consents.help")}>
      {consents.length === 0 ? (
        <StateScreen order={3} icon={<IconFileText size={28} stroke={1.5} />} title={t("consents.none")} text={t("consents.none.text")} />
      ) : (
        <Sortable
          names={names}
          off={off}
          added={added}
          focusIn="a"
          onMove={(from, to) => set(arrayMove(consents, from, to), "move")}
          onRemove={remove}
          head={(index) => {
            const consent = consents[index];
            return (
              consent && (
                <Link className={classes.consent} to={pageOf(consent.code)}>
                  {names[index]}
                </Link>
              )
            );
          }}
        >
          {(index) => {
            const consent = consents[index];
            return consent && <Facts consent={consent} />;
          }}
        </Sortable>
      )}
      <div className={classes.adds} role="group" aria-label={t("consents.add")}>
        {STANDARD_KINDS.filter((kind) => !consents.some((consent) => consent.kind === kind)).map((kind) => (
          <Add key={kind} disabled={off || full} onClick={() => void begin(kind)} text={t(`consents.kind.${kind}`)} />
        ))}
        <Add disabled={off || full} onClick={write} text={t("consents.own")} />
      </div>
      <Marks setting={{ ...setting, isChanged: false }} place={{ file: CONSENTS, pointer: "" }} withoutProblems invalid={t("consents.unfinished")} />
    </Card>
  );
}

/** What a consent is, in a line; and that it is not complete. */
function Facts({ consent }: { consent: Consent }) {
  const { t } = useTranslation("settingsWords");
  return (
    <div className={classes.facts}>
      <span className={classes.quiet}>{t(`consents.kind.${consent.kind}`)}</span>
      <span className={classes.quiet}>{t(consent.required ? "consents.must" : "consents.may")}</span>
      {isUnfinished(consent) && (
        <span className={classes.unfinished}>
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          {t("consents.lacks")}
        </span>
      )}
    </div>
  );
}

function Add({ text, disabled, onClick }: { text: string; disabled: boolean; onClick: () => void }) {
  return (
    <Button size="sm" variant="default" disabled={disabled} leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={onClick}>
      {text}
    </Button>
  );
}
