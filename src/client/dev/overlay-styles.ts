/** The overlay's look, the same in both colour modes. A script's own style sheet: the page's policy allows it. */
export const overlayStyles = `
:host {
  all: initial;
  position: fixed;
  inset: auto 0 0 0;
  z-index: 2147483647;
  display: flex;
  justify-content: flex-end;
  padding: 12px;
  pointer-events: none;
  font: 14px/1.5 system-ui, sans-serif;
  color: #e8edf4;
  color-scheme: dark;
}
.note, .panel {
  pointer-events: auto;
  box-sizing: border-box;
  max-width: 100%;
  margin: 0;
  background: #10182a;
  border: 1px solid #34415e;
  border-left: 4px solid #e0a52e;
  border-radius: 8px;
  box-shadow: 0 8px 32px rgb(0 0 0 / 35%);
}
.note { padding: 8px 14px; }
.error { width: 100%; border-left-color: #ff6b6b; }
summary { padding: 8px 14px; cursor: pointer; font-weight: 600; }
ol { list-style: none; margin: 0; padding: 0 14px 6px; max-height: 50vh; overflow: auto; }
li { padding: 8px 0; border-top: 1px solid #26314a; }
p { margin: 0; }
.place { color: #7fd6d0; font-weight: 600; overflow-wrap: anywhere; }
.error .place { color: #ff9d9d; }
li.warning .place { color: #f0c674; }
code { color: #97a5bf; font: 12px ui-monospace, monospace; }
pre {
  margin: 6px 0 0;
  padding: 8px 10px;
  overflow: auto;
  border-radius: 6px;
  background: #0a101d;
  font: 13px/1.5 ui-monospace, monospace;
}
a:focus-visible, summary:focus-visible { outline: 2px solid #7fd6d0; outline-offset: 2px; }
`;
