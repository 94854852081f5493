import { renderToStaticMarkup } from "react-dom/server";

import { drawableText } from "./drawable-text.ts";
import { type FittedText, fitText } from "./fit-text.ts";

/** What the picture of a site's link previews says. */
export interface SocialTexts {
  readonly title: string;
  /** May be empty. */
  readonly description: string;
  /** Where the site is, like `docs.example.com`. It stands in for a title that cannot be drawn. */
  readonly host: string;
}

/** The picture of a site's link previews, 1200 x 630, in the colours of the pages. */
export function toSocialSvg(texts: SocialTexts): string {
  return renderToStaticMarkup(<SocialPicture texts={texts} />);
}

const width = 1024;
/** Between the mark and the drawing, where the words stand in the middle. */
const room = { top: 196, bottom: 506 };
const leading = 1.22;

function SocialPicture({ texts: { title, description, host } }: { readonly texts: SocialTexts }) {
  const drawable = drawableText(title);
  const heading = fitText(drawable ?? host, { width, lines: 2, sizes: [76, 64, 52, 44] });
  const remark = fitText(drawableText(description) ?? "", { width, lines: 2, sizes: [34, 28] });
  const gap = remark.lines[0] === "" ? 0 : 20;
  const top = (room.top + room.bottom - heightOf(heading) - gap - heightOf(remark)) / 2;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1200 630"
      width="1200"
      height="630"
      fontFamily="Inter, sans-serif"
    >
      <rect width="1200" height="630" fill="#fbfaf7" />
      <rect y="618" width="1200" height="12" fill="#0a666b" />
      <Mark />
      {drawable !== null && (
        <Lines text={fitText(host, { width: 860, lines: 1, sizes: [28, 22] })} x={208} top={113} fill="#616b80" />
      )}
      <Lines text={heading} x={87} top={top} fill="#16213a" weight={700} />
      <Lines text={remark} x={88} top={top + heightOf(heading) + gap} fill="#465069" />
      <Payment />
    </svg>
  );
}

function heightOf({ lines, size }: FittedText): number {
  return lines[0] === "" ? 0 : lines.length * size * leading;
}

interface LinesProps {
  readonly text: FittedText;
  readonly x: number;
  /** Upper edge of the first line. */
  readonly top: number;
  readonly fill: string;
  readonly weight?: number;
}

function Lines({ text: { lines, size }, x, top, fill, weight }: LinesProps) {
  const placed = lines.map((line, index) => ({ line, y: Math.round(top + (index + 0.85) * size * leading) }));
  const shown = placed.filter(({ line }) => line !== "");
  return shown.map(({ line, y }) => (
    <text key={y} x={x} y={y} fontSize={size} fontWeight={weight} fill={fill}>
      {line}
    </text>
  ));
}

/** The same drawing as icon.svg. */
function Mark() {
  return (
    <g transform="translate(88 84) scale(3)">
      <rect width="32" height="32" rx="8" fill="#0a666b" />
      <g fill="none" strokeWidth="3.2" strokeLinecap="round" stroke="#fff">
        <path d="M7 10.5h13" />
        <path d="M12 16h13" stroke="#f3bd62" />
        <path d="M7 21.5h13" />
      </g>
    </g>
  );
}

/** A payment on its way: what the documented API is about. */
function Payment() {
  return (
    <g fill="none" stroke="#0a666b" strokeWidth="5">
      <circle cx="104" cy="540" r="14" />
      <path d="M122 540H566" />
      <rect x="570" y="522" width="60" height="36" rx="8" fill="#e4f0ee" />
      <path d="M634 540H1078" stroke="#cbc7bb" />
      <circle cx="1096" cy="540" r="14" stroke="#8a5200" />
    </g>
  );
}
