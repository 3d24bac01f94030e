import { configure, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { desk, open } from "@/test/desk";
import { TargetsCard } from "./TargetsCard";
import { withTarget } from "./targets";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

it("a target is set, bounded and taken back", () => {
  expect(withTarget({ W: 5 }, "S", 14)).toEqual({ W: 5, S: 14 });
  expect(withTarget({ W: 5 }, "W", 400)).toEqual({ W: 365 });
  expect(withTarget({ W: 5, S: 14 }, "W", null)).toEqual({ S: 14 });
  expect(withTarget({ W: 5 }, "W", null)).toBeUndefined();
});

it("each status that something follows has a field for its days", async () => {
  const { edits } = desk();
  const { user } = await open(<TargetsCard />);
  await user.type(await screen.findByRole("textbox", { name: "Waiting" }), "5");
  await waitFor(() => expect(edits().find(({ pointer }) => pointer === "/targets")?.value).toEqual({ W: 5 }));
  expect(screen.getAllByRole("textbox", { description: "Days, from 1 to 365" }), "enrolled and closed have none").toHaveLength(6);
});
