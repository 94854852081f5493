import { expect, test } from "vitest";

import { pictureSize } from "#site/look/look-files.ts";

/** The first bytes of pictures of 640 by 28 pixels. */
const pictures = [
  ["PNG", "89504e470d0a1a0a 0000000d 49484452 00000280 0000001c"],
  ["GIF", "474946383961 8002 1c00"],
  ["JPEG, with a segment before the frame", "ffd8 ffe0 0004 4a46 ffc2 000b 08 001c 0280 01"],
  ["WebP, lossy", "52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 1c00"],
  ["WebP, lossless", "52494646 00000000 57454250 5650384c 00000000 2f 7fc20600 0000000000"],
  ["WebP, extended", "52494646 00000000 57454250 56503858 00000000 00000000 7f0200 1b0000"],
] as const;

test.each(pictures)("a %s says how large it is", (_, bytes) => {
  const picture = Buffer.from(bytes.replaceAll(" ", ""), "hex");
  expect(pictureSize(picture)).toEqual({ width: 640, height: 28 });
  expect(pictureSize(picture.subarray(0, 8))).toBeNull();
});
