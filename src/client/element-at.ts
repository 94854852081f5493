/** The element that an event happened in, or the one around it that matches. */
export function elementAt({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
