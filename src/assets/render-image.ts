import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { initWasm, Resvg } from "@resvg/resvg-wasm";

const require = createRequire(import.meta.url);
const fonts = ["400Regular/Inter_400Regular.ttf", "700Bold/Inter_700Bold.ttf"];

/** How large a picture is to be, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** An SVG that gives no picture. The message ends the sentence "the picture …": it is the author's to read. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}

/** @throws ImageError when the text is no SVG, or one of other proportions. */
export type RenderImage = (svg: string, size: ImageSize) => Uint8Array<ArrayBuffer>;

/**
 * A function that draws an SVG as a PNG. Renderer and fonts come from npm packages, not from the machine, so that the
 * bytes are the same everywhere. The renderer is WebAssembly: it has no files and no network to read from.
 */
export async function createImageRenderer(): Promise<RenderImage> {
  await initWasm(await readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const fontBuffers = await Promise.all(
    fonts.map((name) => readFile(require.resolve(`@expo-google-fonts/inter/${name}`))),
  );
  const font = { fontBuffers, sansSerifFamily: "Inter", defaultFontFamily: "Inter" };
  return (svg, size) => {
    const image = parse(svg, { fitTo: { mode: "width", value: size.width }, font });
    // Judged before it is drawn: a picture a million times as high as wide would take the memory of the machine.
    if (Math.round((size.width * image.height) / image.width) !== size.height) {
      const wanted = `${size.width} x ${size.height} or in that proportion`;
      throw new ImageError(`has to be ${wanted}; it is ${image.width} x ${image.height}`);
    }
    return new Uint8Array(image.render().asPng());
  };
}

function parse(svg: string, options: ConstructorParameters<typeof Resvg>[1]): InstanceType<typeof Resvg> {
  try {
    return new Resvg(svg, options);
  } catch (error) {
    throw new ImageError(`cannot be drawn: ${String(error).replace(/^.*? cause |^Error: /, "")}`);
  }
}
