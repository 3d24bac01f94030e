import { Alert, Button, Group, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { signedIn } from "@/api/authSlice";
import { failureOf } from "@/api/envelope";
import { useGetProfileQuery, useUpdateProfileMutation } from "@/api/generated";
import { useAppDispatch } from "@/api/hooks";
import type { SessionUser } from "@/api/types";
import { looksLikePhone, spacedPhone } from "@/forms/phone";
import { IconUser } from "@/ui/icons";
import { useInstitution } from "@/ui/useInstitution";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import classes from "./family.module.css";

const LATER = "qabul.name.later";

/** Whether somebody signed in by a code and told no name yet: then the account is called by its number, or by its address's first part. */
export const isNameless = ({ userName, email }: SessionUser): boolean => looksLikePhone(userName) || (userName !== "" && userName === email.split("@")[0]);

/** Asks for the name of somebody who is called by a number so far. */
export function AskName({ user }: { user: SessionUser }) {
  const { t } = useTranslation("family");
  const message = useMessage();
  const byField = useProblemsByField();
  const dispatch = useAppDispatch();
  const context = useInstitution();
  const { data, refetch } = useGetProfileQuery(undefined);
  const [change, { isLoading, error, reset }] = useUpdateProfileMutation();
  const [name, setName] = useState("");
  const [left, setLeft] = useState(() => sessionStorage.getItem(LATER) === "Y");
  const failure = error ? failureOf(error) : null;
  const refused = failure ? byField(failure.problems).name : undefined;
  if (left || !data) return null;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    const answer = await change({ profileChange: { version: data.profile.version, name: name.trim() } });
    if (answer.data) dispatch(signedIn({ ...user, userName: answer.data.profile.name }));
    else if (failureOf(answer.error).status === 409) await refetch();
  };
  const later = () => {
    sessionStorage.setItem(LATER, "Y");
    setLeft(true);
  };
  const shown = looksLikePhone(user.userName) ? spacedPhone(user.userName) : user.userName;
  return (
    <Alert role="region" aria-label={t("family.name.title")} color="gray" title={t("family.name.title")} icon={<IconUser stroke={1.5} />}>
      <form className={classes.name} onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          label={t("family.name.label")}
          description={t("family.name.text", { context, shown: `\u2066${shown}\u2069` })}
          autoComplete="name"
          maxLength={120}
          value={name}
          error={refused ?? (failure ? message(failure.messageId) : undefined)}
          onChange={(event) => {
            if (failure) reset();
            setName(event.currentTarget.value);
          }}
        />
        <Group gap="sm">
          <Button type="submit" loading={isLoading} disabled={!name.trim()}>
            {t("family.name.save")}
          </Button>
          <Button variant="default" onClick={later}>
            {t("family.name.later")}
          </Button>
        </Group>
      </form>
    </Alert>
  );
}
