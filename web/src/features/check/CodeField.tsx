import { Button, TextInput } from "@mantine/core";
import { useState, type ChangeEvent, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { MarkedText } from "@/ui/MarkedText";
import classes from "./check.module.css";
import { grouped, readCode, type CodeFault } from "./code";

interface Props {
  /** What is in the address, as somebody came with it. */
  initial: string;
  /** What is wrong with that. */
  fault: CodeFault | undefined;
  busy: boolean;
  onCode: (code: string) => void;
}

/** The code as it is printed, in groups of four, however it is typed. */
export function CodeField({ initial, fault: before, busy, onCode }: Props) {
  const { t } = useTranslation("letters");
  const [typed, setTyped] = useState(() => grouped(initial));
  const [fault, setFault] = useState(before);

  const send = (event: FormEvent) => {
    event.preventDefault();
    const read = readCode(typed);
    setFault(read.fault);
    if (!read.code) return;
    setTyped(read.code);
    onCode(read.code);
  };
  const type = ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) => {
    setFault(undefined);
    // In the middle of it the groups wait: the caret would jump.
    setTyped(selectionStart === value.length ? grouped(value) : value);
  };
  return (
    <form className={classes.code} onSubmit={send} noValidate>
      <TextInput
        label={t("check.code")}
        description={<MarkedText text={t("check.code.help")} dir="ltr" />}
        size="md"
        dir="ltr"
        classNames={{ input: classes.symbols ?? "" }}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        value={typed}
        error={fault && t(`check.code.${fault}`)}
        onChange={type}
        onBlur={() => setTyped(grouped(typed))}
      />
      <Button type="submit" loading={busy}>
        {t("check.code.go")}
      </Button>
    </form>
  );
}
