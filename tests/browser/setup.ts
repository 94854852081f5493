import type { TestProject } from "vitest/node";

import { findChromium } from "../support/find-chromium.ts";

/** Finds or installs the browser once, before the first browser test. */
export default function setup(project: TestProject): void {
  project.provide("chromium", findChromium());
}
