import { expect, it } from "vitest";
import { APPLICATION, ENQUIRY } from "./machines";
import { isEnquiryState, isStanding, standingOf, STATUSES, statusOf } from "./standing";

it("tells an application's status from an enquiry's state", () => {
  expect(ENQUIRY.states.filter((state) => !isEnquiryState(state) || isStanding(state))).toEqual([]);
  expect(APPLICATION.states.filter((standing) => !isStanding(standing) || isEnquiryState(standing))).toEqual([]);
  expect([isStanding("W"), isStanding(null), isEnquiryState("waiting")]).toEqual([false, false, false]);
});

it("puts status and what refines it together and apart", () => {
  expect(new Set(APPLICATION.states.map(statusOf))).toEqual(new Set(STATUSES));
  expect(standingOf({ sims_admission_status: "O", sub_status: "payment" })).toBe("O/payment");
  expect(standingOf({ sims_admission_status: "C", sub_status: "" })).toBe("C");
});
