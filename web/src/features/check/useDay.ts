import { useFormat } from "@/ui/useFormat";

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A day, whether it came as a date or as an instant. */
export function useDay(): (text: string) => string {
  const format = useFormat();
  return (text) => (DATE.test(text) ? format.date(text) : format.day(text));
}
