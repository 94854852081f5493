import type { TestSite } from "./build-site.ts";

export interface PageSize {
  readonly path: string;
  readonly elements: number;
  readonly bytes: number;
}

/** The pages of the reference at `/api/`. */
export function referencePagesOf({ paths }: Pick<TestSite, "paths">): readonly string[] {
  return paths.filter((path) => path.startsWith("api/") && path.endsWith(".html"));
}

/** The pages of the reference that are more than the budget of a page. */
export function heavyPagesOf(site: TestSite): readonly PageSize[] {
  const sizes = referencePagesOf(site).map((path) => {
    const html = site.read(path);
    return { path, elements: html.match(/<[a-z][^>]*>/g)?.length ?? 0, bytes: Buffer.byteLength(html) };
  });
  return sizes.filter(({ elements, bytes }) => elements > 10_000 || bytes > 450_000);
}
