import { createTheme } from "@mantine/core";
import { controls } from "@/ui/controls";

/** Staff places are denser than family ones: body 15 instead of 17. */
export const staffTheme = createTheme({
  components: {
    ...controls,
    Text: { defaultProps: { size: "sm" } },
    Button: { defaultProps: { size: "sm" } },
  },
});

/** A family's places behind the sign-in keep the size of its forms. */
export const familyTheme = createTheme({ components: controls });
