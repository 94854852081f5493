/** The first sentence of a Markdown text as plain text, for places with room for no more. */
export function toSentence(markdown: string): string {
  const [paragraph = ""] = markdown.trim().split(/\n\s*\n/);
  const text = paragraph
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`+|\*+|<\/?[a-z][^<>]*>/gi, "")
    .replace(/\s+/g, " ")
    .trim();
  const end = /[.!?](?= [A-Z]|$)/.exec(text);
  const sentence = end ? text.slice(0, end.index + 1) : text;
  return sentence.length > longest ? `${sentence.slice(0, longest).trimEnd()}…` : sentence;
}

const longest = 240;
