/** Ids of the page around the text, which no heading may take: links to them must not depend on the text. */
export const shellIds = ["main", "menu", "announcer"] as const;
