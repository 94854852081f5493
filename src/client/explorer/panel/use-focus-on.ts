import { useEffect, useRef, type RefObject } from "react";

/** A heading that takes the focus whenever something new stands below it. */
export function useFocusOn(content: object | null): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (content !== null) heading.current?.focus();
  }, [content]);
  return heading;
}
