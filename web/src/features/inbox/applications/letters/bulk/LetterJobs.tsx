import { Alert, Button, Menu, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAppDispatch } from "@/api/hooks";
import { IconAlertCircle, IconDots } from "@/ui/icons";
import { useAskAgain } from "@/ui/useAskAgain";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "../../bulk/moves.module.css";
import { useSaveMadeMutation } from "../calls";
import { useWhyNot } from "../useWhyNot";
import { isOpen, letterJobEnded, printPart, useCancelLetterJobMutation, useForgetLetterJobMutation, useListLetterJobsQuery, type LetterJob } from "./bulkCalls";
import { LetterOutcome, STATES } from "./LetterOutcome";

// Asked for by a press.
const LetterResults = lazy(async () => ({ default: (await import("./LetterResults")).LetterResults }));
const WithdrawManyDialog = lazy(async () => ({ default: (await import("./WithdrawManyDialog")).WithdrawManyDialog }));
const PostManyDialog = lazy(async () => ({ default: (await import("./PostManyDialog")).PostManyDialog }));

type Asks = { what: "results" | "withdraw" | "post"; id: string };

/** Applications of a part of what is printed. */
const PART = 100;

/** Letters for many: how far they are, what became of each, all of them on paper, and the way back. */
export function LetterJobs() {
  const { t } = useTranslation("letters");
  const { data, refetch } = useListLetterJobsQuery(null, { refetchOnMountOrArgChange: true });
  const items = data?.items ?? [];
  const dispatch = useAppDispatch();
  const message = useMessage();
  const format = useFormat();
  const whyNot = useWhyNot();
  const [cancel, cancelling] = useCancelLetterJobMutation();
  const [forget, forgetting] = useForgetLetterJobMutation();
  const [save, saving] = useSaveMadeMutation();
  const [asks, setAsks] = useState<Asks | null>(null);
  const refused = [cancelling.error, forgetting.error].find(Boolean);
  const failed = refused ? message(failureOf(refused).messageId) : whyNot(saving.error);
  const meant = items.find(({ id }) => id === asks?.id);
  // Letters are drawn and mailed one after another once they are made: until then it is asked how far that is, too.
  const isDrawn = (job: LetterJob) => job.action !== "issue" || job.sent + job.ended >= job.issued;
  const open = items.find(isOpen)?.id;
  useAskAgain(open ?? items.find((job) => !isDrawn(job))?.id, refetch);
  const before = useRef(open);
  useEffect(() => {
    if (before.current && before.current !== open) dispatch(letterJobEnded());
    before.current = open;
  }, [open, dispatch]);
  const newest = items[0];
  return (
    <>
      {/* Always there, so that what becomes of it is a change that screen readers announce; numbers that move are for whoever looks. */}
      <VisuallyHidden role="status">{newest && t(`bulk.state.${STATES[newest.state]}`)}</VisuallyHidden>
      {failed && (
        <Alert role="alert" color="red" mx={{ base: 12, sm: 32 }} icon={<IconAlertCircle stroke={1.5} />}>
          {failed}
        </Alert>
      )}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t("bulk.jobs")}>
          {items.map((job) => (
            <li key={job.id} className={classes.item} data-state={job.state}>
              <LetterOutcome job={job} of={items.find(({ id }) => id === job.of)} />
              <span className={classes.actions}>
                {job.done > 0 && !isOpen(job) && (
                  <Button size="sm" variant="default" onClick={() => setAsks({ what: "results", id: job.id })}>
                    {t("bulk.results")}
                  </Button>
                )}
                {(job.parts.length > 0 || job.can_post || job.can_withdraw) && (
                  <Menu position="bottom-end" shadow="md">
                    <Menu.Target>
                      <Button size="sm" variant="default" loading={saving.isLoading} leftSection={<IconDots size={16} stroke={1.5} aria-hidden />}>
                        {t("bulk.more")}
                      </Button>
                    </Menu.Target>
                    <Menu.Dropdown>
                      {!isOpen(job) &&
                        job.parts.map((part) => (
                          <Menu.Item key={part} onClick={() => void save(printPart(job.id, part))}>
                            {job.total > PART ? t("bulk.print.part", { from: format.number(part * PART + 1), to: format.number(Math.min((part + 1) * PART, job.total)) }) : t("bulk.print")}
                          </Menu.Item>
                        ))}
                      {job.can_post && <Menu.Item onClick={() => setAsks({ what: "post", id: job.id })}>{t("many.posted")}</Menu.Item>}
                      {job.can_withdraw && (
                        <Menu.Item color="red" onClick={() => setAsks({ what: "withdraw", id: job.id })}>
                          {t("bulk.withdraw")}
                        </Menu.Item>
                      )}
                    </Menu.Dropdown>
                  </Menu>
                )}
                {isOpen(job) ? (
                  <Button size="sm" variant="default" loading={cancelling.isLoading} onClick={() => void cancel(job.id)}>
                    {t("bulk.cancel")}
                  </Button>
                ) : (
                  <Button size="sm" variant="subtle" color="gray" loading={forgetting.isLoading} onClick={() => void forget(job.id)}>
                    {t("bulk.forget")}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {meant && asks?.what === "results" && <LetterResults id={meant.id} onClose={() => setAsks(null)} />}
        {meant && asks?.what === "withdraw" && <WithdrawManyDialog job={meant} onClose={() => setAsks(null)} />}
        {meant && asks?.what === "post" && <PostManyDialog job={meant} onClose={() => setAsks(null)} />}
      </Suspense>
    </>
  );
}
