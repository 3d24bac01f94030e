import { Button, Group } from "@mantine/core";
import { lazy, Suspense } from "react";
import { Link, useNavigate } from "react-router";
import { useAppSelector } from "@/api/hooks";
import * as toApplication from "@/features/application/paths";
import * as toDashboard from "@/features/dashboard/paths";
import { IconCircleCheck } from "@/forms/icons";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormsText } from "@/forms/useFormsText";
import { formatDay, formatInstant } from "@/i18n/format";
import { StateScreen } from "@/ui/StateScreen";
import { storeOutcome, type Outcome } from "../outcome";
import type { Typed } from "./TypedHere";

const TypedHere = lazy(async () => ({ default: (await import("./TypedHere")).TypedHere }));

interface AlreadySentProps {
  /** When it was sent. */
  at: string;
  /** What is known of it where another tab of this browser sent it; of another device nothing is. */
  outcome: Outcome | null;
  /** Whether it was sent from this page, to which somebody has come back. */
  here?: boolean;
  /** What was written here and is no part of it. */
  typed: Typed;
  /** Begins the form anew, empty. */
  onBeginNew: () => void;
}

/** The form that this page shows was sent from elsewhere: where it is found, what is no part of it, and no way to send it twice. */
export function AlreadySent({ at, outcome, here = false, typed, onBeginNew }: AlreadySentProps) {
  const t = useFormsText();
  const settings = useFormSettings();
  const navigate = useNavigate();
  const stranger = useAppSelector(({ auth }) => auth.status === "signedOut");
  const see = (sent: Outcome) => {
    storeOutcome(sent);
    void navigate("/enquiry/thanks", { replace: true });
  };
  return (
    <>
      <StateScreen
        order={1}
        icon={<IconCircleCheck size={28} stroke={1.5} />}
        title={t("alreadySent.title")}
        text={
          outcome ? (
            <>
              {t(here ? "alreadySent.here" : "alreadySent.text", { at: formatInstant(at, settings) })} {t("thanks.reference")}:{" "}
              <strong>
                <bdi dir="ltr">{outcome.reference}</bdi>
              </strong>
            </>
          ) : (
            t("alreadySent.elsewhere", { date: formatDay(at, settings) })
          )
        }
        action={
          <Group justify="center">
            {outcome ? (
              <Button onClick={() => see(outcome)}>{t("alreadySent.see")}</Button>
            ) : (
              <Button component={Link} to={stranger ? toApplication.linked() : toDashboard.dashboard()}>
                {t("alreadySent.find")}
              </Button>
            )}
            <Button variant="default" onClick={onBeginNew}>
              {t("alreadySent.new")}
            </Button>
          </Group>
        }
      />
      {Object.keys(typed.values).length > 0 && (
        <Suspense fallback={null}>
          <TypedHere {...typed} />
        </Suspense>
      )}
    </>
  );
}
