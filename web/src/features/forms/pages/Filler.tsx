import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useSchool } from "@/api/school";
import { visibleValues } from "@/forms/conditions";
import { filledFromOf } from "@/forms/filledFrom";
import { asDocument, type FormDocument, type Values } from "@/forms/model";
import { isUpload, withoutUploads } from "@/forms/nodes";
import { prefillable } from "@/forms/prefill";
import type { TextContext } from "@/forms/text";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormsText } from "@/forms/useFormsText";
import { useGetFormQuery, type Form } from "../api";
import { isUnsaved } from "../draft/autosave";
import { announceSent } from "../draft/sentElsewhere";
import type { Beginning } from "../draft/start";
import { dropPictures } from "../draft/pictures";
import { forgetForm, reachedSteps, rememberReached } from "../draft/tokens";
import { useDraft } from "../draft/useDraft";
import { useSentElsewhere } from "../draft/useSentElsewhere";
import { carriedAnswers, carryOver, dropCarried, dropOutcome, familyAnswers, storeOutcome, whoseAre, type Outcome } from "../outcome";
import { AlreadySent } from "../parts/AlreadySent";
import { Banners, type Filled } from "../parts/Banners";
import { FormFrame } from "../parts/FormFrame";
import { FormSkeleton } from "../parts/FormSkeleton";
import { papersOf } from "../papers";
import { useFiller } from "../useFiller";
import { useFirstTouch } from "../useFirstTouch";
import { useCheck } from "../useCheck";
import { useSubmit } from "../useSubmit";
import { useUploads } from "../useUploads";
import { DeviceCleared } from "../parts/DeviceCleared";
import { StepPage } from "./StepPage";

// Nobody meets these first, and who only looks meets none of them. They are fetched at the first touch, so that they are there when
// the line breaks afterwards.
const later = {
  merge: () => import("../parts/MergeView"),
  move: () => import("../parts/MoveView"),
  review: () => import("./ReviewPage"),
};
const MergeView = lazy(async () => ({ default: (await later.merge()).MergeView }));
const MoveView = lazy(async () => ({ default: (await later.move()).MoveView }));
const ReviewPage = lazy(async () => ({ default: (await later.review()).ReviewPage }));
const fetchAll = () => void Promise.allSettled(Object.values(later).map((load) => load()));

/** How long the last save may take before somebody who wants their answers off a device is asked instead. */
const LAST_SAVE_MS = 5_000;

interface FillerProps {
  school: string;
  /** The form as it is published now. */
  latest: Form;
  beginning: Beginning;
  /** Answers that the link brought along. */
  brought: Values | null;
  /** What a signed-in family's profile answers. */
  own: Values;
  /** The server knows of a version that is not `latest`: it is to be fetched again. */
  onStale: () => unknown;
  /** Begins the form anew, once nothing of it is remembered. */
  onBeginNew: () => void;
  /** Leads on from what was sent; to the page that thanks where nothing is given. */
  onSent?: ((outcome: Outcome) => void) | undefined;
}

