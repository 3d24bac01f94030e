import { ActionIcon, Alert, Button, FileButton, TextInput, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import card from "@/ui/card.module.css";
import { chooseAgain } from "@/ui/chooseAgain";
import { IconPaperclip, IconTrash } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { useGiveFinancialFileMutation, useTakeBackFinancialFileMutation, type FinancialAnswer, type FinancialItem, type Held } from "./api";
import { ChequeRows } from "./ChequeRows";
import classes from "./financial.module.css";
import { useFault, type Faults } from "./useFault";
import { useShownAmount } from "./useShownAmount";

interface Props {
  item: FinancialItem;
  answer: FinancialAnswer;
  faults: Faults;
  held: Held;
  /** Whether it can be filled in. */
  isOpen: boolean;
  onAnswer: (answer: FinancialAnswer) => void;
  onKeep: () => void;
  onFiles: (items: readonly FinancialItem[]) => void;
  onUnproved: () => void;
}

/** An account number in groups of four, as it is printed. */
const grouped = (iban: string) => iban.replace(/\s+/g, "").replace(/(.{4})(?=.)/g, "$1 ");

/** A document that is asked for: how it stands, its files, and what is said beside it. */
export function FinancialCard({ item, answer, faults, held, isOpen, onAnswer, onKeep, onFiles, onUnproved }: Props) {
  const { t } = useTranslation("letterFinancial");
  const { language } = useLanguage();
  const { currency } = useSchool();
  const message = useMessage();
  const shownAmount = useShownAmount();
  const fault = useFault(faults, `/values/${item.code}`);
  const [give, { error, isLoading, reset }] = useGiveFinancialFileMutation();
  const [take, taking] = useTakeBackFinancialFileMutation();
  // Of the two the one that was tried last.
  const failed = error ?? taking.error;
  const failure = failed ? failureOf(failed) : null;
  const label = item.label[language];

  const takeBack = async (file: string) => {
    reset();
    const { data, error: refused } = await take({ ...held, code: item.code, file });
    if (data) onFiles(data.items);
    if (refused && failureOf(refused).messageId === "L010") onUnproved();
  };
  const send = async (chosen: readonly File[]) => {
    taking.reset();
    for (const file of chosen) {
      const { data, error: refused } = await give({ ...held, code: item.code, file });
      if (data) onFiles(data.items);
      if (!refused) continue;
      if (failureOf(refused).messageId === "L010") onUnproved();
      return;
    }
  };
  return (
    <section className={card.card} aria-label={label}>
      <header className={classes.head}>
        <Title order={2} fz="h3">
          {label}
        </Title>
        <span className={classes.mark} data-state={item.state}>
          {t(`state.${item.state}`)}
        </span>
      </header>
      {item.reason && (
        <Alert color="amber" title={t("returned")}>
          <bdi>{item.reason}</bdi>
        </Alert>
      )}
      {item.files.length > 0 && (
        <ul className={classes.files} aria-label={t("files", { label })}>
          {item.files.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
              {isOpen && (
                <ActionIcon variant="subtle" color="gray" loading={taking.isLoading && taking.originalArgs?.file === id} aria-label={t("file.remove", { name: `\u2068${name}\u2069` })} onClick={() => void takeBack(id)}>
                  <IconTrash size={18} stroke={1.5} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <FileButton multiple inputProps={chooseAgain} accept="application/pdf,image/png,image/jpeg,image/webp,image/heic,image/heif" disabled={isLoading} onChange={(chosen) => void send(chosen)}>
          {(button) => (
            <Button {...button} variant="default" loading={isLoading} leftSection={<IconPaperclip size={18} stroke={1.5} />} aria-label={t("file.of", { label })} data-fault={fault("/files") ? true : undefined}>
              {t(item.files.length > 0 ? "file.more" : "file")}
            </Button>
          )}
        </FileButton>
      )}
      {fault("/files") && (
        <p role="alert" className={classes.problem}>
          {t("file.missing")}
        </p>
      )}
      {failure && failure.messageId !== "L010" && (
        <p role="alert" className={classes.problem}>
          {failure.messageId === "D003" ? t("file.closed") : message(failure.messageId)}
        </p>
      )}
      {item.asks_amount && (
        <TextInput
          label={t(`amount.${item.kind}`, { currency })}
          inputMode="decimal"
          dir="ltr"
          maxLength={20}
          readOnly={!isOpen}
          value={isOpen ? answer.amount : shownAmount(answer.amount)}
          error={fault("/amount")}
          onChange={(event) => onAnswer({ ...answer, amount: event.currentTarget.value })}
          onBlur={() => isOpen && onKeep()}
        />
      )}
      {item.asks_iban && (
        <TextInput
          label={t("iban")}
          description={t("iban.hint")}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          readOnly={!isOpen}
          value={grouped(answer.iban)}
          error={fault("/iban")}
          onChange={(event) => onAnswer({ ...answer, iban: event.currentTarget.value.replace(/\s+/g, "").toUpperCase() })}
          onBlur={() => isOpen && onKeep()}
        />
      )}
      {item.kind === "cheques" && <ChequeRows cheques={answer.cheques} said={item.asks_amount ? answer.amount : ""} fault={fault} isOpen={isOpen} onChange={(cheques) => onAnswer({ ...answer, cheques })} onKeep={onKeep} />}
    </section>
  );
}
