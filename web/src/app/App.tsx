import { DirectionProvider, MantineProvider } from "@mantine/core";
import { Suspense, useMemo } from "react";
import { Provider } from "react-redux";
import { BrowserRouter } from "react-router";
import { useGetSchoolDetailsQuery } from "@/api/generated";
import { brandOf } from "@/theme/brand";
import { styleNonce } from "@/theme/nonce";
import { buildTheme, cssVariablesResolver } from "@/theme/theme";
import { Pages } from "./router";
import { Splash } from "./Splash";
import type { AppStore } from "./store";

function Themed() {
  const { data } = useGetSchoolDetailsQuery();
  const colours = data?.branding.colours;
  const theme = useMemo(() => buildTheme(brandOf(colours)), [colours]);
  return (
    // The provider watches <html dir>, which followLanguage sets: switching keeps every page's state.
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} getStyleNonce={styleNonce} defaultColorScheme="auto">
        <Suspense fallback={<Splash />}>
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
        </Suspense>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** The providers, from the outside in. */
export function App({ store }: { store: AppStore }) {
  return (
    <Provider store={store}>
      <Themed />
    </Provider>
  );
}