/** Filling in a form that has begun: its draft, its steps, its end. */
export function Filler({ school, latest, beginning, brought, own, onStale, onBeginNew, onSent }: FillerProps) {
  const t = useFormsText();
  const settings = useFormSettings();
  const form = latest.id;
  useFirstTouch(fetchAll);
  const carried = useRef(beginning.start.token === null ? carriedAnswers(form) : undefined);
  useEffect(() => dropCarried(form), [form]);
  // They only fill what nobody has answered yet, and are saved with the family's first own answer.
  const prefilled = useMemo(() => (brought ? prefillable(asDocument(latest), brought) : {}), [brought, latest]);
  const known = useMemo(() => (beginning.start.token === null ? prefillable(asDocument(latest), own) : {}), [beginning, latest, own]);
  const start = useMemo(
    () => ({ ...beginning.start, values: { ...known, ...prefilled, ...carried.current, ...beginning.start.values }, unsaved: beginning.start.unsaved || carried.current !== undefined }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form published meanwhile must not begin it anew
    [beginning],
  );
  const { controller, state, proof } = useDraft(school, form, start, settings.language);

  // A draft is pinned to the version that it was begun with, until the family moves it.
  const older = state.formVersion !== latest.version;
  const earlier = useGetFormQuery({ form, lng: settings.language, version: state.formVersion }, { skip: !older });
  const shown = older ? earlier.data?.form : latest;
  const lost = older && earlier.isError;
  const view = shown ?? latest;
  const document = asDocument(view);

  const { formLayout, application } = useSchool();
  const single = formLayout.mode === "single";
  const reached = useMemo(() => reachedSteps(school, form, start.token), [school, form, start]);
  const filler = useFiller({ document, settings, controller, start, reached, single });
  const { visited } = filler;
  useEffect(() => {
    if (state.token !== null) rememberReached(school, form, state.token, visited);
  }, [school, form, state.token, visited]);
  const check = useCheck({
    form,
    formVersion: view.version,
    // Of an application the school's dates are asked too.
    active: (view.computes || application?.form === form) && state.merge === null,
    values: filler.answers,
    locale: settings.language,
    // The rules look at one step at a time where the family does.
    step: single ? undefined : filler.current?.id,
    messages: document.messages,
  });
  const uploads = useUploads(school, form, controller, state.uploads, proof);
  const hasRules = view.plugin !== null;
  const papers = useMemo(() => papersOf(document, hasRules, check.computed), [document, hasRules, check.computed]);
  const text: TextContext = { t, messages: document.messages, settings };
  const [moving, setMoving] = useState(false);
  const [cleared, setCleared] = useState(false);
  const justBegun = useJustBegun();
  const filled = useFilled(document, start.values);
  const [notice, setNotice] = useState(
    carried.current ? ("carried" as const) : filled ? ("filled" as const) : ((justBegun ? null : beginning.notice) ?? (Object.keys(prefilled).length > 0 ? ("prefilled" as const) : null)),
  );
  const [, setParams] = useSearchParams();
  const noticedAt = useRef(filler.currentId);
  if (notice === "welcomeBack" && noticedAt.current !== filler.currentId) setNotice(null);
  const navigate = useNavigate();

  const onDone = useCallback(
    (outcome: Outcome) => {
      const fields = familyAnswers(document.steps, (field) => isUpload(filler.resolved.properties[field]), filler.answers, latest.family);
      const { token } = controller.read();
      if (token) announceSent(token, outcome);
      void controller.close().then(() => {
        forgetForm(school, form);
        void dropPictures(`${school}/${form}`);
        if (onSent) {
          onSent(outcome);
          return;
        }
        storeOutcome({ ...outcome, ...whoseAre(filler.answers, latest.subject as Record<string, string>) });
        if (Object.keys(fields).length > 0) carryOver(form, fields);
        void navigate("/enquiry/thanks", { replace: true });
      });
    },
    [controller, document.steps, filler.answers, filler.resolved, form, latest.family, latest.subject, navigate, onSent, school],
  );
  const submission = useSubmit({ school, form, formVersion: view.version, locale: settings.language, controller, onDone });

  const sent = useSentElsewhere(state.token);
  const sentAt = sent?.submittedAt ?? state.sentAt;
  const typed = useMemo(() => (sentAt === null ? {} : controller.typed()), [controller, sentAt]);

  // The server no longer has the draft: the answers in the page begin a new one (files stay behind with the old).
  const gone = state.save.halted === "gone" && !sent;
  const { setValues, resolved } = filler;
  useEffect(() => {
    if (!gone) return;
    setNotice("goneKept");
    setValues((values) => withoutUploads(resolved, values));
    controller.startAgain(latest.version);
  }, [gone, controller, latest.version, resolved, setValues]);

  // What was sent from elsewhere is settled: nothing is saved or sent from here any more. What was written here since stays on this device
  // until somebody who has read that it was not sent begins anew; where another tab sent it, that one goes on.
  const settled = sent !== null || (sentAt !== null && Object.keys(typed).length === 0);
  useEffect(() => {
    if (!settled) return;
    void dropPictures(`${school}/${form}`);
    void controller.close().then(() => forgetForm(school, form));
  }, [settled, controller, school, form]);

  // A form published while this page is open is known first by the draft's answers, or by the refusal of a submission.
  const moved = submission.problem?.kind === "moved";
  const behind = state.latestVersion !== latest.version ? state.latestVersion : null;
  useEffect(() => {
    if (behind !== null || moved) onStale();
  }, [behind, moved, onStale]);

  if (cleared) return <DeviceCleared link={state.token !== null} />;
  if (sentAt !== null) {
    const here = { document, values: typed, files: state.uploads };
    return <AlreadySent at={sentAt} outcome={sent} typed={here} onBeginNew={() => void controller.close().then(onBeginNew)} />;
  }
  if (older && !shown && !lost) return <FormSkeleton />;

  const clearDevice = async (lose: boolean) => {
    // What the server lacks is nowhere else: it goes only with a clear word of the person's.
    if (!lose) await Promise.race([controller.flush(), new Promise((resolve) => setTimeout(resolve, LAST_SAVE_MS))]);
    if (!lose && isUnsaved(controller.read().save)) return false;
    await controller.close();
    await dropPictures(`${school}/${form}`);
    forgetForm(school, form);
    dropOutcome();
    setParams({}, { replace: true });
    setCleared(true);
    return true;
  };

  const banners = (
    <Banners
      notice={notice}
      filled={filled}
      onDismiss={() => setNotice(null)}
      save={state.save}
      newer={older && state.latestVersion !== state.formVersion}
      onMove={() => setMoving(true)}
      riddle={proof.slot}
    />
  );
  const frame = { title: view.title, text, filler, own: check.issues, draft: state, single, onClearDevice: clearDevice };

  if (state.merge) {
    return (
      <FormFrame {...frame}>
        <Suspense fallback={null}>
          <MergeView document={document} merge={state.merge} settings={settings} onResolve={(values) => controller.resolveMerge(values)} />
        </Suspense>
      </FormFrame>
    );
  }
  if (moving || lost || moved) {
    const move = (values: Values) => {
      const next = asDocument(latest);
      setMoving(false);
      submission.clear();
      void controller.moveTo(latest.version, visibleValues(next, values));
    };
    return (
      <FormFrame {...frame}>
        <Suspense fallback={null}>
          <MoveView
            from={shown ? document : null}
            to={asDocument(latest)}
            values={filler.answers}
            settings={settings}
            onMove={move}
            onStay={lost || moved ? undefined : () => setMoving(false)}
          />
        </Suspense>
      </FormFrame>
    );
  }
  return (
    <FormFrame {...frame} banners={banners} wide={view.computes}>
      {filler.current ? (
        <StepPage key={filler.currentId} document={document} filler={filler} steps={single ? filler.steps : [filler.current]} check={check} text={text} uploads={uploads} papers={papers} />
      ) : (
        <Suspense fallback={null}>
          <ReviewPage document={document} filler={filler} check={check} text={text} uploads={uploads} papers={papers} submission={submission} />
        </Suspense>
      )}
    </FormFrame>
  );
}

/** Whom another form was for that this one begins with; told once, and not after a reload. */
function useFilled(document: FormDocument, values: Values): Filled | null {
  const state: unknown = useLocation().state;
  const [filled] = useState(() => {
    const name = filledFromOf(state);
    if (name === null) return null;
    return document.steps.some((step) => step.fields.some((field) => field in values)) ? { name } : null;
  });
  useEffect(() => {
    if (filled) history.replaceState({ ...history.state, usr: null }, "");
  }, [filled]);
  return filled;
}

/** Whether the application was begun on the page before: nobody is welcomed back who has not been away. */
function useJustBegun(): boolean {
  const state: unknown = useLocation().state;
  return typeof state === "object" && state !== null && "begun" in state;
}
