import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { sectionText } from "../../bench/generated-site.ts";
import { largeContract } from "../large-contract.ts";
import type { Random } from "./random.ts";

/** Enough for a build from nothing to parse pages on several threads. */
const pageCount = 66;
const parts = 5;

const template = `export function Footer() {
  return <footer className="own">Words of the site's own.</footer>;
}
`;

/** The contract without its operations. */
interface ContractWords {
  readonly title: string;
  readonly server: string;
}

/** The sources of a site that is edited again and again, each file valid by itself, so that any mix of them is a site. */
export class LivingSite {
  readonly path: string;
  /** Paths of the pages below the site's folder. */
  readonly #pages = new Set<string>();
  readonly #random: Random;
  #contract: ContractWords = { title: "Payments", server: "/v1" };
  #saves = 0;

  constructor(path: string, random: Random) {
    this.path = path;
    this.#random = random;
  }

  get pages(): ReadonlySet<string> {
    return this.#pages;
  }

  async create(): Promise<void> {
    await this.#write("content/index.md", "# Home\n\nWelcome.\n");
    await this.#write("content/_blocks/note.md", "A note, with [a link](/).\n");
    await this.#write("templates/footer.tsx", template);
    await this.setTitle();
    await this.setContract({});
    for (let number = 1; number < pageCount; number++) await this.addPage(`part-${number % parts}/page-${number}`);
  }

  /** Creates a page, or saves it again. */
  async addPage(name: string): Promise<void> {
    this.#pages.add(`content/${name}.md`);
    await this.#write(`content/${name}.md`, this.text());
  }

  /** The text of a new page. */
  text(words = ""): string {
    const number = ++this.#saves;
    const note = number % 10 === 0 ? "::include{file=_blocks/note.md}\n" : "See [the list](op:invoices_1_list).\n";
    return `# Page ${number}\n\n${words}\n\n${note}\n${sectionText(number, 0)}`;
  }

  /** Saves a page in one of the ways that editors use. Returns which page, and how. `path` is where the site's folder is. */
  async savePage(path = this.path): Promise<string> {
    const page = this.#random.pick(this.#pages);
    const file = join(path, page);
    const ways = {
      written: async () => writeFile(file, this.text()),
      "written in two halves": async () => {
        const text = this.text();
        await writeFile(file, text.slice(0, 200));
        await writeFile(file, text);
      },
      "written to a temporary file and renamed": async () => {
        await writeFile(`${file}.tmp`, this.text());
        await rename(`${file}.tmp`, file);
      },
      "deleted and created": async () => {
        await rm(file);
        await writeFile(file, this.text());
      },
    };
    const [way, save] = this.#random.pick(Object.entries(ways));
    await save();
    return `${page} ${way}`;
  }

  async removePage(): Promise<string> {
    const page = this.#random.pick(this.#pages);
    this.#pages.delete(page);
    await rm(join(this.path, page));
    return page;
  }

  async renamePage(): Promise<string> {
    const page = this.#random.pick(this.#pages);
    const name = page.replace(/[^/]+$/, `renamed-${++this.#saves}.md`);
    this.#pages.delete(page);
    this.#pages.add(name);
    await rename(join(this.path, page), join(this.path, name));
    return `${page} to ${name}`;
  }

  async renamePart(): Promise<string> {
    const part = dirname(this.#random.pick([...this.#pages].filter((page) => dirname(page) !== "content")));
    const name = `content/part-${++this.#saves}`;
    await rename(join(this.path, part), join(this.path, name));
    for (const page of [...this.#pages].filter((one) => dirname(one) === part)) {
      this.#pages.delete(page);
      this.#pages.add(page.replace(part, name));
    }
    return `${part} to ${name}`;
  }

  /** A page for temporary errors. */
  async setExtra(words: string): Promise<void> {
    await this.#write("content/extra.md", this.text(words));
  }

  async setBlock(): Promise<void> {
    await this.#write("content/_blocks/note.md", `Note ${++this.#saves}, with [a link](/).\n`);
  }

  async setTitle(): Promise<void> {
    await this.#write("content/site.yaml", `title: Life ${++this.#saves}\n`);
  }

  async setTemplate(): Promise<void> {
    await this.#write("templates/footer.tsx", template.replace("Words", `Words ${++this.#saves}`));
  }

  /** Writes the contract with other words. */
  async setContract(words: Partial<ContractWords>): Promise<void> {
    this.#contract = { ...this.#contract, title: `Payments ${++this.#saves}`, ...words };
    const { title, server } = this.#contract;
    const contract = { ...largeContract({ operations: 8 }), servers: [{ url: server }] };
    const info = { title, version: "1", description: "A contract with **many** operations." };
    await this.#write("openapi/api.json", JSON.stringify({ ...contract, info }, null, 1));
  }

  async #write(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.path, name)), { recursive: true });
    await writeFile(join(this.path, name), text);
  }
}
