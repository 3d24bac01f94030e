import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWith } from "@/test/render";
import { RetryNote } from "./RetryNote";
import { useCountdown } from "./useCountdown";

interface Refusal {
  retryAfter?: number;
}

function Sender({ first }: { first: Refusal }) {
  const [refusal, setRefusal] = useState(first);
  const left = useCountdown(refusal.retryAfter, refusal);
  return (
    <>
      <RetryNote left={left} />
      <button type="button" disabled={left > 0} onClick={() => setRefusal({ ...first })}>
        Send
      </button>
    </>
  );
}

const button = () => screen.getByRole("button", { name: "Send" });
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("counts down, gives the button back and says so once, politely", async () => {
  await renderWith(<Sender first={{ retryAfter: 62 }} />);
  expect(screen.getByRole("timer")).toHaveTextContent("Try again in 1:02.");
  expect(button()).toBeDisabled();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  await pass(35);
  expect(screen.getByRole("timer")).toHaveTextContent("Try again in 0:27.");
  await pass(27);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(screen.getByRole("status")).toHaveTextContent("You can try again now.");
  expect(button()).toBeEnabled();
});

it("counts a second refusal anew, also with the same number of seconds", async () => {
  await renderWith(<Sender first={{ retryAfter: 5 }} />);
  await pass(5);
  expect(button()).toBeEnabled();
  act(() => button().click());
  expect(button()).toBeDisabled();
  expect(screen.getByRole("timer")).toHaveTextContent("0:05");
  await pass(6);
  expect(button()).toBeEnabled();
});

it("says nothing where there is nothing to wait for", async () => {
  await renderWith(<Sender first={{}} />);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(button()).toBeEnabled();
});

it("writes the time in the school's language", async () => {
  await renderWith(<Sender first={{ retryAfter: 9 }} />, { language: "ar" });
  expect(screen.getByRole("timer")).toHaveTextContent("حاولوا مرة أخرى بعد 0:09");
});
