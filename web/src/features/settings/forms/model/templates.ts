/** Forms to begin with, in both languages. They are models like any other; `emit` writes them. */
import { condition } from "./conditions";
import { blank, type Kind } from "./kinds";
import { words, type Choice, type FormModel, type Question, type Step, type Text } from "./types";

export const TEMPLATES = ["scratch", "enquiry", "visit", "job"] as const;
export type Template = (typeof TEMPLATES)[number];

type Pair = readonly [en: string, ar: string];

const pair = ([en, ar]: Pair): Text => words(en, ar);
const choice = (value: string, label: Pair): Choice => ({ value, label: pair(label) });

function ask(kind: Kind, name: string, label: Pair, more: Partial<Question> = {}): Question {
  const question = blank(kind, name);
  return { ...question, ...more, label: pair(label), keywords: { ...question.keywords, ...more.keywords } };
}

const step = (id: string, title: Pair, questions: Question[]): Step => ({ id, title: pair(title), help: null, when: [], questions });
const must = { required: true } as const;
const personName = { required: true, keywords: { minLength: 2, maxLength: 120 } } as const;

const contact = () => [
  ask("phone", "phone", ["Phone number", "رقم الهاتف"], must),
  ask("email", "email", ["E-mail address", "البريد الإلكتروني"], { ...must, help: words("The confirmation is sent here.", "نرسل إيصال الاستلام إلى هذا البريد.") }),
];

const consent = () =>
  ask("consent", "consent", ["The school may use these details to answer me.", "أوافق على أن تستخدم المدرسة هذه البيانات للرد عليّ."]);

