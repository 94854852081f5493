import { Parser } from "htmlparser2";

/** The address of the first image that an SVG takes from elsewhere; null when it holds all its images itself. */
export function findOutsideImage(svg: string): string | null {
  const addresses: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!/^(?:\w+:)?(?:image|feImage)$/.test(name)) return;
        const address = attributes["href"] ?? attributes["xlink:href"] ?? "";
        if (!/^\s*(?:data:|#|$)/.test(address)) addresses.push(address);
      },
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return addresses[0] ?? null;
}
