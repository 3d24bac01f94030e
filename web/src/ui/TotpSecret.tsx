import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CopyButton } from "./CopyButton";
import classes from "./codes.module.css";

/** What an authenticator app needs: a picture to scan, the secret to type, and a link for the same phone. */
export interface Totp {
  secret: string;
  uri: string;
  /** An SVG text. */
  qr: string;
}

/** Shows the secret of a second factor that is being set up. */
export function TotpSecret({ totp }: { totp: Totp }) {
  const { t } = useTranslation();
  return (
    <div className={classes.totp}>
      {/* As a picture and not as markup: nothing that a server sends is ever read as HTML. */}
      <img className={classes.qr} src={`data:image/svg+xml;utf8,${encodeURIComponent(totp.qr)}`} alt={t("totp.qr")} width={256} height={256} />
      <div className={classes.secret}>
        <Text size="sm">{t("totp.typed")}</Text>
        <code dir="ltr" className={classes.spell}>
          {totp.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
        </code>
        <span className={classes.row}>
          <CopyButton text={totp.secret} label={t("totp.copy")} size="compact-sm" />
          <a className={classes.link} href={totp.uri}>
            {t("totp.open")}
          </a>
        </span>
      </div>
    </div>
  );
}
