import { ActionIcon, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconDownload, IconTrash } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { useSaveConditionFileMutation, useTakeBackConditionFileMutation, type Condition } from "./api";
import classes from "./conditions.module.css";

interface Props {
  file: Condition["files"][number];
  condition: Pick<Condition, "code" | "takes_files">;
  held: { token: string; grant: string };
  onTakenBack: (all: readonly Condition[]) => void;
  onUnproved: () => void;
}

/** A file that was sent for a condition: the family looks at its own, and takes it back while the condition takes files. */
export function ConditionFile({ file: { id, name, of_school }, condition: { code, takes_files }, held, onTakenBack, onUnproved }: Props) {
  const { t } = useTranslation("letters");
  const message = useMessage();
  const [save, saving] = useSaveConditionFileMutation();
  const [take, taking] = useTakeBackConditionFileMutation();
  const named = { name: `\u2068${name}\u2069` };
  // Of the two the one that was tried last.
  const failed = saving.error ?? taking.error;
  const failure = failed ? failureOf(failed) : null;
  const asked = { ...held, code, file: id };
  const unproved = (refused: Parameters<typeof failureOf>[0]) => {
    if (failureOf(refused).messageId === "L010") onUnproved();
  };

  const open = async () => {
    taking.reset();
    const { error } = await save({ ...asked, name });
    if (error) unproved(error);
  };
  const takeBack = async () => {
    saving.reset();
    const { data, error } = await take(asked);
    if (data) onTakenBack(data.conditions);
    if (error) unproved(error);
  };
  if (of_school) return <bdi>{name}</bdi>;
  return (
    <>
      <span className={classes.file}>
        <Button variant="subtle" size="compact-sm" loading={saving.isLoading} leftSection={<IconDownload size={16} stroke={1.5} />} aria-label={t("cond.file.save", named)} onClick={() => void open()}>
          <bdi>{name}</bdi>
        </Button>
        {takes_files && (
          <ActionIcon variant="subtle" color="gray" loading={taking.isLoading} aria-label={t("cond.file.remove", named)} onClick={() => void takeBack()}>
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </span>
      {failure && failure.messageId !== "L010" && (
        <p role="alert" className={classes.problem}>
          {failure.messageId === "D003" ? t("cond.closed") : message(failure.messageId)}
        </p>
      )}
    </>
  );
}
