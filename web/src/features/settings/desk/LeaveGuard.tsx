import { Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { beforeSignOut } from "@/api/signOut";
import { Dialog } from "@/ui/Dialog";
import { useDeskHandle, useLocal } from "./useDesk";
import { saveState } from "./local";
import * as toSettings from "../paths";

/**
 * What was typed is saved on leaving. Where it cannot be, the person is asked: before another page of the application
 * is opened, before they sign out, and by the browser before the window is closed. (Edits outlive the pages: the question is about saving.)
 */
export function LeaveGuard() {
  const { t } = useTranslation("settingsDesk");
  const desk = useDeskHandle();
  const local = useLocal();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null);
  const state = saveState(local);
  const unsaved = state !== "saved";
  const stuck = state === "failed" || state === "conflict" || state === "refused";

  useEffect(() => {
    const leave = () => void desk.flush();
    const hide = () => document.visibilityState === "hidden" && leave();
    document.addEventListener("visibilitychange", hide);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      leave();
    };
  }, [desk]);

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      void desk.flush();
      event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved, desk]);

  useEffect(() => {
    if (!stuck) return;
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || link.target === "_blank" || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      const to = new URL(link.href);
      if (to.origin !== location.origin || to.pathname.startsWith(toSettings.desk()) || to.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted({ go: () => void navigate(`${to.pathname}${to.search}`) });
    };
    // Before the router hears of it.
    document.addEventListener("click", click, true);
    return () => document.removeEventListener("click", click, true);
  }, [stuck, navigate]);

  useEffect(
    () =>
      beforeSignOut(async (go) => {
        const saved = !unsaved || (await desk.flush());
        if (!saved) setWanted({ go });
        return saved;
      }),
    [unsaved, desk],
  );

  const go = () => {
    setWanted(null);
    wanted?.go();
  };
  return (
    <Dialog opened={wanted !== null} onClose={() => setWanted(null)} title={t("leave.title")}>
      <Stack gap="md">
        <Text>{t("leave.text")}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="subtle" color="gray" onClick={go}>
            {t("leave.go")}
          </Button>
          <Button variant="default" onClick={() => setWanted(null)}>
            {t("leave.stay")}
          </Button>
          <Button onClick={() => void desk.flush().then((saved) => (saved ? go() : setWanted(null)))}>{t("leave.save")}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
