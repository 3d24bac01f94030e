import { Alert, Button, Stack } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { applicationOf, standingOf, toldKind } from "@/api/admissionForm";
import { failureOf } from "@/api/envelope";
import { useCreateDraftMutation } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { localDrafts } from "@/api/localDrafts";
import { useSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import { useCaptcha } from "@/ui/captcha/useCaptcha";
import { Dialog } from "@/ui/Dialog";
import { IconAlertCircle, IconUserPlus } from "@/ui/icons";
import { useInstitution } from "@/ui/useInstitution";
import { useMessage } from "@/ui/useMessage";
import { filledFrom } from "./filledFrom";

interface Props {
  /** The id of what was sent, or the grant that opens it. */
  application: string;
  /** Whom it was for. */
  name: string;
  /** What the button says; that one applies for another child where nothing else is said. */
  children?: ReactNode;
  /** It is what its page is for. */
  primary?: boolean;
}

/** Whether a family may apply here for another child today. */
export function useTakesAnotherChild(): boolean {
  const school = useSchool();
  const application = applicationOf(school);
  const isForChild = useInstitution() === "school";
  return isForChild && application !== undefined && standingOf(school).takes && toldKind(school, application.id) === "application";
}

/** Begins the school's application with what is the family's of something that it sent; nothing where none is taken today. */
export function AnotherChild(props: Props) {
  return useTakesAnotherChild() ? <Offered {...props} /> : null;
}

function Offered({ application, name, children, primary = false }: Props) {
  const { t } = useTranslation("origins");
  const school = useSchool();
  const message = useMessage();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  const captcha = useCaptcha();
  const [isProving, setProving] = useState(false);
  const [create, { isLoading, error }] = useCreateDraftMutation();
  const [kept, setKept] = useState<string | null>(null);
  const form = applicationOf(school);
  if (!form) return null;

  const begin = async () => {
    setKept(null);
    const asked = { values: {}, locale: language, from: { key: application } };
    let answer = await create({ form: form.id, createDraftRequest: asked });
    if (!answer.data && failureOf(answer.error).messageId === "L012") {
      setProving(true);
      const proof = await captcha.token();
      if (proof) answer = await create({ form: form.id, createDraftRequest: { ...asked, captcha_token: proof } });
    }
    if (answer.data) void navigate({ pathname: form.path, hash: `draft=${answer.data.token}` }, { state: filledFrom(name) });
  };
  // An account keeps all that it begins; without one this browser remembers one form of a kind.
  const ask = () => {
    const begun = signedIn ? undefined : localDrafts(school.school_id).find((draft) => draft.form === form.id);
    if (begun) setKept(begun.token);
    else void begin();
  };
  return (
    <>
      <Button variant={primary ? "filled" : "default"} loading={isLoading} leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden />} onClick={ask}>
        {children ?? t("another.action")}
      </Button>
      {isProving && captcha.slot}
      {error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failureOf(error).messageId)}
        </Alert>
      )}
      <Dialog opened={kept !== null} onClose={() => setKept(null)} title={t("another.kept.title")}>
        <Stack gap="md">
          <p style={{ margin: 0 }}>{t("another.kept.text")}</p>
          <Button component={Link} to={form.path}>
            {t("another.kept.goOn")}
          </Button>
          <Button variant="default" onClick={() => void begin()}>
            {t("another.kept.begin")}
          </Button>
        </Stack>
      </Dialog>
    </>
  );
}
