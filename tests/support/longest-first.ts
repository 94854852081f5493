import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longer than most. Where no earlier run is remembered, Vitest begins with the largest files, which these are not. */
const longest = [
  ...["slow/ordinary-life", "sweeps/webkit", "slow/assistants", "slow/machine-limits", "sweeps/reference"],
  ...["sweeps/page-sandbox", "slow/serve-load", "slow/real-documents", "sweeps/every-page", "sweeps/explorer-faults"],
  ...["slow/public-tools", "slow/cache", "slow/hostile"],
];

/** Begins with the longest files, so that none is left at the end beside a worker without work. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
