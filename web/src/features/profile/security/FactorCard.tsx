import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/ui/useFormat";
import { IconCircleCheck } from "@/ui/icons";
import type { Profile } from "../api";
import { Card } from "../Card";
import classes from "../profile.module.css";
import { RemoveFactor, RenewCodes } from "./FactorDialogs";
import { FactorSetup } from "./FactorSetup";

/** A code from the phone as well as the password: set up, renewed, taken away. */
export function FactorCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const format = useFormat();
  const [open, setOpen] = useState<"setup" | "codes" | "remove" | null>(null);
  const { active, required, recovery_codes_left: left } = profile.second_factor;
  const close = () => setOpen(null);
  return (
    <Card
      title={t("profile.factor.title")}
      lead={t(profile.has_password ? "profile.factor.lead" : "profile.factor.lead.code")}
      aside={
        <span className={classes.word} data-good={active || undefined}>
          {active && <IconCircleCheck size={16} stroke={1.5} aria-hidden />}
          {active ? t("profile.factor.on") : t("profile.factor.off")}
        </span>
      }
    >
      {required && <Text size="sm">{t("profile.factor.required")}</Text>}
      {active && <Text size="sm">{t("profile.factor.left", { count: left, shown: format.number(left) })}</Text>}
      <div className={classes.identity}>
        {!active && <Button onClick={() => setOpen("setup")}>{t("profile.factor.setup")}</Button>}
        {active && (
          <Button variant="default" onClick={() => setOpen("codes")}>
            {t("profile.factor.renew")}
          </Button>
        )}
        {active && !required && (
          <Button variant="subtle" color="red" onClick={() => setOpen("remove")}>
            {t("profile.factor.remove")}
          </Button>
        )}
      </div>
      {open === "setup" && <FactorSetup hasPassword={profile.has_password} onClose={close} />}
      {open === "codes" && <RenewCodes onClose={close} />}
      {open === "remove" && <RemoveFactor hasPassword={profile.has_password} onClose={close} />}
    </Card>
  );
}
