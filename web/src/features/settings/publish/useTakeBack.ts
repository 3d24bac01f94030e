import { useTranslation } from "react-i18next";
import { useDispatch, useStore } from "react-redux";
import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { failureOf } from "@/api/envelope";
import { enhancedApi } from "@/api/generated";
import { useMessage } from "@/ui/useMessage";
import { isProofAsked } from "@/ui/useConfirmed";
import { deskApi } from "../desk/api";
import { deskOf } from "../desk/desk";
import { toast } from "../desk/toast";

/** Takes a publishing back: the revision before it becomes the draft, and is published at once. */
export function useTakeBack(): { to: (seq: number) => Promise<void>; showLive: () => void } {
  const { t, i18n } = useTranslation("settingsDesk");
  const message = useMessage();
  const store = useStore();
  const dispatch = useDispatch<ThunkDispatch<never, unknown, UnknownAction>>();

  /** This very page wears the school's colours and words too. */
  const showLive = () => {
    void dispatch(enhancedApi.endpoints.getSchoolDetails.initiate(undefined, { forceRefetch: true, subscribe: false }));
    void i18n.reloadResources();
  };
  const to = async (seq: number) => {
    const fail = (error: Parameters<typeof failureOf>[0]) => toast({ text: message(failureOf(error).messageId), tone: "bad" });
    const now = await dispatch(deskApi.endpoints.getSettings.initiate(undefined, { forceRefetch: true, subscribe: false }));
    if (!now.data) return fail(now.error);
    const restored = await dispatch(deskApi.endpoints.restoreRevision.initiate({ seq, draftVersionRequest: { version: now.data.draft.version } }));
    if (!restored.data) return fail(restored.error);
    const published = await dispatch(deskApi.endpoints.publishSettings.initiate({ publishSettingsRequest: { version: restored.data.draft.version, note: t("publish.undo.note") } }));
    // Nobody is asked out of a message that goes by: what leads back waits in the draft for whoever publishes it.
    if (isProofAsked(published.error)) return toast({ text: t("publish.undo.drafted"), tone: "bad" });
    if (!published.data) return fail(published.error);
    deskOf(store).forget();
    showLive();
    toast({ text: t("publish.undone") });
  };
  return { to, showLive };
}
