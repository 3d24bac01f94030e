import { Button, Group } from "@mantine/core";
import { useListSchoolsQuery } from "@/api/generated";
import { storeSchoolId } from "@/api/schoolId";
import { useBilingual } from "@/ui/useBilingual";

/** On a developer's or tester's machine, where the host names no school, one of all is chosen; elsewhere there is no list. */
export function SchoolPicker() {
  const { data } = useListSchoolsQuery();
  const bilingual = useBilingual();
  if (!data) return null;
  const choose = (id: string) => {
    storeSchoolId(id);
    location.reload();
  };
  return (
    <Group justify="center" p="md">
      {data.schools.map((school) => (
        <Button key={school.id} variant="default" onClick={() => choose(school.id)}>
          {bilingual(school.name)}
        </Button>
      ))}
    </Group>
  );
}
