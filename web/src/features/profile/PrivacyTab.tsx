import { Alert, Button, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSaveFileMutation } from "@/api/download";
import { failureOf } from "@/api/envelope";
import { useAppDispatch } from "@/api/hooks";
import { forgetKnownBrowsers } from "@/api/knownBrowsers";
import { forgetLocalDrafts } from "@/api/localDrafts";
import { useSchool } from "@/api/school";
import { signOut } from "@/api/signOut";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconAlertCircle, IconCircleCheck, IconDownload } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useRequestErasureMutation, type Profile } from "./api";
import { Card } from "./Card";

/** A person's rights over what is kept about them, and a clean end on a shared device. */
export function PrivacyTab({ profile }: { profile: Profile }) {
  return (
    <>
      <Export profile={profile} />
      <ClearDevice />
      <Erasure askedAt={profile.erasure_asked_at ?? null} />
    </>
  );
}

function Export({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const { school_id: school } = useSchool();
  const [save, { isLoading, error }] = useSaveFileMutation();
  return (
    <Card title={t("profile.export.title")} lead={t("profile.export.lead")}>
      {error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failureOf(error).messageId)}
        </Alert>
      )}
      <div>
        <Button
          variant="default"
          loading={isLoading}
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          onClick={() => void save({ path: "/v1/oa/profile/export", name: `${school}-${profile.id}.json` })}
        >
          {t("profile.export.do")}
        </Button>
      </div>
    </Card>
  );
}

function ClearDevice() {
  const { t } = useTranslation("profile");
  const dispatch = useAppDispatch();
  const { school_id: school } = useSchool();
  const [asked, setAsked] = useState(false);
  const clear = () => {
    forgetLocalDrafts(school);
    forgetKnownBrowsers();
    void dispatch(signOut());
  };
  return (
    <Card title={t("profile.clear.title")} lead={t("profile.clear.lead")}>
      <div>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t("profile.clear.do")}
        </Button>
      </div>
      <ConfirmDialog opened={asked} onClose={() => setAsked(false)} title={t("profile.clear.title")} text={t("profile.clear.text")} confirm={t("profile.clear.do")} onConfirm={clear} />
    </Card>
  );
}

function Erasure({ askedAt }: { askedAt: string | null }) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const format = useFormat();
  const [ask, { isLoading, isSuccess, error }] = useRequestErasureMutation();
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState("");
  const send = async () => {
    const answer = await ask({ erasureRequest: { reason: reason.trim() } });
    if (!answer.error) setOpened(false);
  };
  return (
    <Card title={t("profile.erasure.title")} lead={t("profile.erasure.lead")}>
      {isSuccess || askedAt ? (
        <Alert role="status" color="green" icon={<IconCircleCheck stroke={1.5} />}>
          {askedAt && !isSuccess ? t("profile.erasure.waits", { day: format.day(askedAt) }) : t("profile.erasure.sent")}
        </Alert>
      ) : (
        <div>
          <Button variant="default" color="red" onClick={() => setOpened(true)}>
            {t("profile.erasure.do")}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={opened}
        danger
        onClose={() => setOpened(false)}
        title={t("profile.erasure.title")}
        text={t("profile.erasure.text")}
        confirm={t("profile.erasure.send")}
        busy={isLoading}
        error={error ? message(failureOf(error).messageId) : null}
        onConfirm={() => void send()}
      >
        <Textarea data-autofocus label={t("profile.erasure.reason")} rows={4} maxLength={1000} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        <Text size="xs" c="dimmed">
          {t("profile.erasure.optional")}
        </Text>
      </ConfirmDialog>
    </Card>
  );
}
