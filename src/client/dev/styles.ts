/*
 * Styles of the live client, the same in both color modes. They're applied as a script's own style sheets, which the
 * page's policy allows.
 */

/**
 * Creates an element whose styles are separate from the page's. It belongs beside the body, where patches of the page
 * don't reach it.
 */
export function createShadowRoot(name: string, styles: string): ShadowRoot {
  const root = document.createElement(name).attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [toSheet(styles)];
  return root;
}

export function toSheet(styles: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return sheet;
}

export const overlayStyles = `
:host {
  all: initial;
  color-scheme: dark;
  display: block;
  position: sticky;
  z-index: 2147483647;
  bottom: 16px;
  width: fit-content;
  max-width: min(608px, calc(100vw - 32px));
  margin: 16px 16px 16px auto;
  overflow: hidden;
  border: 1px solid #34415e;
  border-radius: 14px;
  background: #10182a;
  color: #e8edf4;
  font: 14px/1.5 var(--sans, sans-serif);
  box-shadow: 0 16px 48px rgb(4 8 16 / 45%);
}
details[open] { width: 608px; max-width: 100%; }
:host > p { padding: 8px 14px; }
summary { padding: 12px 16px; cursor: pointer; }
.count { margin: 0 4px; padding: 1px 9px; border-radius: 16px; background: #4a2029; color: #ffb3ab; font-weight: 650; font-size: 13px; }
.warn { background: #3d3115; color: #f0c674; }
small { color: #a3afc6; font-size: 13px; }
ol { max-height: 45vh; margin: 0; padding: 0; overflow: auto; list-style: none; }
li { padding: 14px 16px 16px; border-top: 1px solid #26314a; border-left: 3px solid #ff8a80; }
li.warning { border-left-color: #f0c674; }
p { margin: 0; }
li p { display: flex; flex-wrap: wrap; gap: 0 12px; justify-content: space-between; }
b { flex-basis: 100%; font-weight: 600; }
code, a, .rule, pre { color: #8fe0d9; font: 13px/1.6 ui-monospace, monospace; }
a { text-underline-offset: .2em; overflow-wrap: anywhere; }
.rule, .fix { color: #a3afc6; }
.fix { margin-top: 8px; }
pre { margin: 10px 0 0; padding: 10px 0; overflow-x: auto; border-radius: 8px; background: #0a101d; color: inherit; }
pre.stack { padding: 10px 14px; }
pre span { display: block; padding-right: 16px; white-space: pre; }
i { display: inline-block; width: 34px; margin-right: 14px; padding-right: 12px; color: #8592ab; font-style: normal; text-align: right; }
.hit { background: rgb(255 138 128 / 9%); }
u { text-decoration: underline wavy #ff8a80 1.5px; text-underline-offset: .3em; }
:focus-visible { outline: 2px solid #8fe0d9; outline-offset: -2px; }
`;

export const barStyles = `
:host {
  all: initial;
  display: block;
  position: sticky;
  top: 0;
  z-index: 2147483645;
  font: 14px/1.5 var(--sans, sans-serif);
}
p { margin: 0; padding: 8px 16px; background: #3d3115; color: #f0c674; text-align: center; }
p + p { border-top: 1px solid #6b5520; }
`;

/** Styles of marks in the page itself. */
export const pageStyles = `
[data-docs-build-finding] { text-decoration: underline wavy #d6453d 1.5px !important; text-underline-offset: 3px; }
[data-docs-build-finding]:focus-visible::after {
  content: attr(data-docs-build-finding);
  position: absolute;
  z-index: 9;
  width: max-content;
  max-width: 320px;
  margin-top: 1.75em;
  padding: 6px 10px;
  border: 1px solid #7c2f37;
  border-radius: 6px;
  background: #4a2029;
  color: #ffd5d0;
  font: 13px/1.4 var(--sans, sans-serif);
}
img[data-docs-build-finding] { outline: 2px dashed #d6453d; outline-offset: 2px; }
::highlight(docs-build-finding) { text-decoration: underline wavy #d6453d 1.5px; background-color: rgb(214 69 61 / 14%); }
html:has(> docs-build-overlay[data-open]) { scroll-padding-bottom: 55vh; }
`;

/** Styles of the layer over the page, which scrolls with the document. */
export const layerStyles = `
:host { all: initial; position: absolute; top: 0; left: 0; z-index: 2147483646; font: 13px/1.4 var(--sans, sans-serif); }
[hidden] { display: none !important; }
.note {
  position: absolute;
  box-sizing: border-box;
  width: max-content;
  padding: 0 6px;
  overflow: hidden;
  border: 1px solid #7c2f37;
  border-radius: 6px;
  background: #4a2029;
  color: #ffd5d0;
  font: inherit;
  text-align: left;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.note.warning { border-color: #6b5520; background: #3d3115; color: #f0c674; }
.note.in-margin:not(:hover, :focus) { width: 12px; height: 12px; margin-top: 3px; padding: 0; border-radius: 50%; background: #d6453d; color: transparent; }
.note.in-margin.warning:not(:hover, :focus) { background: #c08a1e; }
.note.in-margin { max-width: min(320px, 90vw); }
.note:hover, .note:focus { z-index: 1; white-space: normal; }
.note:focus-visible { outline: 2px solid #8fe0d9; }
`;
