import type { MouseEvent } from "react";

/** For the input of a file button: what it holds goes as it opens, else the same file chosen again is told to nobody. */
export const chooseAgain = {
  onClick: (event: MouseEvent<HTMLInputElement>) => {
    event.currentTarget.value = "";
  },
};
