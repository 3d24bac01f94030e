import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { UnstyledButton } from "@mantine/core";
import classes from "./auth.module.css";
import { EntryLink } from "./parts/EntryLink";
import { ResendVerification } from "./parts/ResendVerification";
import { Sent } from "./parts/Sent";
import { SignUpForm } from "./parts/SignUpForm";
import * as to from "./paths";

const RESEND_S = 60;

/** A family's own account: the details, then the mail that proves the address. Nothing here tells whether the address was known. */
export function SignUpPage() {
  const { t } = useTranslation("auth");
  const [sentTo, setSentTo] = useState("");
  if (!sentTo) return <SignUpForm onSent={setSentTo} />;
  return (
    <Sent title={t("entry.mail.title")} text={<Trans t={t} i18nKey="entry.mail.text" values={{ email: sentTo }} components={{ bdi: <bdi /> }} />}>
      <ResendVerification email={sentTo} first={RESEND_S} />
      <div className={classes.between}>
        <UnstyledButton className={classes.textButton} onClick={() => setSentTo("")}>
          {t("entry.mail.other")}
        </UnstyledButton>
        <EntryLink to={to.signIn()}>{t("entry.back.signIn")}</EntryLink>
      </div>
    </Sent>
  );
}
