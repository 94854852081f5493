import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longer than ten seconds, the longest first. Vitest would begin with the largest files instead. */
const longest = [
  ...["browser/sweeps/engines", "slow/ordinary-life", "slow/public-tools", "slow/serve-load", "slow/machine-limits"],
  ...["browser/sweeps/explorer-faults", "browser/sweeps/reference", "browser/sweeps/every-page", "slow/package"],
  ...["slow/hostile", "slow/web-servers", "slow/guide-programs", "slow/assistants"],
  ...["slow/sample-languages", "browser/sweeps/explorer-contract", "browser/sweeps/explorer-workspace"],
  ...["slow/interruption", "slow/pictures"],
  // These let their process grow, and come after those that start others.
  ...["slow/real-documents", "dom/sweeps/framework-documents", "slow/watched-builds", "slow/every-word"],
];

/** Files that start processes, which is ten times slower from a process that other tests have grown to a gigabyte. */
const starting = /\/tests\/cli\/|\/tests\/unit\/read-dates\./;

/** Files that clear everything their process has compiled, at each visit of a page. */
const forgetting = /\/tests\/dom\//;

/**
 * Begins each project with the longest files, so that none is left at the end beside a worker without work, and with those
 * that start processes. Files that clear compiled modules come last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      if (index >= 0) return index - longest.length;
      if (starting.test(moduleId)) return 1;
      return forgetting.test(moduleId) ? 3 : 2;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => a.project.name.localeCompare(b.project.name) || rankOf(a) - rankOf(b));
  }
}
