import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Pages of six kilobytes, fifty in a folder: prose, lists, tables and code. */
export async function writePages(folder: string, size: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "index.md"), "# Home\n\nWelcome.\n");
  for (let index = 0; index < size - 1; index++) {
    const part = join(folder, `part-${Math.floor(index / 50)}`);
    if (index % 50 === 0) await mkdir(part, { recursive: true });
    const sections = Array.from({ length: 10 }, (_, section) => sectionText(index, section));
    await writeFile(
      join(part, `page-${index}.md`),
      `# Page ${index}\n\nWhat the page is for.\n\n${sections.join("\n")}`,
    );
  }
}

/** A section with everything that documentation has; all link to the home page. */
export function sectionText(page: number, section: number): string {
  return `## Section ${section} of page ${page}

A load is moved by a carrier and paid by a debtor. The amount is in cents, *not* in dollars; see [home](/)
for how \`amount\` and \`fee\` are added up, and **never** round before the end.

- one thing to remember, with a few words more than needed
- another with \`code_${section}\` in it
- a third

| field | type | meaning |
|---|---|---|
| \`id\` | string | what the provider calls it |
| \`amount\` | integer | cents |
| \`status\` | string | one of five |

\`\`\`js
const load = { id: "LD-${page}${section}", amount: 240000, status: "PAID", stops: ["Reno", "Boise"] };
\`\`\`
`;
}
