/** The drawings of what script adds to a page, as templates have them (templates/icon.tsx, content/components/drawings.ts). */
const paths = {
  code: "m7 6-4 4 4 4m6-8 4 4-4 4",
  home: "M3 9.5 10 3.5l7 6M5 8v8.5h10V8",
  page: "M5.5 3h6l3 3v11h-9zM11.5 3v3h3",
  search: "M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm4 9.5 4 4",
} as const;

export type IconName = keyof typeof paths;

export function toIcon(name: IconName): Node {
  const attributes = { class: "icon", width: "20", height: "20", viewBox: "0 0 20 20", "aria-hidden": "true" };
  const icon = toDrawing("svg", attributes);
  icon.append(toDrawing("path", { d: paths[name] }));
  return icon;
}

function toDrawing(name: string, attributes: Readonly<Record<string, string>>): Element {
  const part = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
  return part;
}
