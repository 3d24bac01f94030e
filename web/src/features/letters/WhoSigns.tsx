import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import card from "@/ui/card.module.css";
import { useFormat } from "@/ui/useFormat";
import type { Signer } from "./api";
import classes from "./letter.module.css";

/** Who signs, in their order, and who has. */
export function WhoSigns({ signers }: { signers: readonly Signer[] }) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const words = ({ state, answered_at }: Signer): string => {
    const isAnswered = state === "signed" || state === "declined";
    return isAnswered && answered_at ? t(`offer.signer.${state}.on`, { day: format.day(answered_at) }) : t(`offer.signer.${state}`);
  };
  return (
    <section className={card.card} aria-label={t("offer.signers")}>
      <Title order={2} fz="h3">
        {t("offer.signers")}
      </Title>
      <ol className={classes.signers}>
        {signers.map((signer) => (
          <li key={signer.place}>
            <span>
              <bdi>{signer.name}</bdi>
              <span className={classes.quiet}>
                {t(`offer.role.${signer.role}`)}
                {signer.is_you && ` · ${t("offer.you")}`}
              </span>
            </span>
            <span className={classes.state} data-state={signer.state}>
              {words(signer)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
