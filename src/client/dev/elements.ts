/** An element with text in it, or none. */
export function element(
  name: string,
  { className = "", role = "" }: { readonly className?: string; readonly role?: string },
  text = "",
): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  if (role !== "") made.setAttribute("role", role);
  made.textContent = text;
  return made;
}

/** A sentence whose words between backticks are code. */
export function withCode(text: string): readonly (string | HTMLElement)[] {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : element("code", {}, part)));
}
