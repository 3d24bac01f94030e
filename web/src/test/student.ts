import type { FileHead, StudentFile } from "@/api/student";

/** Who a file is about; a test says what it is about. */
export const fileHead = (change: Partial<FileHead> = {}): FileHead => ({
  id: "1",
  version: 1,
  registration_id: "ABQ27-00001",
  admission_number: null,
  student_name: "Sara",
  student_name_ar: "سارة",
  photo: null,
  sims_admission_status: "W",
  sub_status: "review",
  assigned_to: null,
  next_action: null,
  ...change,
});

/** A file as the server answers. */
export const studentFile = ({ student, ...change }: Partial<Omit<StudentFile, "student">> & { student?: Partial<FileHead> } = {}): StudentFile => ({
  student: fileHead(student),
  allowed: ["summary", "personal", "guardians", "academic", "documents", "timeline", "medical", "consents", "notes"],
  sections: {},
  ...change,
});
