import { renderHook } from "@testing-library/react";
import { act, type ReactNode } from "react";
import { Provider } from "react-redux";
import { beforeEach, expect, it } from "vitest";
import { signedIn } from "@/api/authSlice";
import { forgetTab } from "@/api/tab";
import { makeStore } from "@/app/store";
import { useKept } from "./useKept";

beforeEach(() => forgetTab());

function write(of: string, first = "", user = "u1") {
  const store = makeStore();
  store.dispatch(signedIn({ id: user, avatar: "", userName: "Noor", email: "n@abq.example", authority: ["admissions_officer"], kind: "staff" }));
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return renderHook(({ name }) => useKept(name, first), { wrapper, initialProps: { name: of } });
}

it("keeps what was half written, for its record and its account alone", () => {
  const first = write("letter.e1");
  act(() => first.result.current[1]("Dear"));
  first.unmount();
  expect(write("letter.e1").result.current[0]).toBe("Dear");
  expect(write("letter.e2").result.current[0]).toBe("");
  expect(write("letter.e1", "", "u2").result.current[0]).toBe("");
});

it("takes nothing along to another record", () => {
  const { result, rerender } = write("comment.e1");
  act(() => result.current[1]("Called twice"));
  rerender({ name: "comment.e2" });
  expect(result.current[0]).toBe("");
  rerender({ name: "comment.e1" });
  expect(result.current[0]).toBe("Called twice");
});

it("keeps no text that nobody changed, and none that was sent", () => {
  const letter = write("letter.e1.ask_papers", "Please send");
  expect(letter.result.current[0]).toBe("Please send");
  act(() => letter.result.current[1]("Please send soon"));
  act(() => letter.result.current[1](""));
  expect(letter.result.current[0]).toBe("");
  letter.unmount();
  expect(write("letter.e1.ask_papers", "Please send today").result.current[0]).toBe("Please send today");
});
