import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { initWasm, Resvg } from "@resvg/resvg-wasm";

const require = createRequire(import.meta.url);
const fonts = ["400Regular/Inter_400Regular.ttf", "700Bold/Inter_700Bold.ttf"];

/**
 * A function that draws an SVG as a PNG of the given width in pixels. Renderer and fonts come from npm packages, not
 * from the machine, so that the bytes are the same everywhere.
 */
export async function createImageRenderer(): Promise<(svg: string, width: number) => Uint8Array> {
  await initWasm(await readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const fontBuffers = await Promise.all(
    fonts.map((name) => readFile(require.resolve(`@expo-google-fonts/inter/${name}`))),
  );
  const font = { fontBuffers, sansSerifFamily: "Inter", defaultFontFamily: "Inter" };
  return (svg, width) => new Resvg(svg, { fitTo: { mode: "width", value: width }, font }).render().asPng();
}
