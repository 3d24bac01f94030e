import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { baseApi } from "@/api/baseApi";
import { useSaveFileMutation } from "@/api/download";
import { failureOf } from "@/api/envelope";
import { statusOf, type Standing } from "@/api/standing";
import type { Bilingual } from "@/api/types";
import { IconDownload } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./letters.module.css";

interface SentLetter {
  id: string;
  reference: string;
  title: Bilingual;
  state: "draft" | "released" | "signed" | "declined" | "expired" | "withdrawn";
  issued_on: string;
  signers: ReadonlyArray<{ place: number; name: string; state: "waiting" | "invited" | "signed" | "declined" | "sealed"; answered_at: string | null }>;
  files: readonly unknown[];
}

const calls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // What a signature changes is not told to this page: it is asked anew each time.
    listSentLetters: build.query<{ items: readonly SentLetter[] }, { id: string; version: number }>({ query: ({ id }) => ({ url: `/v1/oa/enquiries/${encodeURIComponent(id)}/letters` }), keepUnusedDataFor: 0 }),
  }),
});

/** Statuses that an offer comes before. */
const OFFERED: readonly string[] = ["F", "A", "B", "C"];
const ENDED: readonly string[] = ["R/declined", "R/expired"];

/** The letters of an application's offers: how each stands, who has signed, and its PDF. Nothing where there are none. */
export function SentLetters({ id, version, standing }: { id: string; version: number; standing: Standing }) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const bilingual = useBilingual();
  const message = useMessage();
  const { data } = calls.useListSentLettersQuery({ id, version }, { skip: !OFFERED.includes(statusOf(standing)) && !ENDED.includes(standing) });
  const [save, { error, isLoading, originalArgs }] = useSaveFileMutation();
  if (!data?.items?.length) return null;
  return (
    <section className={classes.letters} aria-labelledby="sent-letters">
      <h3 id="sent-letters">{t("staff.title")}</h3>
      <ul>
        {data.items.map((letter) => {
          const path = `/v1/oa/enquiries/${encodeURIComponent(id)}/letters/${encodeURIComponent(letter.id)}/file`;
          return (
            <li key={letter.id}>
              <strong>{bilingual(letter.title)}</strong> <bdi dir="ltr">{letter.reference}</bdi>
              <p>
                {t(`staff.state.${letter.state}`)} · {format.date(letter.issued_on)}
              </p>
              <ul>
                {letter.signers.map((signer) => (
                  <li key={signer.place}>
                    <bdi>{signer.name}</bdi>: {t(`offer.signer.${signer.state}`)}
                    {signer.answered_at && ` (${format.day(signer.answered_at)})`}
                  </li>
                ))}
              </ul>
              {letter.files.length > 0 && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconDownload size={16} />}
                  loading={isLoading && originalArgs?.path === path}
                  onClick={() => void save({ path, name: `${letter.reference}.pdf` })}
                >
                  {t("staff.pdf")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {error && <p role="alert">{message(failureOf(error).messageId)}</p>}
    </section>
  );
}
