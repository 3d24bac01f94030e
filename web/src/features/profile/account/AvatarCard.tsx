import { Alert, Button, FileButton, Text, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { signedIn } from "@/api/authSlice";
import { failureOf } from "@/api/envelope";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { looksLikePhone, spacedPhone } from "@/forms/phone";
import { useFormat } from "@/ui/useFormat";
import { IconAlertCircle, IconCamera, IconTrash } from "@/ui/icons";
import { PersonMark } from "@/ui/PersonMark";
import { useMessage } from "@/ui/useMessage";
import { useDeleteAvatarMutation, usePutAvatarMutation, type Profile } from "../api";
import classes from "../profile.module.css";

const AvatarCrop = lazy(async () => ({ default: (await import("./AvatarCrop")).AvatarCrop }));
const TYPES = "image/png,image/jpeg,image/webp";
/** A picture from a camera is cut down before it travels; this only keeps the browser from drowning in it. */
const LARGEST = 20 * 1024 * 1024;

/** The picture beside a person's name: chosen, cut to a circle, sent small, or taken away. */
export function AvatarCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const format = useFormat();
  const message = useMessage();
  const dispatch = useAppDispatch();
  const user = useAppSelector((state) => state.auth.user);
  const [put, putting] = usePutAvatarMutation();
  const [drop, dropping] = useDeleteAvatarMutation();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const show = (avatar: string) => user && dispatch(signedIn({ ...user, avatar }));
  const choose = (chosen: File | null) => {
    setProblem(null);
    if (!chosen) return;
    if (!TYPES.split(",").includes(chosen.type)) setProblem(t("profile.avatar.type"));
    else if (chosen.size > LARGEST) setProblem(message("D001"));
    else setFile(chosen);
  };
  const send = async (picture: Blob) => {
    const answer = await put({ avatarRequest: { file: picture } });
    if (answer.data) {
      show(answer.data.avatar);
      setFile(null);
    } else setProblem(message(failureOf(answer.error).messageId));
  };
  const remove = async () => {
    setProblem(null);
    const answer = await drop();
    if (answer.error) setProblem(message(failureOf(answer.error).messageId));
    else show("");
  };

  return (
    <section className={classes.card} aria-label={t("profile.avatar.title")}>
      <div className={classes.identity}>
        <PersonMark name={profile.name || profile.email} avatar={profile.avatar} size={72} />
        <div className={classes.identityText}>
          <Title order={2}>
            {looksLikePhone(profile.name) ? <bdi dir="ltr">{spacedPhone(profile.name)}</bdi> : <bdi>{profile.name || profile.email}</bdi>}
          </Title>
          <Text c="dimmed" size="sm">
            {t("profile.since", { date: format.day(profile.created_at) })}
          </Text>
        </div>
        <span className={classes.saveActions}>
          <FileButton accept={TYPES} onChange={choose}>
            {(props) => (
              <Button variant="default" leftSection={<IconCamera size={18} stroke={1.5} aria-hidden />} {...props}>
                {profile.avatar ? t("profile.avatar.change") : t("profile.avatar.add")}
              </Button>
            )}
          </FileButton>
          {profile.avatar && (
            <Button variant="subtle" color="gray" loading={dropping.isLoading} leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />} onClick={() => void remove()}>
              {t("profile.avatar.remove")}
            </Button>
          )}
        </span>
      </div>
      {problem && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {problem}
        </Alert>
      )}
      {file && (
        <Suspense fallback={null}>
          <AvatarCrop file={file} busy={putting.isLoading} onCancel={() => setFile(null)} onTake={(picture) => void send(picture)} onBroken={() => {
            setFile(null);
            setProblem(t("profile.avatar.type"));
          }} />
        </Suspense>
      )}
    </section>
  );
}
