import { useRef, useState } from "react";
import { useKeepChoicesMutation, type Choice, type Choices, type Consents } from "./api";

/** What was chosen so far. It is kept as a draft choice by choice, one call after the other, so that the last one stands. */
export function useChoices(letter: Consents, held: { token: string; grant: string; locale: string }) {
  const [keep, { error, isLoading, isSuccess }] = useKeepChoicesMutation();
  const [choices, setChoices] = useState<Choices>(letter.values);
  const queue = useRef(Promise.resolve());
  const newest = useRef(choices);
  const store = () => {
    queue.current = queue.current.then(async () => {
      await keep({ ...held, form_version: letter.form_version, values: newest.current });
    });
  };
  const choose = (code: string, choice: Choice) => {
    newest.current = { ...newest.current, [code]: choice };
    setChoices(newest.current);
    store();
  };
  return { choices, choose, again: store, error, isKeeping: isLoading, isKept: isSuccess };
}
