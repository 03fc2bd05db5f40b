// For React 19: `import type {} from "perfectplay/react"` lets JSX have the element.

import type { HTMLAttributes, Ref } from "react";
import type { PerfectPlay, PerfectPlayEvents } from "./element.js";

export interface PerfectPlayProps extends Omit<HTMLAttributes<PerfectPlay>, "onChange"> {
  ref?: Ref<PerfectPlay>;
  game?: string;
  level?: PerfectPlay["level"];
  language?: PerfectPlay["language"];
  /** Attributes that are there or not: `address=""` sets one. */
  address?: "";
  memory?: "";
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
