import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longer than most. Where no earlier run is remembered, Vitest begins with the largest files, which these aren't. */
const longest = [
  ...["slow/ordinary-life", "sweeps/engines", "slow/assistants", "slow/machine-limits", "sweeps/reference"],
  ...["sweeps/page-sandbox", "slow/serve-load", "slow/real-documents", "sweeps/every-page", "sweeps/explorer-faults"],
  ...["slow/public-tools", "slow/cache", "slow/hostile"],
];

/** What starts processes: that takes ten times as long from one that has grown to a gigabyte, as the sites of other tests make it. */
const starting = /\/tests\/cli\/|\/tests\/unit\/(?:hostile-repository|read-dates)\./;

/** What forgets all that its process has compiled, at each visit of a page. */
const forgetting = /\/tests\/dom\//;

/**
 * Begins each project with the longest files, so that none is left at the end beside a worker without work, and with those
 * that start processes. Those that forget come last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      if (longest.some((name) => moduleId.endsWith(`/${name}.test.ts`))) return 0;
      if (starting.test(moduleId)) return 1;
      return forgetting.test(moduleId) ? 3 : 2;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => a.project.name.localeCompare(b.project.name) || rankOf(a) - rankOf(b));
  }
}
