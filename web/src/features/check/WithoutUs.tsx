import { Button, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { saveBytes } from "@/api/download";
import card from "@/ui/card.module.css";
import { IconDownload } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { useMessage } from "@/ui/useMessage";
import type { CheckApi, KnownLetter } from "./api";
import classes from "./check.module.css";
import { inFours } from "./fingerprint";
import { useDay } from "./useDay";

const FILE = "seal.pem";
const PDFSIG = "pdfsig letter.pdf";
const PYHANKO = `pyhanko sign validate --pretty-print --trust ${FILE} letter.pdf`;

interface Props {
  api: CheckApi;
  /** The certificate of the letter that was found; all of the school's where none was. */
  certificate: KnownLetter["certificate"] | null;
}

/** The school's certificate and what to do with it: whoever checks a letter need not believe this page. */
export function WithoutUs({ api, certificate }: Props) {
  const { t } = useTranslation("letters");
  const day = useDay();
  const message = useMessage();
  const [stand, setStand] = useState<"got" | "none" | "busy" | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  const get = async () => {
    setStand("busy");
    setRefused(null);
    try {
      const all = await api.seals();
      const own = all.filter(({ sha256 }) => sha256 === certificate?.sha256);
      const chosen = own.length > 0 ? own : all;
      setStand(chosen.length > 0 ? "got" : "none");
      if (chosen.length > 0) saveBytes(new Blob([chosen.map(({ pem }) => `${pem.trim()}\n`).join("")], { type: "application/x-pem-file" }), FILE);
    } catch (error) {
      setStand(null);
      setRefused(message(failureOf(error as Parameters<typeof failureOf>[0]).messageId));
    }
  };
  return (
    <section className={card.card}>
      <Title order={2} fz="h3">
        {t("without.title")}
      </Title>
      <p>{t("without.text")}</p>
      {certificate && (
        <div>
          <span className={classes.label}>{t("without.fingerprint")}</span>
          <code className={classes.print} dir="ltr">
            {inFours(certificate.sha256)}
          </code>
          <p className={classes.quiet}>
            <MarkedText text={t("without.until", { date: day(certificate.not_after) })} />
          </p>
          <p className={classes.quiet}>{t("without.compare")}</p>
        </div>
      )}
      <div className={classes.row}>
        <Button variant="default" loading={stand === "busy"} leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />} onClick={() => void get()}>
          {t("without.get")}
        </Button>
        <span role="status" className={classes.quiet}>
          {stand === "got" && t("without.got")}
          {stand === "none" && t("without.none")}
        </span>
      </div>
      {refused && (
        <p role="alert" className={classes.fault}>
          {refused}
        </p>
      )}
      <ul className={classes.ways}>
        <li>
          <MarkedText text={t("without.acrobat")} dir="ltr" />
        </li>
        <li>
          <MarkedText text={t("without.pdfsig")} dir="ltr" />
          <Command text={PDFSIG} />
        </li>
        <li>
          <MarkedText text={t("without.pyhanko")} dir="ltr" />
          <Command text={PYHANKO} />
        </li>
      </ul>
    </section>
  );
}

function Command({ text }: { text: string }) {
  return (
    <code className={classes.print} dir="ltr">
      {text}
    </code>
  );
}
