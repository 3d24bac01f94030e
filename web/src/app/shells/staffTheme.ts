import { createTheme } from "@mantine/core";

/** Staff places are denser than family ones: body 15 instead of 17. */
export const staffTheme = createTheme({
  components: {
    Text: { defaultProps: { size: "sm" } },
    Button: { defaultProps: { size: "sm" } },
  },
});