function form(title: Pair, description: Pair | null, steps: Step[], person: string[], receiptName: string | null, subject: Record<string, string>): FormModel {
  const hasMail = steps.some((each) => each.questions.some((question) => question.name === "email"));
  return {
    version: "1.0.0",
    title: pair(title),
    description: description && pair(description),
    steps,
    totals: [],
    person,
    subject,
    receipt: hasMail ? { email: "email", ...(receiptName ? { name: receiptName } : {}) } : null,
    samples: [],
    raw: { clauses: [], required: [], schema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object" }, ui: {}, root: {}, texts: [] },
  };
}

const MAKERS: Readonly<Record<Template, () => FormModel>> = {
  scratch: () =>
    form(["New form", "نموذج جديد"], null, [step("details", ["Your details", "بياناتكم"], [ask("text", "full_name", ["Full name", "الاسم الكامل"], personName)])], ["full_name"], null, { "contact.name": "full_name" }),

  enquiry: () =>
    form(
      ["Ask us about a place", "استفسار عن مقعد"],
      ["Five questions, about two minutes.", "خمسة أسئلة تستغرق نحو دقيقتين."],
      [
        step("child", ["About your child", "عن طفلكم"], [
          ask("text", "child_name", ["Child's full name", "اسم الطفل الكامل"], personName),
          ask("date", "child_dob", ["Date of birth", "تاريخ الميلاد"], { ...must, keywords: { "x-min-date": "@today-20y", "x-max-date": "@today-1y" } }),
        ]),
        step("guardian", ["How we reach you", "كيف نتواصل معكم"], [
          ask("text", "guardian_name", ["Your full name", "اسمكم الكامل"], personName),
          ...contact(),
          ask("long", "message", ["What would you like to know?", "ما الذي تودون معرفته؟"]),
          consent(),
        ]),
      ],
      ["child_name", "guardian_name"],
      "guardian_name",
      { "child.name": "child_name", "child.dob": "child_dob", "guardian.name": "guardian_name", "guardian.email": "email", "guardian.phone": "phone" },
    ),

  visit: () =>
    form(
      ["Ask for a visit", "طلب زيارة المدرسة"],
      ["Come and see the school. Tell us when, and we confirm by phone.", "تفضلوا بزيارة المدرسة. أخبرونا بالموعد المناسب ونؤكده هاتفيًا."],
      [
        step("visit", ["When you would like to come", "متى تودون الحضور"], [
          ask("date", "day", ["Day", "اليوم"], { ...must, keywords: { "x-min-date": "@today+1d", "x-max-date": "@today+3m" } }),
          ask("choice", "time", ["Time", "الوقت"], { ...must, choices: [choice("morning", ["In the morning", "صباحًا"]), choice("noon", ["Around noon", "ظهرًا"]), choice("afternoon", ["In the afternoon", "بعد الظهر"])] }),
          ask("number", "people", ["How many of you are coming?", "كم عدد الحاضرين؟"], { ...must, keywords: { minimum: 1, maximum: 12 } }),
          ask("yesno", "needs_access", ["Does anybody need step-free access?", "هل يحتاج أحدكم إلى مدخل بلا درجات؟"]),
          ask("long", "access_note", ["What should we prepare?", "ما الذي نجهزه لكم؟"], { when: [condition("all", [{ field: "needs_access", op: "is", value: true }])], keywords: { maxLength: 500 } }),
        ]),
        step("contact", ["How we reach you", "كيف نتواصل معكم"], [ask("text", "full_name", ["Full name", "الاسم الكامل"], personName), ...contact(), consent()]),
      ],
      ["full_name"],
      "full_name",
      { "contact.name": "full_name", "contact.email": "email", "contact.phone": "phone" },
    ),

  job: () =>
    form(
      ["Apply for a job", "التقديم على وظيفة"],
      ["For teachers and all who keep a school running. About ten minutes.", "للمعلمين ولكل من تقوم بهم المدرسة. نحو عشر دقائق."],
      [
        step("applicant", ["About you", "عنكم"], [
          ask("text", "full_name", ["Full name", "الاسم الكامل"], personName),
          ask("country", "nationality", ["Nationality", "الجنسية"], must),
          ...contact(),
        ]),
        step("post", ["The post", "الوظيفة"], [
          ask("choice", "field", ["Kind of work", "نوع العمل"], {
            ...must,
            choices: [choice("teaching", ["Teaching", "التدريس"]), choice("support", ["Learning support", "دعم التعلم"]), choice("office", ["Office and administration", "المكتب والإدارة"]), choice("services", ["Services and transport", "الخدمات والنقل"])],
          }),
          ask("text", "subject", ["Subject", "المادة"], { ...must, when: [condition("all", [{ field: "field", op: "is", value: "teaching" }])], keywords: { maxLength: 120 } }),
          ask("number", "years", ["Years of experience", "سنوات الخبرة"], { ...must, keywords: { minimum: 0, maximum: 60 } }),
          ask("date", "start", ["Earliest start", "أقرب موعد للمباشرة"], { keywords: { "x-min-date": "@today" } }),
        ]),
        step("record", ["Your record", "سجلكم المهني"], [
          {
            ...ask("group", "posts", ["Previous posts", "الوظائف السابقة"]),
            addLabel: words("Add a post", "إضافة وظيفة"),
            itemTitle: words("Post {{n}}", "الوظيفة {{n}}"),
            items: [
              ask("text", "employer", ["School or employer", "المدرسة أو جهة العمل"], { ...must, width: "md", keywords: { maxLength: 160 } }),
              ask("text", "role", ["Role", "المسمى الوظيفي"], { width: "md", keywords: { maxLength: 120 } }),
            ],
          },
          { ...blank("file", "cv"), label: words("Your CV", "السيرة الذاتية"), keywords: { ...blank("file", "cv").keywords, "x-wanted": true } },
          ask("long", "letter", ["Why this school?", "لماذا هذه المدرسة؟"]),
          consent(),
        ]),
      ],
      ["full_name"],
      "full_name",
      { "contact.name": "full_name", "contact.email": "email", "contact.phone": "phone" },
    ),
};

/** A form to begin with. */
export function fromTemplate(template: Template): FormModel {
  return MAKERS[template]();
}
