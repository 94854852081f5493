import { expect, test } from "vitest";

import { publishSite } from "../published-site.ts";
import { connectBrowser } from "../visit.ts";
import { watchPages } from "../watch-page.ts";

/* Components that a site adds to its pages, under its published policy. */

const counter = `import { useState } from "react";
export default function Counter({ start }) {
  const [count, setCount] = useState(start);
  return <button type="button" onClick={() => setCount(count + 1)}>{count} pallets</button>;
}
`;

const pallets = `import { Island } from "../island.tsx";
import Counter from "../islands/counter.tsx";
export const attributes = { start: "number" };
export default ({ start, children }) => (
  <div className="pallets">{children}<Island name="counter" component={Counter} props={{ start }} /></div>
);
`;

const files = {
  "content/site.yaml": "baseUrl: /docs/\n",
  "content/index.md": `# Docs

[Part](#part)

:::pallets{start=3}
Count **them**.
:::

:::details[Folded]
## Part

Text.
:::

::video[Tour]{src=/tour.mp4 poster=/tour.png}
`,
  "content/other.md": "# Other\n\nNo island.\n",
  "content/static/tour.mp4": "film",
  "content/static/tour.png": Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
  "templates/directives/pallets.tsx": pallets,
  "templates/islands/counter.tsx": counter,
};

test("the site's own islands load on demand under the policy, folds open for links, and videos keep their size", async () => {
  await using site = await publishSite(files, "/docs/");
  const context = await (await connectBrowser()).newContext({ viewport: { width: 1280, height: 900 } });
  const faults = await watchPages(context, site.origin);
  const page = await context.newPage();
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname.replace(/-[A-Z0-9]{8}/, "")));
  await page.goto(`${site.origin}/docs/`);
  expect(fetched).not.toContain("/docs/assets/island-counter.js");
  const video = page.locator(".video video");
  const before = await video.boundingBox();
  expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  expect(fetched).not.toContain("/docs/tour.mp4");

  await page.getByRole("button", { name: "3 pallets" }).click();
  await page.getByRole("button", { name: "4 pallets" }).click();
  expect(await page.getByRole("button", { name: "5 pallets" }).textContent()).toBe("5 pallets");
  expect(fetched).toContain("/docs/assets/island-counter.js");

  await page.getByRole("link", { name: "Part", exact: true }).first().click();
  await expect.poll(async () => page.getByRole("heading", { name: "Part" }).isVisible()).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});
