// Who applies in the demo: sixty children, what each of their forms says, and how far the school has come with each. Nothing here is left to
// chance, and days follow the form's own example, so that a child is of its grade whenever the demo is made.

const FAMILIES = [
  ["Al Busaidi", "البوسعيدي", "البوسعيدية"],
  ["Al Harthy", "الحارثي", "الحارثية"],
  ["Al Balushi", "البلوشي", "البلوشية"],
  ["Al Lawati", "اللواتي", "اللواتية"],
  ["Al Kindi", "الكندي", "الكندية"],
  ["Al Hinai", "الهنائي", "الهنائية"],
  ["Al Maamari", "المعمري", "المعمرية"],
  ["Al Rawahi", "الرواحي", "الرواحية"],
  ["Al Siyabi", "السيابي", "السيابية"],
  ["Al Farsi", "الفارسي", "الفارسية"],
  ["Al Zadjali", "الزدجالي", "الزدجالية"],
  ["Al Shanfari", "الشنفري", "الشنفرية"],
];
const GIRLS = [["Maryam", "مريم"], ["Fatma", "فاطمة"], ["Sara", "سارة"], ["Noor", "نور"], ["Layla", "ليلى"], ["Zainab", "زينب"], ["Reem", "ريم"], ["Hanan", "حنان"], ["Aisha", "عائشة"], ["Salma", "سلمى"]];
const BOYS = [["Salim", "سالم"], ["Ahmed", "أحمد"], ["Said", "سعيد"], ["Khalid", "خالد"], ["Omar", "عمر"], ["Yusuf", "يوسف"], ["Hamad", "حمد"], ["Majid", "ماجد"], ["Talal", "طلال"], ["Zaid", "زيد"]];
const FATHERS = [["Khalfan", "خلفان"], ["Nasser", "ناصر"], ["Rashid", "راشد"], ["Ali", "علي"], ["Mohammed", "محمد"], ["Hilal", "هلال"], ["Sultan", "سلطان"]];

