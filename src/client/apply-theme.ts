/** Puts a colour mode on the page, and on the bars that the browser draws around it. Anything else is no mode and changes nothing. */
export function applyTheme(theme: string | null): void {
  if (theme !== "light" && theme !== "dark") return;
  document.documentElement.dataset["theme"] = theme;
  const bars = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  if (bars !== null) bars.content = bars.dataset[theme] ?? bars.content;
}
