import { useTranslation } from "react-i18next";
import { SettingText } from "../desk/fields";
import { Card } from "../desk/RoomHead";
import classes from "./branding.module.css";

/** The account to which families pay: letters and their mails tell it. */
export function BankAccountCard() {
  const { t } = useTranslation("settingsRooms");
  return (
    <Card title={t("account.title")} help={t("account.help")}>
      <div className={classes.pair}>
        <SettingText pointer="/bank_account/name" label={t("account.name")} description={t("account.name.help")} maxLength={120} emptyIsNone />
        <SettingText pointer="/bank_account/bank" label={t("account.bank")} maxLength={120} emptyIsNone />
      </div>
      <div className={classes.pair}>
        <SettingText pointer="/bank_account/iban" label={t("account.iban")} language="en" maxLength={60} emptyIsNone />
        <SettingText pointer="/bank_account/bic" label={t("account.bic")} description={t("account.bic.help")} language="en" maxLength={11} emptyIsNone />
      </div>
    </Card>
  );
}
