// The form document: what is asked, how it lies, its words in both languages, and samples that the desk tries.
export default {
  "version": "0.1.0",
  "title": "form.title",
  "steps": [
    { "id": "child", "title": "step.child", "fields": ["child_name", "dob"] },
    { "id": "guardian", "title": "step.guardian", "fields": ["guardian_name", "guardian_email"] }
  ],
  "schema": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "properties": {
      "child_name": { "type": "string", "title": "child_name", "minLength": 2, "maxLength": 120 },
      "dob": { "type": "string", "title": "dob", "format": "date", "maxLength": 10, "x-max-date": "@today" },
      "guardian_name": { "type": "string", "title": "guardian_name", "minLength": 2, "maxLength": 120 },
      "guardian_email": { "type": "string", "title": "guardian_email", "format": "email", "maxLength": 254, "x-known": "email" }
    },
    "required": ["child_name", "dob", "guardian_name", "guardian_email"]
  },
  "ui": {
    "child_name": { "ui:widget": "text", "x-layout": { "width": "md" } },
    "dob": { "ui:widget": "date", "x-layout": { "width": "sm" } },
    "guardian_name": { "ui:widget": "text", "x-layout": { "width": "md" } },
    "guardian_email": { "ui:widget": "email", "x-layout": { "width": "md" } }
  },
  "person": ["child_name"],
  "receipt": { "email": "guardian_email", "name": "guardian_name" },
  "subject": { "child.name": "child_name", "child.dob": "dob", "guardian.name": "guardian_name", "guardian.email": "guardian_email" },
  "texts": {
    "en": {
      "form.title": "Enquiry",
      "step.child": "Your child",
      "step.guardian": "You",
      "child_name": "Child's name",
      "dob": "Date of birth",
      "guardian_name": "Your name",
      "guardian_email": "Your e-mail",
      "grade": "Grade",
      "grade.by_age": "Children of {{years}} years go here.",
      "no_grade": "We have no class for a child of {{years}} years.",
      "new_family": "New family"
    },
    "ar": {
      "form.title": "استفسار",
      "step.child": "طفلكم",
      "step.guardian": "أنتم",
      "child_name": "اسم الطفل",
      "dob": "تاريخ الميلاد",
      "guardian_name": "اسمكم",
      "guardian_email": "بريدكم الإلكتروني",
      "grade": "الصف",
      "grade.by_age": "هنا يلتحق الأطفال بعمر {{years}} سنوات.",
      "no_grade": "لا يوجد لدينا صف لطفل بعمر {{years}} سنة.",
      "new_family": "أسرة جديدة"
    }
  },
  "samples": [
    {
      "name": "simple",
      "values": {
        "child_name": "Maryam Al Balushi",
        "dob": "@today-5y-60d",
        "guardian_name": "Said Al Balushi",
        "guardian_email": "said@example.org"
      }
    }
  ]
}