/** Grades by the age at which one begins them. */
const GRADES = ["pre_kg", "kg1", "kg2", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10", "g11", "g12"];
/** The grade of the form's own example, by which the years of birth are told. */
const OF_SAMPLE = GRADES.indexOf("g1");

/** Grades with places left, in the order in which they are taken: the bilingual stream's, and the Cambridge stream's. */
const OPEN = [["bilingual", "kg1"], ["bilingual", "g1"], ["cambridge", "pre_kg"], ["bilingual", "kg2"], ["cambridge", "kg1"], ["bilingual", "g2"], ["cambridge", "g2"], ["bilingual", "g5"], ["cambridge", "g4"], ["bilingual", "g3"], ["bilingual", "g10"], ["cambridge", "g8"]];
/** Grades without one. */
const FULL = [["bilingual", "g7"], ["bilingual", "g8"]];

const move = (by, to, more = {}) => ({ by, to, ...more });
const why = (reason_code, reason_text) => ({ reason_code, ...(reason_text && { reason_text }) });
const shortlist = move("officer", "S/to_schedule", why("documents_later", "The family brings the documents to the appointment."));
const schedule = [shortlist, move("officer", "S/scheduled", { meet_in: 6 })];
const assess = [...schedule, move("officer", "S/assessed")];
const offer = (by = "officer", kind = "unconditional") => [...assess, move(by, `F/${kind}`, { notify: true })];
const accepted = [...offer(), move("officer", "A/fee_due", why("accepted_by_telephone"))];
const booked = [...accepted, move("finance", "B/consents_due", why("fee_received", "The seat fee was received at the counter."))];
const ready = [...booked, move("registrar", "B/originals_due")];
const hold = (status, reason, text) => [move("officer", `O/${status}`, { ...why(reason, text), review_in: 7 })];

const words = (en, ar) => ({ en, ar });
const CALL = words("Call the family about the missing documents", "الاتصال بالأسرة بشأن المستندات الناقصة");
const CERTIFICATE = words("Please send us the birth certificate. We can then continue with the application.", "نرجو إرسال شهادة الميلاد لنتابع النظر في الطلب.");
const RENEWED = words("Ask for the renewed passport", "طلب جواز السفر المجدد");
const REPORT = words("We look forward to the last school report.", "في انتظار آخر تقرير مدرسي.");
const PAYMENT = words("Send the payment details once more", "إرسال تفاصيل الدفع مرة أخرى");
const RECORDS = words("Please check these answers once more.", "نرجو مراجعة هذه الإجابات مرة أخرى.");

/**
 * How far the school has come, and with how many. `papers` says what became of documents: accepted (until the day that is so many days off, where
 * `expires_in` says so), refused, or not looked at yet; `waived` is one that the school goes on without; `unlocked` are answers that the family may
 * change. `by_staff` was filled in at the school, `enquired` began as an enquiry, and
 * `past` was offered a place before so many days that nobody answers any more.
 */
export const WAYS = [
  { n: 5, moves: [] },
  { n: 3, moves: [], papers: ["accepted", "refused"], expires_in: 20, owned: "officer" },
  { n: 2, moves: [], papers: ["received"], owned: "officer", unlocked: ["guardian_phone", "bus"], unlock_message: RECORDS },
  { n: 1, moves: [], papers: ["received"], owned: "officer", by_staff: true },
  { n: 2, moves: [], owned: "officer", task: CALL, message: CERTIFICATE },
  { n: 7, moves: [move("officer", "W/waitlist")], full: true },
  { n: 4, moves: [shortlist], owned: "officer" },
  { n: 3, moves: schedule, owned: "reviewer" },
  { n: 2, moves: assess, papers: ["accepted", "accepted"], waived: "doc_parent_ids", owned: "officer", enquired: true },
  { n: 1, moves: [...assess, move("officer", "F/unconditional", { notify: true, publish_in: 3 })], ends: "S/assessed", owned: "officer" },
  { n: 2, moves: hold("documents", "documents_missing", "The passport has expired."), papers: ["refused"], owned: "officer", task: RENEWED },
  { n: 1, moves: hold("payment", "fees"), owned: "officer" },
  { n: 1, moves: hold("seat", "no_place"), owned: "officer" },
  { n: 1, moves: hold("other", "other", "The family is abroad until next week."), owned: "officer" },
  { n: 2, moves: offer(), papers: ["accepted", "accepted"], owned: "officer" },
  { n: 2, moves: offer("principal"), owned: "officer" },
  { n: 2, moves: offer("officer", "conditional"), owned: "officer", message: REPORT },
  { n: 2, moves: [...offer("officer", "conditional"), move("officer", "A/conditions_open", why("accepted_by_email"))], owned: "officer" },
  { n: 2, moves: accepted, owned: "officer", task: PAYMENT },
  { n: 2, moves: booked },
  { n: 2, moves: ready },
  { n: 4, moves: [...ready, move("registrar", "C", { reason_text: "The originals were seen at the counter." })], papers: ["accepted", "accepted"] },
  { n: 2, moves: [move("officer", "R/school", why("not_ready"))] },
  { n: 1, moves: [...offer(), move("officer", "R/declined", why("another_school"))] },
  { n: 1, moves: offer(), past: true, ends: "R/expired" },
  { n: 1, moves: [...booked, move("officer", "R/withdrawn", why("moved_away"))] },
  { n: 1, moves: [], ends: "R/withdrawn", withdrawn: true },
  { n: 1, moves: [move("officer", "R/duplicate", why("duplicate"))] },
];

/** Where a child stands in the end. */
export const endOf = (way) => way.ends ?? way.moves.at(-1)?.to ?? "W/review";

/** The children, each with its form's answers and language and its way. `samples` are the form's own examples, by language. */
export function children(samples) {
  const firstYear = Number(samples.en.dob.slice(0, 4)) + OF_SAMPLE;
  const found = [];
  for (const way of WAYS) {
    for (let at = 0; at < way.n; at += 1) {
      const n = found.length;
      const grades = way.full ? FULL : OPEN;
      const [stream, grade] = grades[n % grades.length];
      found.push({ n, way, ...answersOf(n, at, stream, firstYear - GRADES.indexOf(grade), way.full === true, samples) });
    }
  }
  return found;
}

function answersOf(n, at, stream, year, waits, samples) {
  const locale = n % 2 === 0 ? "ar" : "en";
  const girl = n % 3 !== 1;
  const [family, familyHis, familyHer] = FAMILIES[n % FAMILIES.length];
  const [first, firstAr] = (girl ? GIRLS : BOYS)[(n * 7) % 10];
  const [father, fatherAr] = FATHERS[(n * 3) % FATHERS.length];
  const guardian = locale === "ar" ? `${fatherAr} سيف ${familyHis}` : `${father} Saif ${family}`;
  const values = {
    ...samples.en,
    child_name_en: `${first} ${father} ${family}`,
    child_name_ar: `${firstAr} ${fatherAr} ${girl ? familyHer : familyHis}`,
    dob: `${year}-${two(1 + (n % 9))}-${two(10 + (n % 18))}`,
    gender: girl ? "girl" : "boy",
    civil_number: String(20_000_000 + n * 137),
    stream,
    grade_wanted: "by_age",
    guardian_name: guardian,
    guardian_email: `family${n + 1}@families.example`,
    guardian_phone: `+9689${String(1_000_000 + n * 7_919)}`,
    staff_child: waits && at === 2,
    cheque_name: guardian,
    signed_name: guardian,
    // Two of those that wait have a brother at the school, who puts them ahead.
    ...(waits && at < 2 && { siblings: [{ name: locale === "ar" ? `سيف ${fatherAr} ${familyHis}` : `Saif ${father} ${family}`, dob: `${year - 2}-02-11`, status: "enrolled" }] }),
  };
  return { locale, values };
}

const two = (n) => String(n).padStart(2, "0");
