// For React 19: `import type {} from "perfectplay/react"` lets JSX have the element.

import type { Attributes, HTMLAttributes, Ref } from "react";
import type { PerfectPlay, PerfectPlayEvents } from "./element.js";

/** The value of an attribute that needs none. */
type Flag = "" | boolean;

export interface PerfectPlayProps extends Attributes, Omit<HTMLAttributes<PerfectPlay>, "onChange"> {
  ref?: Ref<PerfectPlay>;
  game?: string;
  level?: PerfectPlay["level"];
  language?: PerfectPlay["language"];
  /** Attributes that are set or not: `bare`, `bare=""` and `bare={true}` set one. */
  address?: Flag;
  bare?: Flag;
  memory?: Flag;
  onchange?: (event: PerfectPlayEvents["change"]) => void;
  onend?: (event: PerfectPlayEvents["end"]) => void;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "perfect-play": PerfectPlayProps;
    }
  }
}
