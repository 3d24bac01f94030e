// Swimming: a form whose grade is found by age, from the school's own table. The same rules as the Rust skeleton's.
import { lookup } from "qabul:forms/host-lookup@1.0.0";
import form from "./form.js";

/** Full years between two ISO dates; undefined while the date of birth is half typed. */
function ageOn(today, born) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(born ?? "")) return undefined;
  const hadBirthday = today.slice(5) >= born.slice(5);
  return Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (hadBirthday ? 0 : 1);
}

export const plugin = {
  describe: () => ({
    id: "swimming",
    version: "1.0.0",
    contract: "1",
    forms: ["swimming"],
    asks: { tables: ["grades"], known: [], effects: [] },
  }),

  document: (id) => (id === "swimming" ? JSON.stringify(form) : undefined),

  // Runs while the family types: what is missing is skipped.
  check(context, values) {
    const years = ageOn(context.today, JSON.parse(values).dob);
    if (years === undefined) return { errors: [], computed: [] };
    const params = JSON.stringify({ years });
    const grade = lookup("grades", String(years), context.today);
    return grade == null
      ? { errors: [{ path: "/dob", code: "no_grade", params, severity: "error" }], computed: [] }
      : { errors: [], computed: [{ key: "grade", labelCode: "grade", kind: "text", value: grade, reasonCode: "grade.by_age", params }] };
  },

  decide: () => ({ tags: ["new_family"], checklist: [], effects: [], explain: [] }),
};
