import { Button, Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { useGetSetupQuery, useUpdateSetupMutation, type Setup, type SetupStep } from "@/api/setup";
import { IconAlertTriangle } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import { DeskFrame } from "../desk/DeskFrame";
import { RoomHead } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import { useDesk, useSchoolSetting } from "../desk/useDesk";
import { draftedPath, type FormConfig } from "../forms/list/offered";
import { End } from "./End";
import classes from "./setup.module.css";
import { StepEditor } from "./StepEditor";
import { StepNav } from "./StepNav";
import { after, before, resumeAt, screenOf, stepPath, viewOf, type View } from "./steps";
import * as toDashboard from "@/features/dashboard/paths";

/** The first set-up: seven short steps, each left and taken up again at any time. */
export function SetupPage() {
  const { t } = useTranslation(["setup", "settingsDesk", "settingsRooms", "settings", "builder"]);
  const message = useMessage();
  const [search] = useSearchParams();
  const { data, error, refetch } = useGetSetupQuery();
  useTitle(t("title"));
  const view = viewOf(search.get("step"));
  if (data && view) return <Guide setup={data.setup} view={view} />;
  if (data) return <Navigate to={stepPath(resumeAt(data.setup))} replace />;
  if (!error) return <Skeleton height={320} m="lg" radius="md" role="progressbar" aria-label={t("settingsDesk:loading")} />;
  return (
    <StateScreen
      role="alert"
      order={1}
      icon={<IconAlertTriangle size={28} stroke={1.5} />}
      title={t("settingsDesk:error")}
      text={message(failureOf(error).messageId)}
      action={<Button onClick={() => void refetch()}>{t("settingsDesk:retry")}</Button>}
    />
  );
}

function Guide({ setup, view }: { setup: Setup; view: View }) {
  const { t } = useTranslation("setup");
  const message = useMessage();
  const navigate = useNavigate();
  const [update, updating] = useUpdateSetupMutation();
  const forms = useSchoolSetting<Record<string, FormConfig | null>>("/forms");
  const firstForm = Object.entries(forms.value ?? {}).find(([, config]) => config !== null);
  useFreshSetup();
  useHeadingFocus(view);

  const saveProgress = async (change: Partial<Pick<Setup, "skipped" | "finished">>): Promise<boolean> => {
    const answer = await update({ updateSetupRequest: change });
    if (answer.error) toast({ text: message(failureOf(answer.error).messageId), tone: "bad" });
    return !answer.error;
  };
  const go = (to: View) => void navigate(stepPath(to));
  const skip = async (step: SetupStep) => {
    if (setup.skipped.includes(step) || (await saveProgress({ skipped: [...setup.skipped, step] }))) go(after(step));
  };
  const leave = () => void navigate(toDashboard.dashboard());
  const finish = async () => {
    if (setup.finished || (await saveProgress({ finished: true }))) leave();
  };
  const back = before(view);

  return (
    <DeskFrame name={view} screen={screenOf(view, firstForm ? draftedPath(...firstForm) : null)} nav={<StepNav setup={setup} current={view} />}>
      <RoomHead title={t(`${view}.title`)} lead={t(`${view}.lead`)} />
      {view === "end" ? <End setup={setup} busy={updating.isLoading} onFinish={() => void finish()} /> : <StepEditor step={view} onPublished={() => go("end")} />}
      <footer className={classes.foot}>
        {back && (
          <Button variant="default" onClick={() => go(back)}>
            {t("back")}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={leave}>
          {t("leave")}
        </Button>
        {view !== "end" && (
          <span className={classes.on}>
            {setup.done.includes(view) ? (
              <Button onClick={() => go(after(view))}>{t("next", { step: t(`step.${after(view)}`) })}</Button>
            ) : (
              <Button variant="default" loading={updating.isLoading} onClick={() => void skip(view)}>
                {t("skip")}
              </Button>
            )}
          </span>
        )}
      </footer>
    </DeskFrame>
  );
}

/** What is done is worked out by the server: it is asked again when the draft, or what is live, moved. */
function useFreshSetup(): void {
  const { draft, published } = useDesk();
  const { refetch } = useGetSetupQuery();
  const state = `${draft.version} ${published?.seq ?? ""}`;
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    void refetch();
  }, [state, refetch]);
}

/** Another step begins at its heading, for eyes and for screen readers. */
function useHeadingFocus(view: View): void {
  const last = useRef(view);
  useEffect(() => {
    if (last.current === view) return;
    last.current = view;
    window.scrollTo({ top: 0 });
    const heading = document.querySelector<HTMLElement>("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [view]);
}
