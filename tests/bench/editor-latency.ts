import { shippedFolder } from "../support/temporary-folder.ts";
import { startLanguageClient } from "../support/language-client.ts";
import { median } from "./measure.ts";

/*
 * From a key to its finding: how long after a text with a new slip came to `docs-build lsp` an editor has the finding, on
 * this repository's own site, the pause that tells who types from who has typed included. Run:
 *
 *   npm run compile && node tests/bench/run.mjs editor-latency
 *
 * ROUNDS says how many edits count (30). The first isn't counted: it waits for the site's first build.
 */
const rounds = Number(process.env["ROUNDS"] ?? 30);
const slips = [
  { name: "a link", slip: (round: number) => `See [x](/nowhere-${round}).` },
  { name: "a sample", slip: (round: number) => `\`\`\`json schema=Load partial\n{ "wieght${round}": 4 }\n\`\`\`` },
];

async function main(): Promise<void> {
  const folder = await shippedFolder();
  await using client = await startLanguageClient(folder);
  const file = "content/load-board.md";
  const text = await folder.read(file);
  await client.open(file, text);
  for (const { name, slip } of slips) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const shown = client.untilFindings(file, (found) =>
        found.some(({ message }) => JSON.stringify(message).includes(String(9000 + round))),
      );
      const start = performance.now();
      await client.change(file, `${text}\n\n${slip(9000 + round)}\n`);
      await shown;
      if (round > 0) times.push(performance.now() - start);
    }
    const [middle, most] = [median(times), Math.max(...times)].map((value) => value.toFixed(0));
    console.log(`${name.padEnd(10)} median ${middle} ms, most ${most}`);
  }
}

await main();
