import { Alert, Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApplicationStanding } from "@/api/applications";
import { failureOf } from "@/api/envelope";
import { statusOf, type Standing } from "@/api/standing";
import { isolateOwn } from "@/i18n/isolate";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconAlertTriangle } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./applications.module.css";
import { useSettlePlaceMutation } from "./decisionApi";

type Differing = NonNullable<ApplicationStanding["answers_place"]>;

interface Props {
  id: string;
  application: ApplicationStanding;
  place: Differing;
  from: Standing;
  /** Whom it is about; empty where the name is hidden. */
  who?: string;
}

/** The answers say another grade since they were changed: the place moves there, or stays. */
export function AnswersPlace({ id, application, place, from, who = "" }: Props) {
  const { t } = useTranslation("applications");
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [settle, { isLoading, error, reset }] = useSettlePlaceMutation();
  const [asked, setAsked] = useState<"move" | "keep" | null>(null);
  const names = { is: isolateOwn(bilingual(place.name)), was: isolateOwn(bilingual(place.was)) };
  const failure = error ? failureOf(error) : null;
  const waits = failure?.messageId === "A012";
  const confirm = async () => {
    if (!asked) return;
    const answer = await settle({ id, settlePlaceRequest: { version: application.version, choice: asked } });
    if (answer.data) setAsked(null);
  };
  const { seats } = place;
  const title = asked && t(`place.${asked}`);
  return (
    <Alert color="amber" icon={<IconAlertTriangle stroke={1.5} />} title={t("place.title")}>
      <p className={classes.line}>{t("place.differs", names)}</p>
      {seats && typeof seats.places === "number" && <p className={classes.quiet}>{t("place.seats", { ...names, free: format.number(seats.free ?? 0), places: format.number(seats.places) })}</p>}
      {place.may_settle && (
        <Group gap={8}>
          <Button size="compact-sm" onClick={() => setAsked("move")}>
            {t("place.move")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsked("keep")}>
            {t("place.keep")}
          </Button>
        </Group>
      )}
      {asked && title && (
        <ConfirmDialog
          opened
          onClose={() => {
            reset();
            setAsked(null);
          }}
          title={who ? t("move.titled", { way: title, who: isolateOwn(who) }) : title}
          text={t(asked === "keep" ? "place.keep.text" : statusOf(from) === "F" ? "place.move.offer" : "place.move.text", names)}
          confirm={title}
          busy={isLoading}
          error={failure && (waits ? t("place.waits") : message(failure.messageId))}
          onConfirm={() => void confirm()}
        />
      )}
    </Alert>
  );
}
