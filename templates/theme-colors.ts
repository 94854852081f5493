/** The page's background in each colour mode, for the browser's own bars. Same values as `--paper` in styles/tokens.css. */
export const themeColors = { light: "#fbfaf7", dark: "#0e1524" } as const;
