/** A run of the benchmark `sites`, as stored in `recorded-speed.json`. */
export interface RecordedSpeed {
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
  readonly rounds: number;
  /** Names with versions, docs-build first. */
  readonly generators: readonly string[];
  readonly rows: readonly SpeedRow[];
}

export interface SpeedRow {
  readonly name: string;
  /** Median seconds of a build by generator; null where it doesn't take part. */
  readonly seconds: readonly (number | null)[];
}

/** The part of README.md that a recorded run writes: who took part, and the table. */
export function speedTable({ date, commit, node, processor, cores, rounds, generators, rows }: RecordedSpeed): string {
  const environment = `${date}, commit ${commit}, Node ${node}, ${cores} cores (${processor})`;
  const run = `Seconds, medians of ${rounds} builds in turns: ${environment}; ${generators.slice(1).join(", ")}.`;
  const head = ["pages", ...generators.map((name) => name.replace(/ [\d.]+$/, ""))];
  const body = rows.map(({ name, seconds }) => [name, ...seconds.map(toCell)]);
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((cells) => cells[column]?.length ?? 0)));
  const toLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [run, "", toLine(head), rule, ...body.map(toLine)].join("\n");
}

function toCell(seconds: number | null): string {
  if (seconds === null) return "–";
  return seconds < 9.95 ? seconds.toFixed(1) : seconds.toFixed(0);
}

const [begin, end] = ["<!-- npm run bench writes this table -->\n\n", "\n\n<!-- up to here -->"];

/** @throws Error for a README without the marks of the table. */
export function tableIn(readme: string): string {
  const [start, stop] = [readme.indexOf(begin), readme.indexOf(end)];
  if (start < 0 || stop < 0) throw new Error("README.md lacks the marks of the table of speed");
  return readme.slice(start + begin.length, stop);
}

export function withTable(readme: string, table: string): string {
  return readme.replace(tableIn(readme), () => table);
}
