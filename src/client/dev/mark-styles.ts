/** What marks have in the page itself. */
export const pageStyles = `
[data-docs-build-finding] { text-decoration: line-through wavy #d6453d 1.5px !important; }
img[data-docs-build-finding] { outline: 2px dashed #d6453d; outline-offset: 2px; }
::highlight(docs-build-finding) { text-decoration: underline wavy #d6453d 1.5px; background-color: rgb(214 69 61 / 14%); }
`;

/** What lies over the page: in the coordinates of the document, so that it scrolls along. */
export const layerStyles = `
:host { all: initial; position: absolute; top: 0; left: 0; z-index: 2147483646; font: 13px/1.4 system-ui, sans-serif; }
[hidden] { display: none !important; }
.note, .tip {
  position: absolute;
  box-sizing: border-box;
  margin: 0;
  border: 1px solid #7c2f37;
  border-radius: 6px;
  background: #4a2029;
  color: #ffd5d0;
  font: inherit;
  text-align: left;
}
.note { padding: 0 6px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; width: max-content; }
.note.warning { border-color: #6b5520; background: #3d3115; color: #f0c674; }
.note.in-margin:not(:hover, :focus) { width: 12px; height: 12px; margin-top: 3px; padding: 0; border-radius: 50%; background: #d6453d; color: transparent; }
.note.in-margin.warning:not(:hover, :focus) { background: #c08a1e; }
.note.in-margin { max-width: min(320px, 90vw); }
.note:hover, .note:focus { z-index: 1; white-space: normal; }
.note:focus-visible { outline: 2px solid #8fe0d9; }
.tip { width: max-content; max-width: 320px; padding: 6px 10px; pointer-events: none; box-shadow: 0 8px 24px rgb(4 8 16 / 35%); }
`;
