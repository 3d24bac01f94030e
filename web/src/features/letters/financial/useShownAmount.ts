import { useSchool } from "@/api/school";
import { parseMinor } from "@/forms/digits";
import { useFormat } from "@/ui/useFormat";

/** A typed amount of the school's currency as amounts are written everywhere; as it was typed where it is none. */
export function useShownAmount(): (typed: string) => string {
  const { currency } = useSchool();
  const format = useFormat();
  return (typed) => {
    const minor = parseMinor(typed, currency);
    return minor === null ? typed : format.amount(minor, currency);
  };
}
