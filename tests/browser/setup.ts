import type { TestProject } from "vitest/node";

import { findChromium } from "../support/find-chromium.ts";

declare module "vitest" {
  export interface ProvidedContext {
    chromium: string;
  }
}

/** Finds or installs the browser once, before the first browser test. */
export default function setup(project: TestProject): void {
  project.provide("chromium", findChromium());
}
