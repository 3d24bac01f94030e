import type { ApplicationStanding } from "@/api/applications";
import type { SeatsLine, StudentItem } from "@/api/generated";
import { APPLICATION } from "@/api/machines";
import { NO_COUNTS, type Standing } from "@/api/standing";

/** A way that the server allows, as it tells what it asks. */
export const way = (to: Standing, needs_reason = false): ApplicationStanding["allowed"][number] => ({
  to,
  needs_reason,
  asks: to.startsWith("O") ? ["review_by"] : to.startsWith("F") ? ["offer"] : [],
});

/** Where an application stands, as the server answers; a test says what it is about. */
export function applicationAt(standing: Standing, change: Partial<ApplicationStanding> = {}): ApplicationStanding {
  const [status = "", sub_status = ""] = standing.split("/");
  return {
    registration_id: "ABQ27-00001",
    status,
    sub_status,
    since: "2026-11-20T08:00:00Z",
    round: "2027",
    year: "2027-2028",
    bucket: "kg1",
    bucket_name: { en: "KG 1", ar: "الروضة الأولى" },
    hold_until: null,
    offer_until: null,
    held_from: null,
    review_by: null,
    seat_ended: false,
    offer_days: 7,
    reason: null,
    reason_words: null,
    // As the product has them.
    reasons: [
      { code: "no_place", text: { en: "No place available", ar: "لا مقاعد متاحة" }, statuses: [] },
      { code: "documents_missing", text: { en: "Documents are missing", ar: "مستندات ناقصة" }, statuses: [] },
      { code: "not_ready", text: { en: "Not ready for this grade", ar: "غير مستعد لهذا الصف" }, statuses: [] },
      { code: "fees", text: { en: "Fees", ar: "الرسوم" }, statuses: [] },
      { code: "other", text: { en: "Another reason", ar: "سبب آخر" }, statuses: [] },
    ],
    allowed: [],
    open_conditions: 0,
    proposals: [],
    seats: { places: 44, on_roll: 20, booked: 1, accepted: 2, offered: 3, free: 18, over_offer: 0, waitlist: 4 },
    version: 1,
    ...change,
  };
}

/** A row of the list of applications. */
export const student = (id: string, change: Partial<StudentItem> = {}): StudentItem => ({
  id,
  version: 1,
  registration_id: `ABQ27-0000${id}`,
  student_name: `Child ${id}`,
  student_name_ar: null,
  sims_admission_status: "W",
  sub_status: "review",
  grade: { en: "KG 1", ar: "الروضة الأولى" },
  academic_year: { en: "2027-2028", ar: "2027-2028" },
  bucket: "kg1",
  round: "2027",
  status_since: "2026-11-20T08:00:00Z",
  submitted_at: "2026-11-20T08:00:00Z",
  assigned_to: null,
  missing_docs: 0,
  due_at: null,
  ...change,
});

/** A grade's places. */
export const seatsLine = (bucket: string, change: Partial<SeatsLine> = {}): SeatsLine => ({
  bucket,
  name: { en: bucket.toUpperCase(), ar: bucket.toUpperCase() },
  places: 10,
  on_roll: 3,
  booked: 0,
  accepted: 0,
  offered: 0,
  free: 7,
  over_offer: 0,
  waitlist: 0,
  counts: { ...NO_COUNTS },
  ...change,
});

export const EVERY_STANDING = APPLICATION.states;
