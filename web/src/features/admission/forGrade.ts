import type { Round } from "@/api/rounds";

/** Whether a grade is applied for in a round, beside the others of its year: what no round could name belongs to each of them. */
export function isForGrade({ year, grades }: Round, grade: string, rounds: readonly Round[]): boolean {
  const ofYear = rounds.filter((other) => other.year === year);
  if (ofYear.some((other) => other.grades.includes(grade))) return grades.includes(grade);
  return grades.length === 0 || ofYear.every((other) => other.grades.length > 0);
}
